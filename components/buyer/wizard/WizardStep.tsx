import type { ComponentChildren, JSX } from "preact";
import {
  answer,
  CHECK_STEP,
  formatWizardState,
  previousStep,
  questionAt,
  TRACK_STEP,
} from "../../../lib/journey/mod.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { AnswerTrail } from "./AnswerTrail.tsx";
import { InPlayShortlist } from "./InPlayShortlist.tsx";
import { QuestionStep } from "./QuestionStep.tsx";
import { WizardFrame } from "./WizardFrame.tsx";
import { WizardStanding } from "./WizardStanding.tsx";
import type { WizardView } from "./view.ts";

/** A step of the wizard, and beside it the effect of the answers so far. */
export function WizardStep({ view, check, notice, startOver, onInput, onSubmit }: {
  view: WizardView;
  /** Shown in place of a question at the last step. */
  check: ComponentChildren;
  /** The notice about left-out answers; empty when there are none. */
  notice: ComponentChildren;
  /** The control that clears every answer. */
  startOver: ComponentChildren;
  onInput: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
  onSubmit: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
}): JSX.Element {
  const { model, optionIds, draft, step } = view;
  const question = questionAt(model, step);
  const soFar = question
    ? answer(model, optionIds, { factorId: step, choices: draft }).optionIds
    : optionIds;
  return (
    <WizardFrame
      back={<BackLink href={backHref(view)} />}
      aside={
        <>
          <WizardStanding view={view} />
          <InPlayShortlist model={model} optionIds={soFar} />
          {question && (
            <>
              <AnswerTrail model={model} optionIds={soFar} step={step} />
              {startOver}
            </>
          )}
        </>
      }
    >
      {notice}
      {question
        ? (
          <QuestionStep
            view={view}
            question={question}
            soFar={soFar}
            onInput={onInput}
            onSubmit={onSubmit}
          />
        )
        : check}
    </WizardFrame>
  );
}

function backHref({ model, optionIds, step, returning }: WizardView): string {
  const before = returning && step !== CHECK_STEP
    ? CHECK_STEP
    : previousStep(model, step) ?? TRACK_STEP;
  return formatWizardState({ track: model.track, optionIds, step: before, returning: false });
}

import type { JSX } from "preact";
import {
  answer,
  CHECK_STEP,
  formatWizardState,
  previousStep,
  progressText,
  type Question,
  systemsInPlay,
  TRACK_STEP,
} from "../../../lib/journey/mod.ts";
import { BackLink } from "../../ui/Breadcrumb.tsx";
import { AnswerTrail } from "./AnswerTrail.tsx";
import { ChoiceForm, ErrorSummary } from "./ChoiceForm.tsx";
import { DroppedNotice } from "./DroppedNotice.tsx";
import { InPlayShortlist, InPlayStatus } from "./InPlay.tsx";
import { StartOver } from "./StartOver.tsx";
import { WizardFrame } from "./WizardFrame.tsx";
import { WizardStanding } from "./WizardStanding.tsx";
import type { WizardView } from "./view.ts";

interface QuestionStepProps {
  view: WizardView;
  question: Question;
  onInput?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
  onSubmit?: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
}

/** One question on its page, with the systems that the answers leave beside it. */
export function QuestionStep(
  { view, question, onInput, onSubmit }: QuestionStepProps,
): JSX.Element {
  const { model, optionIds, draft, returning, error } = view;
  const soFar = answer(model, optionIds, { factorId: question.id, choices: draft }).optionIds;
  const inPlay = systemsInPlay(model, soFar);
  const { multiple, options } = question;
  return (
    <WizardFrame
      back={<BackLink href={backHref(view)} />}
      aside={
        <>
          <WizardStanding view={view} />
          <InPlayShortlist model={model} optionIds={soFar} />
          <AnswerTrail model={model} optionIds={soFar} step={question.id} />
          <StartOver />
        </>
      }
    >
      <DroppedNotice dropped={view.dropped} />
      {error && <ErrorSummary multiple={multiple} firstOptionId={options[0]?.id} />}
      <p aria-current="step" class="mt-6 mb-3 text-sm text-muted">
        {progressText(model, question.id)}
        {model.trackName && ` · ${model.trackName}`}
      </p>
      <ChoiceForm
        key={view.move}
        title={question.question}
        help={question.help}
        multiple={multiple}
        options={options}
        looks={view.looks}
        selected={draft}
        error={error}
        hidden={{
          track: model.track ?? "",
          options: optionIds.join(","),
          from: question.id,
          return: returning ? CHECK_STEP : "",
        }}
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <InPlayStatus count={inPlay.length} total={model.systemIds.length} />
      </ChoiceForm>
    </WizardFrame>
  );
}

function backHref({ model, optionIds, step, returning }: WizardView): string {
  const before = returning ? CHECK_STEP : previousStep(model, step) ?? TRACK_STEP;
  return formatWizardState({ track: model.track, optionIds, step: before, returning: false });
}

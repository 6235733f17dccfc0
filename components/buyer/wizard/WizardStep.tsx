import type { ComponentChildren, JSX } from "preact";
import {
  answer,
  CHECK_STEP,
  previousStep,
  progressText,
  type Question,
  questionAt,
  shortlist,
  TRACK_STEP,
} from "@/lib/journey/mod.ts";
import { resultsHref } from "@/components/hrefs/buyer.ts";
import { BackLink } from "@/components/ui/BackLink.tsx";
import { AnswerTrail } from "./AnswerTrail.tsx";
import { ChoiceForm, ErrorSummary, type FormHandlers } from "./ChoiceForm.tsx";
import { InPlayShortlist } from "./InPlayShortlist.tsx";
import { InPlayStatus } from "./InPlayStatus.tsx";
import { MayStop } from "./MayStop.tsx";
import { WizardFrame } from "./WizardFrame.tsx";
import { stepHref, type WizardView } from "./view.ts";

/** A step of the wizard, and beside it the effect of the answers so far. */
export function WizardStep({ view, check, notice, startOver, ...handlers }: FormHandlers & {
  view: WizardView;
  /** Shown in place of a question at the last step. */
  check: ComponentChildren;
  /** The notice about left-out answers; empty when there are none. */
  notice: ComponentChildren;
  /** The control that clears every answer. */
  startOver: ComponentChildren;
}): JSX.Element {
  const { model, optionIds, draft, step } = view;
  const question = questionAt(model, step);
  const soFar = question
    ? answer(model, optionIds, { factorId: step, choices: draft }).optionIds
    : optionIds;
  const inPlay = shortlist(model, soFar);
  return (
    <WizardFrame
      back={<BackLink href={backHref(view)} />}
      aside={
        <>
          <InPlayShortlist model={model} optionIds={soFar} shortlist={inPlay} />
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
            inPlay={inPlay.places.length + inPlay.more}
            {...handlers}
          />
        )
        : check}
      <Standing view={view} />
    </WizardFrame>
  );
}

function backHref(view: WizardView): string {
  const { model, step, returning } = view;
  const isDetour = returning && step !== CHECK_STEP;
  return stepHref(view, isDetour ? CHECK_STEP : previousStep(model, step) ?? TRACK_STEP);
}

/**
 * Explains whether the buyer may stop. Renders nothing until the standing of these answers is known, so it comes last in
 * its column, where it moves nothing else.
 */
function Standing({ view }: { view: WizardView }): JSX.Element | null {
  const { model, optionIds, standing } = view;
  if (!standing || standing.optionIds.join() !== optionIds.join()) return null;
  return (
    <MayStop
      mayStop={standing.mayStop}
      systemName={standing.systemName}
      open={standing.open.map(({ factorId, canChange }) => ({
        factorId,
        canChange,
        factor: questionAt(model, factorId)?.name ?? "",
        href: stepHref(view, factorId),
      }))}
      resultHref={resultsHref({ track: model.track, optionIds })}
      class="mt-9"
    />
  );
}

/** One question: error summary, progress, form and the number of systems in play. */
function QuestionStep({ view, question, inPlay, ...handlers }: FormHandlers & {
  view: WizardView;
  question: Question;
  /** How many systems are still in play. */
  inPlay: number;
}): JSX.Element {
  const { model, optionIds, draft, returning, error } = view;
  const { multiple, options } = question;
  return (
    <>
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
          known: view.known ?? "",
        }}
        {...handlers}
      >
        <InPlayStatus count={inPlay} total={model.systemIds.length} />
      </ChoiceForm>
    </>
  );
}

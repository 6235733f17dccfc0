import type { JSX } from "preact";
import {
  CHECK_STEP,
  progressText,
  type Question,
  systemsInPlay,
} from "../../../lib/journey/mod.ts";
import { ChoiceForm, ErrorSummary } from "./ChoiceForm.tsx";
import { InPlayStatus } from "./InPlayStatus.tsx";
import type { WizardView } from "./view.ts";

/** The page of one question: error summary, progress, form and the number of systems in play. */
export function QuestionStep({ view, question, soFar, onInput, onSubmit }: {
  view: WizardView;
  question: Question;
  /** Ids of the options chosen so far, including those of the current step. */
  soFar: readonly string[];
  onInput: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
  onSubmit: JSX.EventHandler<JSX.TargetedEvent<HTMLFormElement>>;
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
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <InPlayStatus
          count={systemsInPlay(model, soFar).length}
          total={model.systemIds.length}
        />
      </ChoiceForm>
    </>
  );
}

import type { ComponentChildren, JSX } from "preact";
import { chosenLabels, type Question, systemsInPlay, TRACK_STEP } from "@/lib/journey/mod.ts";
import { inSentence } from "@/lib/text/mod.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { RowAction, SummaryList } from "@/components/ui/SummaryList.tsx";
import { resultsHref } from "@/components/hrefs/buyer.ts";
import { InPlayStatus } from "./InPlayStatus.tsx";
import { HEADING_ID, stepHref, type WizardView } from "./view.ts";

/** The last step: every answer, each with a link to change it, and the link to the result. */
export function CheckStep({ view, startOver }: {
  view: WizardView;
  /** The control that clears every answer. */
  startOver: ComponentChildren;
}): JSX.Element {
  const { model, optionIds } = view;
  const inPlay = systemsInPlay(model, optionIds);
  return (
    <>
      <p aria-current="step" class="mt-6 mb-3 text-sm text-muted">
        Last step{model.trackName && ` · ${model.trackName}`}
      </p>
      <h1 id={HEADING_ID} tabIndex={-1} class="text-3xl">Check your answers</h1>
      <p class="mt-3 text-lg text-muted">{introduction(model.questions, optionIds)}</p>
      <SummaryList
        class="mt-8"
        rows={[
          {
            term: "Kind of project",
            detail: model.trackName ?? "Not sure yet",
            action: (
              <RowAction
                href={stepHref(view, TRACK_STEP, true)}
                verb="Change"
                about="kind of project"
              />
            ),
          },
          ...model.questions.map((question) => {
            const labels = chosenLabels(question, optionIds);
            return {
              term: question.name,
              detail: labels.length > 0
                ? labels.join(", ")
                : <span class="text-muted">Not answered</span>,
              action: (
                <RowAction
                  href={stepHref(view, question.id, true)}
                  verb={labels.length > 0 ? "Change" : "Answer"}
                  about={inSentence(question.name)}
                />
              ),
            };
          }),
        ]}
      />
      <InPlayStatus count={inPlay.length} total={model.systemIds.length} />
      {inPlay.length === 0 && optionIds.length > 0 && (
        <p class="mt-2 text-sm text-muted">
          No system does all of this at once. The next page shows the smallest change that helps.
        </p>
      )}
      <div class="check-action print:hidden">
        {optionIds.length > 0
          ? (
            <ButtonLink href={resultsHref({ track: model.track, optionIds })}>
              See my system <Icon name="arrow-right" class="size-4" />
            </ButtonLink>
          )
          : (
            <ButtonLink href={stepHref(view, model.questions[0]?.id ?? TRACK_STEP, true)}>
              Answer the first question
            </ButtonLink>
          )}
      </div>
      {startOver}
    </>
  );
}

function introduction(questions: readonly Question[], optionIds: readonly string[]): string {
  const open =
    questions.filter((question) => chosenLabels(question, optionIds).length === 0).length;
  if (open === questions.length) {
    return "Nothing is answered yet. One answer is enough to begin with.";
  }
  if (open === 0) return "Every question is answered.";
  return open === 1
    ? "One question is still open. You need not answer it."
    : `${open} questions are still open. You need not answer them.`;
}

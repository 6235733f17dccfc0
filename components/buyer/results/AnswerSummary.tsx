import type { JSX } from "preact";
import { CHECK_STEP, formatWizardState } from "../../../lib/journey/mod.ts";
import { SummaryList } from "../../ui/SummaryList.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import type { ResultView } from "./result_view.ts";

/** What the buyer said, each answer with the way to change it. */
export function AnswerSummary({ result }: { result: ResultView }): JSX.Element {
  const { answers, track, trackName, optionIds } = result;
  const at = (step: string) =>
    `/select${formatWizardState({ track, optionIds, step, returning: step !== CHECK_STEP })}`;
  const byFactor = Map.groupBy(answers, ({ factorId }) => factorId);
  return (
    <section aria-labelledby="answers">
      <div class="flex items-baseline justify-between gap-6 pb-3">
        <h2 id="answers" class="text-xl">Your answers</h2>
        <a href={at(CHECK_STEP)} class="text-link inline-block py-1 text-sm print:hidden">
          Change<VisuallyHidden>{" "}any answer</VisuallyHidden>
        </a>
      </div>
      <SummaryList
        rows={[
          ...(trackName ? [{ term: "Kind of project", detail: trackName }] : []),
          ...[...byFactor].map(([factorId, [first, ...more]]) => ({
            term: first?.factor,
            detail: [first, ...more].map((answer) => answer?.label).join(", "),
            action: (
              <a href={at(factorId)} class="text-link inline-block py-1">
                Change<VisuallyHidden>{` ${first?.factor.toLowerCase()}`}</VisuallyHidden>
              </a>
            ),
          })),
        ]}
      />
    </section>
  );
}

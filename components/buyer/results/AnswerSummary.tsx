import type { JSX } from "preact";
import { CHECK_STEP, TRACK_STEP } from "../../../lib/journey/mod.ts";
import { RowAction, SummaryList } from "../../ui/SummaryList.tsx";
import { selectHref } from "../hrefs.ts";
import type { ResultView } from "./result_view.ts";

/** What the buyer said, each answer with the way to change it. */
export function AnswerSummary({ result }: { result: ResultView }): JSX.Element {
  const { answers, track, trackName, optionIds } = result;
  const at = (step: string) =>
    selectHref({ track, optionIds, step, returning: step !== CHECK_STEP });
  const byFactor = Map.groupBy(answers, ({ factorId }) => factorId);
  return (
    <section aria-labelledby="answers">
      <div class="flex items-baseline justify-between gap-6 pb-3">
        <h2 id="answers" class="text-xl">Your answers</h2>
        <a href={at(CHECK_STEP)} class="text-link inline-block py-1 text-sm print:hidden">
          Check them all
        </a>
      </div>
      <SummaryList
        rows={[
          {
            term: "Kind of project",
            detail: trackName ?? "Not sure yet",
            action: <RowAction href={at(TRACK_STEP)} verb="Change" about="kind of project" />,
          },
          ...[...byFactor].map(([factorId, [first, ...more]]) => ({
            term: first?.factor,
            detail: [first, ...more].map((answer) => answer?.label).join(", "),
            action: (
              <RowAction
                href={at(factorId)}
                verb="Change"
                about={first?.factor.toLowerCase() ?? ""}
              />
            ),
          })),
        ]}
      />
    </section>
  );
}

import type { JSX } from "preact";
import { formatFigure, formatWanted, inOneUnit } from "@/lib/catalog/mod.ts";
import { inSentence } from "@/lib/text/mod.ts";
import { CHECK_STEP, TRACK_STEP } from "@/lib/journey/mod.ts";
import { classNames } from "@/components/ui/class_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Icon, type IconName } from "@/components/ui/Icon.tsx";
import { RowAction } from "@/components/ui/SummaryList.tsx";
import { selectHref } from "@/components/hrefs/buyer.ts";
import { useUnits } from "../units_context.ts";
import { MayStop } from "../wizard/MayStop.tsx";
import type { ResultView } from "./result_view.ts";
import type { AnswerRow } from "./verdict_view.ts";

/** The verdict, with the unmet answers that no system is known to fail apart. */
type Outcome = AnswerRow["verdict"] | "ignored";

function outcomeOf({ verdict, isIgnored }: AnswerRow): Outcome {
  return isIgnored ? "ignored" : verdict;
}

const VERDICTS = {
  met: { word: "Met", icon: "check", look: "text-positive" },
  weighed: { word: "Weighed", icon: "minus", look: "text-muted" },
  unmet: { word: "Not met", icon: "cross", look: "text-warning" },
  ignored: { word: "Not weighed", icon: "minus", look: "text-warning" },
} as const satisfies Record<Outcome, { word: string; icon: IconName; look: string }>;

/** From this number of answers on, only the first {@linkcode SHOWN} of those that say most are not folded. */
const MANY = 17;
const SHOWN = 8;

/** Outcomes by how much they say: with a pick, what it meets; without one, what nothing meets. */
const WITH_PICK: readonly Outcome[] = ["met", "weighed", "ignored"];
const WITHOUT_PICK: readonly Outcome[] = ["unmet", "ignored", "weighed"];

function orderedBy(order: readonly Outcome[], rows: readonly AnswerRow[]) {
  return rows.toSorted((a, b) => order.indexOf(outcomeOf(a)) - order.indexOf(outcomeOf(b)));
}

/** One row per answer: whether the pick meets it, why, and a link to change it. Then the open questions. */
export function AnswerVerdicts({ result }: { result: ResultView }): JSX.Element {
  const { track, trackName, optionIds, verdict, pick } = result;
  const isLong = verdict.answers.length >= MANY;
  const rows = isLong
    ? orderedBy(pick ? WITH_PICK : WITHOUT_PICK, verdict.answers)
    : verdict.answers;
  const folded = isLong ? rows.slice(SHOWN) : [];
  const firstIgnored = rows.find(({ isIgnored }) => isIgnored);
  const at = (step: string) =>
    selectHref({ track, optionIds, step, returning: step !== CHECK_STEP });
  const list = (shown: readonly AnswerRow[]) => (
    <ul class="border-t border-line">
      {shown.map((answer) => (
        <AnswerItem
          key={answer.optionId}
          answer={answer}
          href={at(answer.factorId)}
          isExplained={answer !== firstIgnored}
        />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="answers">
      <div class="flex flex-wrap items-baseline justify-between gap-x-6 pb-3">
        <h2 id="answers" class="text-2xl">Your answers, one by one</h2>
        <a href={at(CHECK_STEP)} class="text-link tap inline-block py-1 text-sm print:hidden">
          Check them all
        </a>
      </div>
      <p class="flex flex-wrap gap-x-4 border-t border-line py-3 text-sm wrap-anywhere">
        <span class="text-muted">Kind of project</span>
        <span>{trackName ?? "Not sure yet"}</span>
        <span class="-my-1 ms-auto print:hidden">
          <RowAction href={at(TRACK_STEP)} verb="Change" about="kind of project" />
        </span>
      </p>
      {list(rows.slice(0, rows.length - folded.length))}
      {folded.length > 0 && (
        <Disclosure summary={counted(folded.length, "more answer")}>{list(folded)}</Disclosure>
      )}
      {verdict.unasked.length > 0 && (
        <p class="mt-3 text-sm text-muted">
          Also in this link, but not asked for this kind of project:{" "}
          {verdict.unasked.map(({ label, factor }) => `“${label}” (${inSentence(factor)})`)
            .join(", ")}.
        </p>
      )}
      <MayStop
        mayStop={verdict.mayStop}
        systemName={pick?.lead.name ?? null}
        open={verdict.open.map((question) => ({ ...question, href: at(question.factorId) }))}
        resultHref={null}
        advice="You need not answer more"
        class="mt-6"
      />
    </section>
  );
}

/** The reason of a further answer that nothing took into account, if no more is known about it. */
const NOR_THIS = "Nothing took this one into account either.";

function AnswerItem({ answer, href, isExplained }: {
  answer: AnswerRow;
  href: string;
  /** Whether a row above has said what “Not weighed” means. */
  isExplained: boolean;
}): JSX.Element {
  const { factor, label, verdict, figures, optionId, tradeOff } = answer;
  const units = useUnits();
  const { word, icon, look } = VERDICTS[outcomeOf(answer)];
  const why = answer.isIgnored && isExplained ? tradeOff ?? NOR_THIS : answer.why;
  return (
    <li
      class="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b border-line py-3.5 text-sm sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
      data-answer={optionId}
      data-verdict={verdict}
    >
      <p class={classNames("flex items-start gap-2 font-medium", look)}>
        <Icon name={icon} class="mt-0.5 size-4 flex-none" />
        {word}
      </p>
      <div class="col-span-2 row-start-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        <p>
          <span class="font-medium">{label}</span>{" "}
          <span class="text-muted">({inSentence(factor)})</span>
        </p>
        {figures.length > 0
          ? figures.map(({ name, unit, value, asked }) => {
            const reading = inOneUnit([value], { unit, units });
            return (
              <p key={`${name} ${JSON.stringify(asked)}`} class="mt-0.5 text-muted">
                {name}: <span class="text-ink">{formatFigure(value, reading)}</span>.{" "}
                {formatWanted(asked, reading)}.
              </p>
            );
          })
          : why !== null && <p class="mt-0.5 text-muted">{why}</p>}
      </div>
      <p class="-my-1 text-end print:hidden">
        <RowAction href={href} verb="Change" about={inSentence(factor)} />
      </p>
    </li>
  );
}

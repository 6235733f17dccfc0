/** Rules that never fire, redundant rules, and pairs of rules with distant price levels. */
import type { JSX } from "preact";
import type { RedundantRule, RulesApart, UnreachableReason } from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { answerSets, percent } from "./figures.ts";
import {
  Finding,
  Findings,
  FindingSection,
  RuleLink,
  type Subject,
  SystemLink,
  Witness,
} from "./parts.tsx";

/** Number of pairs shown; the rest is collapsed. */
const PAIRS_SHOWN = 10;

const UNREACHABLE: Record<Exclude<UnreachableReason, "elsewhere">, string> = {
  "no-condition": "has no conditions, so no answers make it fire.",
  gone: "asks for an answer that is retired or gone.",
  "not-asked": "asks about a question that no buyer is asked.",
  contradiction: "asks for answers that nobody can give together.",
};

const REDUNDANT: Record<RedundantRule["reason"], string> = {
  dropped: "fires, but the answers that fire it rule out every system that it names.",
  repeated:
    "only adds its reasons: other rules always lead to the same pick and the same cheaper systems.",
};

/** The section on rules that never fire. */
export function UnreachableRules(subject: Subject): JSX.Element {
  const { snapshot, report } = subject;
  const found = report.unreachable.flatMap(({ ruleId, reason, witness }) =>
    reason === "elsewhere" ? [] : [{ ruleId, text: UNREACHABLE[reason], witness }]
  );
  const waiting = report.unreachable.length - found.length;
  return (
    <FindingSection
      id="never-fires"
      title="Rules that never fire"
      count={found.length}
      about="On this track, these rules have no effect."
      clear={waiting === 0
        ? "Every rule fires for some answers."
        : `Every rule fires for some answers, except ${
          counted(waiting, "rule")
        } on questions that only other tracks ask.`}
      unfinished={report.unfinished.includes("unreachable")}
    >
      <Findings>
        {found.map(({ ruleId, text, witness }) => (
          <Finding key={ruleId} of={subject} label="Nearest answers" witness={witness}>
            <RuleLink snapshot={snapshot} id={ruleId} /> {text}
          </Finding>
        ))}
      </Findings>
    </FindingSection>
  );
}

/** The section on rules that never change the outcome. */
export function RedundantRules(subject: Subject): JSX.Element {
  const { snapshot, report } = subject;
  return (
    <FindingSection
      id="redundant"
      title="Rules that never change the outcome"
      count={report.redundant.length}
      about="Without any one of them, every buyer on this track would get the same pick and the same cheaper systems."
      clear="Every rule that fires changes the pick, or the cheaper systems beside it, for some answers."
      unfinished={report.unfinished.includes("redundant")}
    >
      <Findings>
        {report.redundant.map(({ ruleId, reason, witness }) => (
          <Finding key={ruleId} of={subject} label="Fires for" witness={witness}>
            <RuleLink snapshot={snapshot} id={ruleId} /> {REDUNDANT[reason]}
          </Finding>
        ))}
      </Findings>
    </FindingSection>
  );
}

/** The section on pairs of rules that fire together and prefer systems of distant tiers. */
export function RulesPullingApart(subject: Subject): JSX.Element {
  const { snapshot, report: { apart, size, unfinished } } = subject;
  const rows = apart.map((pair) => (
    <li
      key={`${pair.ruleId} ${pair.nextRuleId}`}
      class="grid grid-cols-[minmax(0,1fr)] gap-x-5 py-2.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]"
    >
      <p class="tabular-nums sm:text-end">
        {percent(pair.count.all, size.all)}
        <span class="ms-2 text-sm text-muted sm:ms-0 sm:block">{answerSets(pair.count.all)}</span>
      </p>
      <div>
        <PairSentence snapshot={snapshot} pair={pair} />
        <Witness of={subject} optionIds={pair.witness} />
      </div>
    </li>
  ));
  return (
    <FindingSection
      id="apart"
      title="Rules that prefer distant tiers"
      count={apart.length}
      about="Both rules fire for the same answers and prefer systems at least two steps of the budget ladder apart. The first of the two decides the price level of the pick."
      clear="Where two rules fire together, the first two in line prefer systems of the same or a neighbouring tier."
      unfinished={unfinished.includes("apart")}
    >
      <Findings>{rows.slice(0, PAIRS_SHOWN)}</Findings>
      {rows.length > PAIRS_SHOWN && (
        <Disclosure summary={`${rows.length - PAIRS_SHOWN} rarer pairs`} class="mt-3">
          <Findings>{rows.slice(PAIRS_SHOWN)}</Findings>
        </Disclosure>
      )}
    </FindingSection>
  );
}

function PairSentence(
  { snapshot, pair }: Pick<Subject, "snapshot"> & { pair: RulesApart },
): JSX.Element {
  const { ruleId, nextRuleId, systemId, nextSystemId, steps } = pair;
  return (
    <p>
      <RuleLink snapshot={snapshot} id={ruleId} /> leads to{" "}
      <SystemLink snapshot={snapshot} id={systemId} withTier />; without it,{" "}
      <RuleLink snapshot={snapshot} id={nextRuleId} /> would lead to{" "}
      <SystemLink snapshot={snapshot} id={nextSystemId} withTier />,{" "}
      {counted(Math.abs(steps), "step")} {steps > 0 ? "up" : "down"}.
    </p>
  );
}

/** The kinds of findings: a section each on the page, and a line each in an index. */
import type { ComponentChildren, JSX } from "preact";
import type {
  FindingCounts,
  MissedSystem,
  Question,
  RedundantRule,
  TrackReport,
  UnreachableReason,
} from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { share } from "./figures.ts";
import { gapFindings, GapShares } from "./gaps.tsx";
import { Finding, RuleLink, type Subject, SystemLink } from "./parts.tsx";

interface FindingKind {
  /** Element id of its section. */
  readonly id: string;
  /** Its number in the counts of a report, and its label after the number. */
  readonly count: Exclude<keyof FindingCounts, "total" | "partial">;
  readonly one: string;
  readonly many: string;
  readonly title: string;
  /** Explains the findings in one or two sentences. */
  readonly about: string;
  /** Text shown without findings. */
  readonly clear: string | ((report: TrackReport) => string);
  /** The question of the report that finds them. */
  readonly question: Question;
  readonly list: (subject: Subject) => JSX.Element[];
  readonly Below?: (subject: Subject) => ComponentChildren;
}

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

type Reach = MissedSystem["reach"];

const REACHES: Record<Exclude<Reach, "elsewhere">, { text: string; label: string }> = {
  alternative: {
    text: "is never the pick, only a cheaper system beside it.",
    label: "For example",
  },
  outranked: {
    text:
      "is recommended by rules, but another system always leads and it is never an alternative.",
    label: "Recommended for",
  },
  dropped: {
    text: "fails a requirement of the answers whenever a rule that names it fires.",
    label: "Named for",
  },
  unreachable: { text: "is named only by rules that never fire.", label: "" },
  unnamed: { text: "is not named by any rule of any track.", label: "" },
};

/** The most severe first. */
const KINDS: readonly FindingKind[] = [
  {
    id: "gaps",
    count: "gaps",
    one: "kind of answers without a pick",
    many: "kinds of answers without a pick",
    title: "Answers without a pick",
    about: "We tell buyers with these answers that no system fits.",
    clear: "Every answer set leads to a system.",
    question: "gaps",
    list: gapFindings,
    Below: GapShares,
  },
  {
    id: "unreachable",
    count: "unreachableSystems",
    one: "system that nobody can get",
    many: "systems that nobody can get",
    title: "Systems that nobody can get",
    about: "No answers on this track lead to them, as the pick or beside it.",
    clear: "Buyers can get every system that this track’s rules name.",
    question: "systems",
    list: (subject) => missedSystems(subject, (reach) => reach !== "alternative"),
  },
  {
    id: "never-fires",
    count: "unreachableRules",
    one: "rule that never fires",
    many: "rules that never fire",
    title: "Rules that never fire",
    about: "On this track, these rules have no effect.",
    clear({ unreachable }) {
      const waiting = unreachable.filter(({ reason }) => reason === "elsewhere").length;
      const except = ` except ${counted(waiting, "rule")} on questions that only other tracks ask`;
      return `Every rule fires for some answers${waiting === 0 ? "" : `,${except}`}.`;
    },
    question: "unreachable",
    list: (subject) =>
      subject.report.unreachable.flatMap(({ ruleId, reason, witness }) =>
        reason === "elsewhere" ? [] : [
          <Finding key={ruleId} of={subject} label="Nearest answers" witness={witness}>
            <RuleLink snapshot={subject.snapshot} id={ruleId} /> {UNREACHABLE[reason]}
          </Finding>,
        ]
      ),
  },
  {
    id: "redundant",
    count: "redundantRules",
    one: "rule that changes nothing",
    many: "rules that change nothing",
    title: "Rules that never change the outcome",
    about:
      "Without any one of them, every buyer on this track would get the same pick and the same cheaper systems.",
    clear:
      "Every rule that fires changes the pick, or the cheaper systems beside it, for some answers.",
    question: "redundant",
    list: (subject) =>
      subject.report.redundant.map(({ ruleId, reason, witness }) => (
        <Finding key={ruleId} of={subject} label="Fires for" witness={witness}>
          <RuleLink snapshot={subject.snapshot} id={ruleId} /> {REDUNDANT[reason]}
        </Finding>
      )),
  },
  {
    id: "apart",
    count: "rulesApart",
    one: "pair of rules that prefer distant tiers",
    many: "pairs of rules that prefer distant tiers",
    title: "Rules that prefer distant tiers",
    about:
      "Both rules fire for the same answers and prefer systems at least two steps of the budget ladder apart. The first of the two decides the price level of the pick.",
    clear:
      "Where two rules fire together, the first two in line prefer systems of the same or a neighbouring tier.",
    question: "apart",
    list: rulesApart,
  },
  {
    id: "second",
    count: "onlyAlternatives",
    one: "system that only comes second",
    many: "systems that only come second",
    title: "Systems that only come second",
    about: "This can be right: a plain system often appears beside a dearer pick.",
    clear: "Every system that buyers can get is the pick for some answers.",
    question: "systems",
    list: (subject) => missedSystems(subject, (reach) => reach === "alternative"),
  },
];

function missedSystems(subject: Subject, isOne: (reach: Reach) => boolean): JSX.Element[] {
  return subject.report.missed.flatMap(({ systemId, reach, witness }) =>
    reach === "elsewhere" || !isOne(reach) ? [] : [
      <Finding key={systemId} of={subject} label={REACHES[reach].label} witness={witness}>
        <SystemLink snapshot={subject.snapshot} id={systemId} withTier /> {REACHES[reach].text}
      </Finding>,
    ]
  );
}

function rulesApart(subject: Subject): JSX.Element[] {
  const { snapshot, report: { apart, size } } = subject;
  return apart.map(({ ruleId, nextRuleId, systemId, nextSystemId, steps, count, witness }) => (
    <Finding key={`${ruleId} ${nextRuleId}`} of={subject} witness={witness}>
      For {share(count.all, size.all)}, <RuleLink snapshot={snapshot} id={ruleId} /> leads to{" "}
      <SystemLink snapshot={snapshot} id={systemId} withTier />; without it,{" "}
      <RuleLink snapshot={snapshot} id={nextRuleId} /> would lead to{" "}
      <SystemLink snapshot={snapshot} id={nextSystemId} withTier />,{" "}
      {counted(Math.abs(steps), "step")} {steps > 0 ? "up" : "down"}.
    </Finding>
  ));
}

/** Returns the kinds with at least one finding, with the id of their section: "2 rules that never fire". */
export function findingKinds(counts: FindingCounts): { id: string; text: string }[] {
  return KINDS.filter(({ count }) => counts[count] > 0).map(({ id, count, one, many }) => ({
    id,
    text: `${formatCount(counts[count])} ${counts[count] === 1 ? one : many}`,
  }));
}

/** The sections of a report, one for each kind of finding. */
export function FindingSections(subject: Subject): JSX.Element {
  return <>{KINDS.map((kind) => <Section key={kind.id} kind={kind} subject={subject} />)}</>;
}

/** Number of findings shown; the rest is collapsed. */
const OPEN = 10;

function Section({ kind, subject }: { kind: FindingKind; subject: Subject }): JSX.Element {
  const { id, title, about, clear, question, list, Below } = kind;
  const found = list(subject);
  const isUnfinished = subject.report.unfinished.includes(question);
  return (
    <section aria-labelledby={id}>
      <div class="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} class="text-base font-medium">{title}</h2>
        {found.length > 0 && <span class="text-sm text-muted tabular-nums">{found.length}</span>}
      </div>
      {found.length === 0 && !isUnfinished && (
        <p class="mt-1 flex items-center gap-2 text-sm">
          <Icon name="check" class="size-4 flex-none text-positive" />
          {typeof clear === "string" ? clear : clear(subject.report)}
        </p>
      )}
      {isUnfinished && (
        <p class="mt-1 flex items-center gap-2 text-sm text-warning">
          <Icon name="warning" class="size-4 flex-none" />
          This check is unfinished; there may be more.
        </p>
      )}
      {found.length > 0 && (
        <>
          <p class="mt-1 max-w-text text-sm text-muted">{about}</p>
          <Findings>{found.slice(0, OPEN)}</Findings>
          {found.length > OPEN && (
            <Disclosure summary={`${formatCount(found.length - OPEN)} more`} class="mt-3">
              <Findings>{found.slice(OPEN)}</Findings>
            </Disclosure>
          )}
          {Below && <Below {...subject} />}
        </>
      )}
    </section>
  );
}

function Findings({ children }: { children: ComponentChildren }): JSX.Element {
  return <ol class="mt-2 divide-y divide-line border-y border-line">{children}</ol>;
}

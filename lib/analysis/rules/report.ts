/** The report on the rules of a track, over every answer set that its buyers can give. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { inTurns, type Steps } from "@/lib/timing/mod.ts";
import { findApart, type RulesApart } from "./apart.ts";
import { findGaps, type Gaps } from "./gaps.ts";
import { countLeads, type LeadShare } from "./leads.ts";
import {
  addCounts,
  compareCounts,
  type Count,
  countAnswers,
  type Field,
  holdsNothing,
  NOTHING,
  sizeOfSpace,
} from "./measure.ts";
import {
  redundancyOf,
  type RedundantRule,
  unreachableReasonOf,
  type UnreachableRule,
} from "./rules.ts";
import { findFewest } from "./search.ts";
import { divideSpace } from "./space.ts";
import { type MissedSystem, missedSystem } from "./systems.ts";
import { BudgetSpent, DEFAULT_BUDGET, Meter } from "./work.ts";

/** The parts of a report, in the order in which they are computed. */
export const QUESTIONS = [
  "answers",
  "unreachable",
  "leads",
  "gaps",
  "systems",
  "redundant",
  "apart",
] as const;
/** One of {@linkcode QUESTIONS}. */
export type Question = typeof QUESTIONS[number];

/** The point at which a report stopped because its budget was spent. */
export interface Stop {
  readonly question: Question;
  /** The rule or system that was being analysed; null when the part is not about one. */
  readonly id: string | null;
}

/**
 * The report on the rules of a track. Every figure and finding is exact over all answer sets. The parts listed in
 * `unfinished` are incomplete or missing.
 */
export interface TrackReport {
  readonly track: string | null;
  /** Number of all answer sets of the track: questions may be skipped, but not all of them. */
  readonly size: Count;
  /** How often each system leads, the most frequent first. */
  readonly leads: readonly LeadShare[];
  /** Answer sets that have a pick. */
  readonly picked: Count;
  /** Answer sets whose pick has a cheaper alternative. */
  readonly withAlternatives: Count;
  readonly gaps: Gaps | null;
  /** How many answer sets fire each rule, in rule order, without the unreachable rules. */
  readonly fires: readonly { readonly ruleId: string; readonly count: Count }[];
  readonly unreachable: readonly UnreachableRule[];
  readonly redundant: readonly RedundantRule[];
  /** Systems that never lead. */
  readonly missed: readonly MissedSystem[];
  /** The most frequent first. */
  readonly apart: readonly RulesApart[];
  /** Number of steps that the report took. */
  readonly steps: number;
  readonly stopped: Stop | null;
  readonly unfinished: readonly Question[];
}

type Draft = { -readonly [Key in keyof TrackReport]: TrackReport[Key] };

/**
 * Analyses the rules of a track exactly; `track` null means the default rule set. Yields to the event loop regularly.
 * When the budget of steps is spent, returns the report so far, with `stopped` and `unfinished` set.
 */
export async function analyzeTrack(
  snapshot: Snapshot,
  track: string | null,
  { budget = DEFAULT_BUDGET }: { budget?: number } = {},
): Promise<TrackReport> {
  const meter = new Meter(budget);
  const draft: Draft = {
    track,
    size: NOTHING,
    leads: [],
    picked: NOTHING,
    withAlternatives: NOTHING,
    gaps: null,
    fires: [],
    unreachable: [],
    redundant: [],
    missed: [],
    apart: [],
    steps: 0,
    stopped: { question: "answers", id: null },
    unfinished: QUESTIONS,
  };
  try {
    await inTurns(fill(draft, snapshot, meter));
    draft.stopped = null;
    draft.unfinished = [];
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
  }
  return { ...draft, steps: meter.steps };
}

function* fill(draft: Draft, snapshot: Snapshot, meter: Meter): Steps<void> {
  const ask = (question: Question, id: string | null = null) => {
    draft.stopped = { question, id };
    draft.unfinished = QUESTIONS.slice(QUESTIONS.indexOf(question));
  };
  ask("answers");
  const space = yield* divideSpace(snapshot, draft.track, meter);
  const field: Field = { space, meter };
  draft.size = sizeOfSpace(space);
  const fires = new Map<string, readonly string[]>();
  for (const { rule, region, nearest } of space.firing) {
    ask("unreachable", rule.id);
    const own = region && (yield* findFewest(field, [{ region, outside: [] }]));
    if (own && region) {
      fires.set(rule.id, own);
      const count = yield* countAnswers(field, { region, outside: [] });
      draft.fires = [...draft.fires, { ruleId: rule.id, count }];
    }
    const reason = unreachableReasonOf(space, rule, own !== null);
    if (reason === null) continue;
    const near = { region: nearest, outside: [] };
    const witness = holdsNothing(space, near) ? null : yield* findFewest(field, [near]);
    draft.unreachable = [...draft.unreachable, { ruleId: rule.id, reason, witness }];
  }
  ask("leads");
  yield* countLeads(field, (leads) => {
    draft.leads = leads;
    draft.picked = leads.reduce((sum, { count }) => addCounts(sum, count), NOTHING);
    draft.withAlternatives = leads.reduce(
      (sum, { withAlternatives }) => addCounts(sum, withAlternatives),
      NOTHING,
    );
  });
  ask("gaps");
  draft.gaps = yield* findGaps(field);
  const leading = new Set(draft.leads.map(({ systemId }) => systemId));
  for (const system of snapshot.systems) {
    ask("systems", system.id);
    if (!leading.has(system.id)) {
      draft.missed = [...draft.missed, yield* missedSystem(field, system)];
    }
  }
  for (const [ruleId, witness] of fires) {
    ask("redundant", ruleId);
    const rule = snapshot.rules.find(({ id }) => id === ruleId);
    const reason = rule ? yield* redundancyOf(field, rule) : null;
    if (reason) draft.redundant = [...draft.redundant, { ruleId, reason, witness }];
  }
  for (const { rule } of space.firing) {
    ask("apart", rule.id);
    const pairs = [...draft.apart, ...yield* findApart(field, rule)];
    draft.apart = pairs.sort((a, b) => compareCounts(b.count, a.count));
  }
}

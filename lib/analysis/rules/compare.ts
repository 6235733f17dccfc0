/** What a change of the catalog does to the picks of a track, counted exactly. */
import { inSentence, type Snapshot } from "../../catalog/mod.ts";
import { askedFactors } from "../../journey/mod.ts";
import {
  addCounts,
  compareCounts,
  type Count,
  countAnswers,
  type Field,
  NOTHING,
  type Place,
  sizeOfSpace,
} from "./measure.ts";
import { intersect, type Region } from "./region.ts";
import { findFewest } from "./search.ts";
import { divideTogether, type TrackSpace } from "./space.ts";
import { BudgetSpent, DEFAULT_BUDGET, Meter, type Work, workThrough } from "./work.ts";

/** Answer sets that had one lead and get another; null stands for no pick. */
export interface LeadMove {
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
  readonly count: Count;
  /** The smallest such answer set, in asking order. */
  readonly witness: readonly string[];
}

/** What a change does to a track. */
export interface OutcomeComparison {
  readonly comparable: true;
  /** Every answer set of the track; the empty one is not among them. */
  readonly size: Count;
  /** Answer sets that get another lead, lose theirs or gain one; and those of the latter two kinds. */
  readonly changed: Count;
  readonly lost: Count;
  readonly gained: Count;
  /** The most frequent first. */
  readonly moves: readonly LeadMove[];
  /** The budget was spent before everything was counted: at least this much changes. */
  readonly partial: boolean;
  readonly steps: number;
}

/** The two catalogs do not ask the same, so their answer sets are not the same things. */
export interface NoComparison {
  readonly comparable: false;
  readonly reason: string;
}

/**
 * Counts, over every answer set of a track, which leads change between two catalogs that ask the same
 * questions with the same options; `null` is the default track. Exact, unless the budget of steps
 * is spent: then `partial` is true and what was counted until then is given.
 */
export async function compareOutcomes(
  before: Snapshot,
  after: Snapshot,
  track: string | null,
  { budget = DEFAULT_BUDGET }: { budget?: number } = {},
): Promise<OutcomeComparison | NoComparison> {
  const reason = whyIncomparable(before, after, track);
  if (reason !== null) return { comparable: false, reason };
  const meter = new Meter(budget);
  const found: Found = { moves: new Map(), size: NOTHING };
  let partial = false;
  try {
    await workThrough(findMoves([before, after], track, { meter, found }));
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    partial = true;
  }
  const moves = [...found.moves.values()].sort((a, b) => compareCounts(b.count, a.count));
  return {
    comparable: true,
    size: found.size,
    changed: sumOf(moves),
    lost: sumOf(moves.filter(({ toSystemId }) => toSystemId === null)),
    gained: sumOf(moves.filter(({ fromSystemId }) => fromSystemId === null)),
    moves,
    partial,
    steps: meter.steps,
  };
}

function sumOf(moves: readonly LeadMove[]): Count {
  return moves.reduce((sum, { count }) => addCounts(sum, count), NOTHING);
}

interface Found {
  readonly moves: Map<string, LeadMove>;
  size: Count;
}

function whyIncomparable(before: Snapshot, after: Snapshot, track: string | null): string | null {
  const [old, now] = [before, after].map((snapshot) => askedFactors(snapshot, track));
  for (const factor of old ?? []) {
    const same = now?.find(({ id }) => id === factor.id);
    if (!same) return `The question of ${inSentence(factor.name)} is no longer asked.`;
    if (same.multiple !== factor.multiple) {
      return `The question of ${inSentence(factor.name)} takes another number of answers.`;
    }
    const ids = (options: typeof factor.options) => options.map(({ id }) => id).sort().join();
    if (ids(same.options) !== ids(factor.options)) {
      return `The question of ${inSentence(factor.name)} has other options.`;
    }
  }
  const added = now?.find(({ id }) => !old?.some((factor) => factor.id === id));
  return added ? `The question of ${inSentence(added.name)} is new.` : null;
}

/** One side's box in its order, or the place behind all of them, where there is no pick. */
interface Turn {
  readonly systemId: string | null;
  readonly region: Region;
  readonly earlier: readonly Region[];
}

function* findMoves(
  snapshots: readonly [Snapshot, Snapshot],
  track: string | null,
  { meter, found }: { meter: Meter; found: Found },
): Work<void> {
  const [before, after] = yield* divideTogether(snapshots, track, meter);
  found.size = sizeOfSpace(before);
  const [old, now] = [turnsOf(before), turnsOf(after)];
  const start = countSame(old, now);
  const end = countSame(old.slice(start).reverse(), now.slice(start).reverse());
  for (const [place, from] of old.entries()) {
    for (const [other, to] of now.entries()) {
      // Where both sides decide by turns that they share in the same order, nothing can change.
      const shared = place < start || other < start ||
        (place >= old.length - end && other >= now.length - end);
      if (!shared) yield* addMove({ space: before, meter }, found, { from, to });
    }
  }
}

function turnsOf({ boxes, everything }: TrackSpace): Turn[] {
  const regions = boxes.map(({ region }) => region);
  return [
    ...boxes.map(({ system, region }, place) => ({
      systemId: system.id,
      region,
      earlier: regions.slice(0, place),
    })),
    { systemId: null, region: everything, earlier: regions },
  ];
}

/** How many turns two lists have in common from the start. */
function countSame(a: readonly Turn[], b: readonly Turn[]): number {
  const differs = a.findIndex(({ systemId, region }, place) => {
    const other = b[place];
    return other?.systemId !== systemId || other.region.join() !== region.join();
  });
  return differs === -1 ? a.length : differs;
}

function* addMove(
  field: Field,
  { moves }: Found,
  { from, to }: { from: Turn; to: Turn },
): Work<void> {
  if (field.meter.spend()) yield;
  if (from.systemId === to.systemId) return;
  const region = intersect(from.region, to.region, field.space.factors);
  if (region === null) return;
  const place: Place = { region, outside: [...from.earlier, ...to.earlier] };
  const count = yield* countAnswers(field, place);
  if (count.all === 0n) return;
  const key = `${from.systemId} ${to.systemId}`;
  const known = moves.get(key);
  const witness = (yield* findFewest(field, [place])) ?? [];
  moves.set(key, {
    fromSystemId: from.systemId,
    toSystemId: to.systemId,
    count: known ? addCounts(known.count, count) : count,
    witness: known && known.witness.length <= witness.length ? known.witness : witness,
  });
}

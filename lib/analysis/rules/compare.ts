/** Counts exactly how a change of the catalog changes the picks of a track. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { inSentence } from "@/lib/text/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { inTurns, type Steps } from "@/lib/timing/mod.ts";
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
import { BudgetSpent, DEFAULT_BUDGET, Meter } from "./work.ts";

/** The answer sets whose lead changes from one system to another; null stands for no pick. */
interface LeadMove {
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
  readonly count: Count;
  /** A smallest such answer set, in asking order. */
  readonly witness: readonly string[];
}

/** How a change affects the leads of a track. */
export interface OutcomeComparison {
  readonly comparable: true;
  /** Number of all answer sets of the track, without the empty one. */
  readonly size: Count;
  /** Answer sets whose lead changes, appears or disappears. */
  readonly changed: Count;
  /** Answer sets whose lead disappears. */
  readonly lost: Count;
  /** Answer sets that had no lead and get one. */
  readonly gained: Count;
  /** The most frequent first. */
  readonly moves: readonly LeadMove[];
  /** Whether the budget was spent before everything was counted: the counts are then lower bounds. */
  readonly partial: boolean;
  readonly steps: number;
}

/** The two catalogs ask different questions, so their answer sets cannot be compared. */
export interface NoComparison {
  readonly comparable: false;
  readonly reason: string;
}

/**
 * Counts over every answer set of a track which leads change between two catalogs. `track` null means the default rule
 * set. Returns a `NoComparison` when the catalogs do not ask the same questions with the same options. The counts are
 * exact; when the budget of steps is spent, `partial` is true and the counts so far are returned.
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
    await inTurns(findMoves([before, after], track, { meter, found }));
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

/** One entry of a side's decision list: a box, or the final entry for answer sets without a pick. */
interface Entry {
  readonly systemId: string | null;
  readonly region: Region;
  readonly earlier: readonly Region[];
}

function* findMoves(
  snapshots: readonly [Snapshot, Snapshot],
  track: string | null,
  { meter, found }: { meter: Meter; found: Found },
): Steps<void> {
  const [before, after] = yield* divideTogether(snapshots, track, meter);
  found.size = sizeOfSpace(before);
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const start = countSame(old, now);
  const end = countSame(old.slice(start).reverse(), now.slice(start).reverse());
  for (const [place, from] of old.entries()) {
    for (const [other, to] of now.entries()) {
      // Entries in the common prefix or suffix of both lists decide alike, so no lead changes there.
      const shared = place < start || other < start ||
        (place >= old.length - end && other >= now.length - end);
      if (!shared) yield* addMove({ space: before, meter }, found, { from, to });
    }
  }
}

function entriesOf({ boxes, everything }: TrackSpace): Entry[] {
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

/** Returns the length of the common prefix of two lists. */
function countSame(a: readonly Entry[], b: readonly Entry[]): number {
  const differs = a.findIndex(({ systemId, region }, place) => {
    const other = b[place];
    return other?.systemId !== systemId || other.region.join() !== region.join();
  });
  return differs === -1 ? a.length : differs;
}

function* addMove(
  field: Field,
  { moves }: Found,
  { from, to }: { from: Entry; to: Entry },
): Steps<void> {
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

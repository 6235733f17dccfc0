/** Counts the answer sets of a region that lie outside of some boxes. */
import type { Steps } from "@/lib/timing/mod.ts";
import type { DividedFactor } from "./classes.ts";
import { type Cut, independentParts, settle, split } from "./cut.ts";
import { classesIn, intersect, type Region } from "./region.ts";
import type { TrackSpace } from "./space.ts";
import { type Meter, stepsFor } from "./work.ts";

/** A number of answer sets. */
export interface Count {
  readonly all: bigint;
  /** The number of them that skip no question. */
  readonly complete: bigint;
}

/** The space to analyse, and the meter that limits the work. */
export interface Field {
  readonly space: TrackSpace;
  readonly meter: Meter;
}

/** A set of answer sets: the region without the boxes in `outside`. */
export interface Place {
  readonly region: Region;
  readonly outside: readonly Region[];
}

/**
 * A count with its derivation: the product of the number of answers of the settled factors and the count of each part.
 * The count of a part is the sum over its branches.
 */
export interface Tally extends Count {
  readonly region: Region;
  readonly settled: readonly DividedFactor[];
  readonly parts: readonly (readonly Tally[])[];
}

/** Most regions that a tally keeps, which take some dozens of megabytes. */
const MAX_REMEMBERED = 200_000;

/** The count of no answer sets. */
export const NOTHING: Count = { all: 0n, complete: 0n };

/** Adds two counts. */
export function addCounts(a: Count, b: Count): Count {
  return { all: a.all + b.all, complete: a.complete + b.complete };
}

/** Compares counts by `all`, the smaller first, for sorting. */
export function compareCounts(a: Count, b: Count): number {
  return a.all < b.all ? -1 : a.all > b.all ? 1 : 0;
}

/** Counts the answer sets of a place, without the empty one. */
export function* countAnswers(field: Field, place: Place): Steps<Count> {
  const { space: { factors }, meter } = field;
  return countOf(
    field.space,
    place,
    yield* tally(place, { scope: factors, meter, memory: { regions: 0 } }),
  );
}

/** Returns the count of a tally without the empty answer set. */
function countOf(space: TrackSpace, place: Place, { all, complete }: Tally): Count {
  return holdsNothing(space, place) ? withoutNothing(space, { all, complete }) : { all, complete };
}

/** Returns the number of all answer sets of a space, without the empty one. */
export function sizeOfSpace(space: TrackSpace): Count {
  return withoutNothing(space, sizeOf(space.everything, space.factors));
}

/** Subtracts the empty answer set, which is also complete when there are no questions. */
function withoutNothing({ factors }: TrackSpace, { all, complete }: Count): Count {
  return { all: all - 1n, complete: factors.length === 0 ? 0n : complete };
}

/**
 * Tallies the answer sets of a place. The `tally` includes the empty answer set when the place contains it; the `count`
 * does not. `tally` is null when it would have more regions than fit in memory.
 */
export function* tallyAnswers(
  { space, meter }: Field,
  place: Place,
): Steps<{ count: Count; tally: Tally | null }> {
  const memory = { regions: MAX_REMEMBERED };
  const whole = yield* tally(place, { scope: space.factors, meter, memory });
  return { count: countOf(space, place, whole), tally: memory.regions < 0 ? null : whole };
}

/** Whether a place contains the empty answer set. */
export function holdsNothing(
  { nothing, factors }: TrackSpace,
  { region, outside }: Place,
): boolean {
  const holds = (box: Region) => intersect(box, nothing, factors) !== null;
  return holds(region) && !outside.some(holds);
}

/** The factors that a tally covers, its meter, and how many more regions it may keep. */
interface Terms {
  readonly scope: readonly DividedFactor[];
  readonly meter: Meter;
  readonly memory: { regions: number };
}

/**
 * Tallies a region recursively: splits it along one factor, and splits the pieces again until no box cuts them. Two
 * things keep the number of regions small. Boxes that share no factor are independent, so their counts are multiplied.
 * And a factor is split only into the groups of classes that the boxes distinguish.
 */
function* tally({ region, outside }: Place, terms: Terms): Steps<Tally> {
  const { scope, meter, memory } = terms;
  if (meter.spend(stepsFor(outside.length))) yield;
  const cut = settle(region, outside, scope);
  if (cut === null) return { ...NOTHING, region, settled: scope, parts: [] };
  const { parts: independent, settled } = independentParts(cut);
  let { all, complete } = sizeOf(cut.region, settled);
  const parts: Tally[][] = [];
  for (const part of independent) {
    if (all === 0n) break;
    const left = part.cutting.map(({ box }) => box);
    const branches = left.length <= 2 ? includeExclude(part, left) : [];
    if (left.length > 2) {
      for (const piece of split(part)) {
        const below = { ...terms, scope: part.scope };
        branches.push(yield* tally({ region: piece, outside: left }, below));
      }
    }
    all *= branches.reduce((sum, branch) => sum + branch.all, 0n);
    complete *= branches.reduce((sum, branch) => sum + branch.complete, 0n);
    memory.regions -= branches.length;
    if (memory.regions >= 0) parts.push(branches);
  }
  return { all, complete, region: cut.region, settled, parts };
}

/** Returns the tally of a region that no box cuts, added or subtracted according to `sign`. */
function leaf(region: Region, scope: readonly DividedFactor[], sign: 1n | -1n): Tally {
  const { all, complete } = sizeOf(region, scope);
  return { all: sign * all, complete: sign * complete, region, settled: scope, parts: [] };
}

/** Counts a region outside of a few boxes by inclusion and exclusion, which is faster than splitting. */
function includeExclude({ region, scope }: Cut, boxes: readonly Region[]): Tally[] {
  return boxes.reduce<Tally[]>(
    (terms, box) => [
      ...terms,
      ...terms.flatMap((term) => {
        const both = intersect(term.region, box, scope);
        return both ? [leaf(both, scope, term.all < 0n ? 1n : -1n)] : [];
      }),
    ],
    [leaf(region, scope, 1n)],
  );
}

/** Returns the number of answer sets of a region over the factors in `scope`. */
function sizeOf(region: Region, scope: readonly DividedFactor[]): Count {
  let [all, complete] = [1n, 1n];
  for (const factor of scope) {
    let [ownAll, ownComplete] = [0n, 0n];
    for (const place of classesIn(region, factor)) {
      ownAll += factor.classes[place]?.all ?? 0n;
      ownComplete += factor.classes[place]?.complete ?? 0n;
    }
    all *= ownAll;
    complete *= ownComplete;
  }
  return { all, complete };
}

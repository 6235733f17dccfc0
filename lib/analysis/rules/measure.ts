/** How many answers of a region no box holds. */
import type { DividedFactor } from "./classes.ts";
import { type Cut, independentParts, settle, split } from "./cut.ts";
import { classesIn, intersect, type Region } from "./region.ts";
import type { TrackSpace } from "./space.ts";
import { type Meter, stepsFor, type Work } from "./work.ts";

/** A number of answer sets. */
export interface Count {
  readonly all: bigint;
  /** Those that skip no question. */
  readonly complete: bigint;
}

/** What is looked through, and what that may cost. */
export interface Field {
  readonly space: TrackSpace;
  readonly meter: Meter;
}

/** Where to look: in the region, outside of the boxes. */
export interface Place {
  readonly region: Region;
  readonly outside: readonly Region[];
}

/**
 * A count and how it came about: the product of the settled factors' answers and of each part's count,
 * which is the sum over its branches.
 */
export interface Tally extends Count {
  readonly region: Region;
  readonly settled: readonly DividedFactor[];
  readonly parts: readonly (readonly Tally[])[];
}

/** Regions that a tally remembers: some dozens of megabytes. */
const MAX_REMEMBERED = 200_000;

/** No answers at all. */
export const NOTHING: Count = { all: 0n, complete: 0n };

/** The sum of two counts. */
export function addCounts(a: Count, b: Count): Count {
  return { all: a.all + b.all, complete: a.complete + b.complete };
}

/** Orders counts, the smaller first. */
export function compareCounts(a: Count, b: Count): number {
  return a.all < b.all ? -1 : a.all > b.all ? 1 : 0;
}

/** Counts the answer sets of a place. The empty one is outside of the space and never counts. */
export function* countAnswers(field: Field, place: Place): Work<Count> {
  const { space: { factors }, meter } = field;
  return countOf(
    field.space,
    place,
    yield* tally(place, { scope: factors, meter, memory: { regions: 0 } }),
  );
}

/** What a tally of a place counts, the empty answer set left out. */
function countOf(space: TrackSpace, place: Place, { all, complete }: Tally): Count {
  return holdsNothing(space, place) ? withoutNothing(space, { all, complete }) : { all, complete };
}

/** The number of all answer sets. */
export function sizeOfSpace(space: TrackSpace): Count {
  return withoutNothing(space, sizeOf(space.everything, space.factors));
}

/** Where there is no question at all, the empty answer set is a complete one too. */
function withoutNothing({ factors }: TrackSpace, { all, complete }: Count): Count {
  return { all: all - 1n, complete: factors.length === 0 ? 0n : complete };
}

/**
 * Tallies the answer sets of a place, the empty one included where it is one. Where that takes too many
 * regions to remember them all, the tally is `null`, and only the count is there.
 */
export function* tallyAnswers(
  { space, meter }: Field,
  place: Place,
): Work<{ count: Count; tally: Tally | null }> {
  const memory = { regions: MAX_REMEMBERED };
  const whole = yield* tally(place, { scope: space.factors, meter, memory });
  return { count: countOf(space, place, whole), tally: memory.regions < 0 ? null : whole };
}

/** Whether the empty answer set lies in a place. */
export function holdsNothing(
  { nothing, factors }: TrackSpace,
  { region, outside }: Place,
): boolean {
  const holds = (box: Region) => intersect(box, nothing, factors) !== null;
  return holds(region) && !outside.some(holds);
}

/** What a tally looks at, and for how many regions it keeps how their count came about. */
interface Terms {
  readonly scope: readonly DividedFactor[];
  readonly meter: Meter;
  readonly memory: { regions: number };
}

/**
 * A region that boxes cut is split by a factor, and its pieces are split again until no box cuts them.
 * Boxes without a factor in common cut independently, so that their counts multiply; that, and dividing a
 * factor only into what the boxes tell apart, is what keeps the number of regions small.
 */
function* tally({ region, outside }: Place, terms: Terms): Work<Tally> {
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

/** A region that nothing cuts, counted or taken away. */
function leaf(region: Region, scope: readonly DividedFactor[], sign: 1n | -1n): Tally {
  const { all, complete } = sizeOf(region, scope);
  return { all: sign * all, complete: sign * complete, region, settled: scope, parts: [] };
}

/** Few boxes are quicker added and taken away: the region, less what each holds, and what both do twice. */
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

/** The number of answers of a region on some factors. */
export function sizeOf(region: Region, scope: readonly DividedFactor[]): Count {
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

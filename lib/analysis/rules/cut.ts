/** Cuts regions by boxes: a box cuts a region when it contains a part of it, but not all of it. */
import type { DividedFactor } from "./classes.ts";
import { overlapOf, type Region } from "./region.ts";

/** A box that cuts a region, and the factors of which it contains only some of the region's classes. */
interface Cutting {
  readonly box: Region;
  readonly open: readonly DividedFactor[];
}

/** A region and the boxes that cut it, each on two factors or more. */
export interface Cut {
  readonly region: Region;
  readonly cutting: readonly Cutting[];
  /** The factors to consider. */
  readonly scope: readonly DividedFactor[];
}

/**
 * Removes the boxes that are disjoint from the region, and subtracts from the region each box that cuts it on a single
 * factor, until only boxes remain that cut it on several factors. Returns null when nothing is left of the region.
 */
export function settle(
  region: Region,
  boxes: readonly Region[],
  scope: readonly DividedFactor[],
): Cut | null {
  let own = region;
  let pending = boxes;
  for (;;) {
    const cutting: Cutting[] = [];
    let shrunk = false;
    for (const box of pending) {
      const open = openFactors(own, box, scope);
      if (open === null) continue;
      const [first] = open;
      if (first === undefined) return null;
      if (open.length > 1) cutting.push({ box, open });
      else {
        own = without(own, box, first);
        shrunk = true;
      }
    }
    if (!shrunk) return { region: own, cutting, scope };
    pending = cutting.map(({ box }) => box);
  }
}

/** Returns the factors on which a box cuts a region; null when the two are disjoint. */
function openFactors(
  region: Region,
  box: Region,
  scope: readonly DividedFactor[],
): DividedFactor[] | null {
  const open: DividedFactor[] = [];
  for (const factor of scope) {
    const overlap = overlapOf(region, box, factor);
    if (overlap === "apart") return null;
    if (overlap === "partly") open.push(factor);
  }
  return open;
}

/** Returns the region without the box's classes of one factor. */
function without(region: Region, box: Region, { start, end }: DividedFactor): Region {
  const rest = region.slice();
  for (let word = start; word < end; word++) rest[word] = (rest[word] ?? 0) & ~(box[word] ?? 0);
  return rest;
}

/** Returns the region restricted to the box's classes of one factor. */
function within(region: Region, box: Region, { start, end }: DividedFactor): Region {
  const rest = region.slice();
  for (let word = start; word < end; word++) rest[word] = (rest[word] ?? 0) & (box[word] ?? 0);
  return rest;
}

/** A cut divided into parts that share no factor, and the factors on which no box cuts the region. */
export interface Parts {
  readonly parts: readonly Cut[];
  readonly settled: readonly DividedFactor[];
}

/** Divides a cut into independent parts by union-find: boxes that share a factor, even indirectly, are in one part. */
export function independentParts({ region, cutting, scope }: Cut): Parts {
  const leaders = new Map<DividedFactor, DividedFactor>();
  const leaderOf = (factor: DividedFactor): DividedFactor => {
    let leader = factor;
    for (let next = leaders.get(leader); next && next !== leader; next = leaders.get(leader)) {
      leader = next;
    }
    return leader;
  };
  for (const { open } of cutting) {
    const [first] = open;
    const leader = first && leaderOf(first);
    for (const factor of open) if (leader) leaders.set(leaderOf(factor), leader);
  }
  const settled = scope.filter((factor) => !leaders.has(factor));
  const roots = new Set([...leaders.keys()].map(leaderOf));
  if (roots.size === 1) {
    const own = settled.length === 0 ? scope : scope.filter((factor) => leaders.has(factor));
    return { parts: [{ region, cutting, scope: own }], settled };
  }
  const parts = [...roots].map((root) => ({
    region,
    cutting: cutting.filter(({ open }) => open[0] && leaderOf(open[0]) === root),
    scope: scope.filter((factor) => leaders.has(factor) && leaderOf(factor) === root),
  }));
  return { parts, settled };
}

/** Splits a region along the factor that most boxes cut, into pieces whose classes those boxes do not distinguish. */
export function split({ region, cutting, scope }: Cut): Region[] {
  const loads = new Map<DividedFactor, number>();
  for (const { open } of cutting) {
    for (const factor of open) loads.set(factor, (loads.get(factor) ?? 0) + 1);
  }
  let busiest = scope[0];
  for (const factor of scope) {
    if (busiest && (loads.get(factor) ?? 0) > (loads.get(busiest) ?? 0)) busiest = factor;
  }
  if (!busiest) return [region];
  const factor = busiest;
  let groups: Region[] = [region];
  for (const { box, open } of cutting) {
    if (!open.includes(factor)) continue;
    groups = groups.flatMap((group) => {
      const overlap = overlapOf(group, box, factor);
      if (overlap !== "partly") return [group];
      return [within(group, box, factor), without(group, box, factor)];
    });
  }
  return groups;
}

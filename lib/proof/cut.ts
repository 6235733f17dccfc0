/** Regions that boxes cut, and how to split them until none does. */
import type { DividedFactor } from "./classes.ts";
import { overlapOf, type Region } from "./region.ts";

/** A box that cuts a region, and the factors that it cuts it on. */
interface Cutting {
  readonly box: Region;
  readonly open: readonly DividedFactor[];
}

/** A region and the boxes that cut it, each on two factors or more. */
export interface Cut {
  readonly region: Region;
  readonly cutting: readonly Cutting[];
  /** The factors in question. */
  readonly scope: readonly DividedFactor[];
}

/**
 * Leaves out the boxes that the region does not meet, and takes out of the region what a box holds that
 * cuts it on one factor alone. Null when nothing is left of the region.
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

/** The factors on which a box cuts a region; null when the two have nothing in common. */
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

function without(region: Region, box: Region, { start, end }: DividedFactor): Region {
  const rest = region.slice();
  for (let word = start; word < end; word++) rest[word] = (rest[word] ?? 0) & ~(box[word] ?? 0);
  return rest;
}

/** Boxes that share a factor, directly or by way of others, belong to one part. */
export function independentParts({ region, cutting }: Cut): Cut[] {
  let parts: Cut[] = [];
  for (const each of cutting) {
    const touched = parts.filter(({ scope }) => each.open.some((factor) => scope.includes(factor)));
    const [first, ...others] = touched;
    if (first && others.length === 0 && each.open.every((factor) => first.scope.includes(factor))) {
      parts = parts.map((part) =>
        part === first ? { ...part, cutting: [...part.cutting, each] } : part
      );
      continue;
    }
    parts = parts.filter((part) => !touched.includes(part));
    parts.push({
      region,
      cutting: [...touched.flatMap((part) => part.cutting), each],
      scope: [...new Set([...touched.flatMap(({ scope }) => scope), ...each.open])],
    });
  }
  return parts;
}

/** Splits a region by the factor that most boxes cut it on, into what those boxes treat alike. */
export function split({ region, cutting, scope }: Cut): Region[] {
  const loads = new Map<DividedFactor, number>();
  for (const { open } of cutting) {
    for (const factor of open) loads.set(factor, (loads.get(factor) ?? 0) + 1);
  }
  let [busiest] = scope;
  for (const factor of scope) {
    if (busiest && (loads.get(factor) ?? 0) > (loads.get(busiest) ?? 0)) busiest = factor;
  }
  if (!busiest) return [region];
  const { start, end } = busiest;
  let groups = [region.slice(start, end)];
  for (const { box, open } of cutting) {
    if (!open.includes(busiest)) continue;
    groups = groups.flatMap((group) => [
      group.map((word, index) => word & (box[start + index] ?? 0)),
      group.map((word, index) => word & ~(box[start + index] ?? 0)),
    ]).filter((group) => group.some((word) => word !== 0));
  }
  return groups.map((group) => region.toSpliced(start, end - start, ...group));
}

/** Finds a smallest answer set in a region outside of some boxes, by branch and bound. */
import type { Steps } from "@/lib/timing/mod.ts";
import type { DividedFactor } from "./classes.ts";
import { settle, split } from "./cut.ts";
import type { Field, Place } from "./measure.ts";
import { classesIn, type Region } from "./region.ts";
import { stepsFor } from "./work.ts";

/**
 * Finds a smallest answer set in any of the places, as option ids in asking order. Returns null when all places are
 * empty; the empty answer set does not count. With `any`, the first answer set found is returned, which is faster.
 */
export function* findFewest(
  { space: { factors }, meter }: Field,
  places: Iterable<Place>,
  { any = false } = {},
): Steps<string[] | null> {
  let best: string[] | null = null;
  const done = () => best !== null && (any || best.length === 1);
  const search = function* ({ region, outside }: Place): Steps<void> {
    if (meter.spend(stepsFor(outside.length))) yield;
    if (done() || !isWorthwhile(region)) return;
    const cut = settle(region, outside, factors);
    if (cut === null || !isWorthwhile(cut.region)) return;
    if (cut.cutting.length === 0) {
      const found = fewestAnswers(cut.region, factors);
      if (found && (best === null || found.length < best.length)) best = found;
      return;
    }
    const boxes = cut.cutting.map(({ box }) => box);
    const pieces = split(cut);
    pieces.sort((a, b) => leastSize(a, factors) - leastSize(b, factors));
    for (const piece of pieces) yield* search({ region: piece, outside: boxes });
  };
  const isWorthwhile = (region: Region) =>
    best === null || Math.max(1, leastSize(region, factors)) < best.length;
  for (const place of places) {
    if (done()) break;
    yield* search(place);
  }
  return best;
}

function leastSize(region: Region, factors: readonly DividedFactor[]): number {
  return factors.reduce((sum, factor) => sum + fewestOf(region, factor).length, 0);
}

/** Returns a smallest answer set of a region; null when the region contains only the empty one. */
function fewestAnswers(region: Region, factors: readonly DividedFactor[]): string[] | null {
  const fewest = factors.flatMap((factor) => fewestOf(region, factor));
  if (fewest.length > 0) return fewest;
  const given = factors.flatMap((factor) =>
    classesIn(region, factor).flatMap((place) => {
      const answers = factor.classes[place]?.fewestGiven;
      return answers ? [answers] : [];
    })
  );
  const [first] = given.sort((a, b) => a.length - b.length);
  return first ? [...first] : null;
}

function fewestOf(region: Region, factor: DividedFactor): readonly string[] {
  let best: readonly string[] | undefined;
  for (const place of classesIn(region, factor)) {
    const answers = factor.classes[place]?.fewest;
    if (answers && (!best || answers.length < best.length)) best = answers;
  }
  return best ?? [];
}

/** Tries a rule on random answers that fire it, where there are too many answer sets to count. */
import type { Factor, Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { type Answers, conditionHolds, liveConditions, select } from "@/lib/selection/mod.ts";
import { inTurns, type Steps } from "@/lib/timing/mod.ts";
import { differenceOf } from "./difference.ts";
import type { Replay, ReplayedPick } from "./replay.ts";

/** How a change alters the leads of sampled answers; each move has the first answers that it was seen with. */
export interface Sample extends Pick<Replay, "picks" | "changed" | "moves"> {
  /** The first answers; undefined without any. */
  readonly first: Answers | undefined;
}

/** Compares the leads of two catalogs for each of some answers, and groups the changes by their two leads. */
export async function compareSample(
  before: Snapshot,
  after: Snapshot,
  drawn: readonly Answers[],
): Promise<Sample> {
  return await inTurns(comparisonSteps(before, after, drawn));
}

function* comparisonSteps(
  before: Snapshot,
  after: Snapshot,
  drawn: readonly Answers[],
): Steps<Sample> {
  const moves = new Map<string, ReplayedPick>();
  for (const answers of drawn) {
    const { lead } = differenceOf(select(before, answers), select(after, answers));
    if (lead !== null) {
      const key = JSON.stringify([lead.from, lead.to]);
      const move = moves.get(key) ??
        { answers, count: 0, fromSystemId: lead.from, toSystemId: lead.to };
      moves.set(key, { ...move, count: move.count + 1 });
    }
    yield;
  }
  return {
    first: drawn[0],
    picks: drawn.length,
    changed: moves.values().reduce((sum, { count }) => sum + count, 0),
    moves: [...moves.values()].sort((a, b) => b.count - a.count),
  };
}

/** Share of the questions that a drawn buyer skips. */
const SKIPPED = 0.25;

/**
 * Draws answers to the questions of a track that meet all conditions of a rule. Returns fewer than `count` when the
 * conditions contradict each other or are not asked about on the track.
 */
export function drawAnswers(
  snapshot: Snapshot,
  rule: Rule,
  { track, count }: { readonly track: string | null; readonly count: number },
): Answers[] {
  const conditions = liveConditions(rule, snapshot);
  const factors = askedFactors(snapshot, track);
  if (conditions === null) return [];
  const pick = <T>(list: readonly T[]): T[] =>
    list.slice(Math.floor(Math.random() * list.length)).slice(0, 1);
  const answer = ({ id, options }: Factor): string[] => {
    const own = conditions.filter(({ factorId }) => factorId === id);
    const excluded = own.flatMap(({ operator, optionIds }) => operator === "none" ? optionIds : []);
    const wanted = own.flatMap(({ operator, optionIds }) => {
      const possible = optionIds.filter((optionId) => !excluded.includes(optionId));
      return operator === "all" ? optionIds : operator === "any" ? pick(possible) : [];
    });
    if (wanted.length > 0) return [...new Set(wanted)];
    if (Math.random() < SKIPPED) return [];
    return pick(
      options.map((option) => option.id).filter((optionId) => !excluded.includes(optionId)),
    );
  };
  return Array.from({ length: count }, () => factors.flatMap(answer))
    .filter((optionIds) => {
      const selected = new Set(optionIds);
      return optionIds.length > 0 &&
        conditions.every((condition) => conditionHolds(condition, selected));
    })
    .map((optionIds) => ({ track, optionIds }));
}

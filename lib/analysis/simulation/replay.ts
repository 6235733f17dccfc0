/** Runs rules over answers that buyers gave: counts which picks a change would alter, and how often each rule fires. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { inTurns, type Steps } from "@/lib/timing/mod.ts";
import { differenceOf } from "./difference.ts";

/** Answers that a buyer gave, with the time. */
export interface GivenAnswers extends Answers {
  readonly at: Date;
}

/** A set of answers whose lead would change. */
export interface ReplayedPick {
  readonly answers: Answers;
  /** How many buyers gave these answers. */
  readonly count: number;
  /** The lead by the current rules, and by the changed rules; null for no recommendation. */
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
}

/** How changed rules would alter picks. Every figure is a number of buyers. */
export interface Replay {
  readonly picks: number;
  /** Picks with another lead. */
  readonly changed: number;
  /** Picks with the same lead and a different set of alternatives. */
  readonly otherAlternatives: number;
  /** The changed picks grouped by answers, the most frequent first, ties in the order given. */
  readonly moves: readonly ReplayedPick[];
}

/**
 * Compares the current rules with changed rules over answers that buyers gave. What buyers were recommended at the time
 * is ignored, because the rules may have been different then. Yields to the event loop between answers.
 */
export async function replay(
  before: Snapshot,
  after: Snapshot,
  given: readonly GivenAnswers[],
): Promise<Replay> {
  return await inTurns(replaySteps(before, after, given));
}

function* replaySteps(
  before: Snapshot,
  after: Snapshot,
  given: readonly GivenAnswers[],
): Steps<Replay> {
  const moves: ReplayedPick[] = [];
  let otherAlternatives = 0;
  for (const { answers, count } of alike(given)) {
    const { lead, same } = differenceOf(select(before, answers), select(after, answers));
    if (lead !== null) moves.push({ answers, count, fromSystemId: lead.from, toSystemId: lead.to });
    else if (!same) otherAlternatives += count;
    yield;
  }
  return {
    picks: given.length,
    changed: moves.reduce((sum, { count }) => sum + count, 0),
    otherAlternatives,
    moves: moves.sort((a, b) => b.count - a.count),
  };
}

/** How often a rule fires for answers that buyers gave. */
export interface Firing {
  /** Number of buyers whose answers fire it. */
  readonly count: number;
  /** Time of the latest of these answers. */
  readonly last: Date;
}

/** Counts how often each current rule fires for answers that buyers gave. Rules that never fire are absent. */
export async function firings(
  snapshot: Snapshot,
  given: readonly GivenAnswers[],
): Promise<Map<string, Firing>> {
  return await inTurns(firingSteps(snapshot, given));
}

function* firingSteps(
  snapshot: Snapshot,
  given: readonly GivenAnswers[],
): Steps<Map<string, Firing>> {
  const firings = new Map<string, Firing>();
  for (const { answers, count, last } of alike(given)) {
    const { firedRules } = select(snapshot, answers);
    for (const { ruleId } of firedRules) {
      const known = firings.get(ruleId);
      firings.set(ruleId, {
        count: (known?.count ?? 0) + count,
        last: known && known.last > last ? known.last : last,
      });
    }
    yield;
  }
  return firings;
}

/** Groups answers that are equal to the engine, so that each group is selected for only once. */
function alike(
  given: readonly GivenAnswers[],
): Iterable<{ readonly answers: Answers; readonly count: number; readonly last: Date }> {
  const groups = new Map<string, { answers: Answers; count: number; last: Date }>();
  for (const { track, optionIds, at } of given) {
    const key = JSON.stringify([track, [...new Set(optionIds)].sort()]);
    const group = groups.getOrInsert(key, { answers: { track, optionIds }, count: 0, last: at });
    group.count++;
    if (at > group.last) group.last = at;
  }
  return groups.values();
}

/** Rules run over answers that were really given: what a change of them would have done, and which of them fire. */
import { inTurns, type Snapshot, type Steps } from "../../catalog/mod.ts";
import { type Answers, select } from "../../selection/mod.ts";
import { differenceOf } from "./difference.ts";

/** Answers that a buyer gave. */
export interface GivenAnswers extends Answers {
  readonly at: Date;
}

/** Equal answers for which another system would lead. */
export interface ReplayedPick {
  readonly answers: Answers;
  /** How many buyers gave them. */
  readonly count: number;
  /** The lead by the rules as they are, and as they would be; null for no recommendation. */
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
}

/** What a change of the rules would have done to picks. Every figure counts buyers. */
export interface Replay {
  readonly picks: number;
  /** Those with another lead. */
  readonly changed: number;
  /** Those with the same lead and other cheaper systems beside it. */
  readonly otherAlternatives: number;
  /** The changed ones by answers, the most frequent first, then as they were given. */
  readonly moves: readonly ReplayedPick[];
}

/**
 * Holds the rules as they are against the rules as they would be, for answers that were given. What buyers were
 * recommended at the time plays no part: other rules may have counted then, and only the draft is on trial.
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

/** How a rule has fared with the answers that were given. */
export interface Firing {
  /** Buyers whose answers fire it. */
  readonly count: number;
  /** The latest of them. */
  readonly last: Date;
}

/** Which rules fire for answers that were given, as the rules are now; a rule that none fires is not in it. */
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

/** Answers that are equal to the engine, together, for many buyers give the same. */
function alike(
  given: readonly GivenAnswers[],
): Iterable<{ readonly answers: Answers; readonly count: number; readonly last: Date }> {
  const groups = new Map<string, { answers: Answers; count: number; last: Date }>();
  for (const { track, optionIds, at } of given) {
    const key = JSON.stringify([track, [...new Set(optionIds)].sort()]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { answers: { track, optionIds }, count: 1, last: at });
    else {
      group.count++;
      if (at > group.last) group.last = at;
    }
  }
  return groups.values();
}

import type { Snapshot } from "../catalog/mod.ts";
import type { Answers } from "./select.ts";

/** Returns answers without options that are no longer offered, and without a track that is unknown or retired. */
export function liveAnswers(
  { factorIdByOptionId, tracks }: Snapshot,
  { optionIds, track }: Answers,
): { optionIds: string[]; track: string | null } {
  return {
    optionIds: optionIds.filter((id) => factorIdByOptionId.has(id)),
    track: tracks.some(({ id }) => id === track) ? track : null,
  };
}

/**
 * Returns whether a session's answers are those that a result was made from, in whatever order, or none. Options and
 * tracks that are no longer offered do not count.
 */
export function fitsResult(snapshot: Snapshot, result: Answers, stored: Answers): boolean {
  const [made, kept] = [liveAnswers(snapshot, result), liveAnswers(snapshot, stored)];
  if (kept.optionIds.length === 0) return true;
  const difference = new Set(made.optionIds).symmetricDifference(new Set(kept.optionIds));
  return made.track === kept.track && difference.size === 0;
}

/** Computes the standing of the answers: the pick so far, and what open questions can still change. */
import type { Snapshot } from "../catalog/mod.ts";
import { outlook } from "../explain/mod.ts";
import type { Standing } from "../journey/mod.ts";
import { type Answers, select } from "../selection/mod.ts";

/** Returns the standing of the answers; null without answers. */
export function standingOf(snapshot: Snapshot, answers: Answers): Standing | null {
  if (answers.optionIds.length === 0) return null;
  const selection = select(snapshot, answers);
  const { mayStop, open } = outlook(snapshot, answers, selection);
  return {
    optionIds: [...answers.optionIds],
    systemName: selection.lead?.name ?? null,
    mayStop,
    open,
  };
}

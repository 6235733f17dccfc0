/** What rules do for buyers, from the rule reports on the tracks that their rule set serves. */
import { effectsIn, type RuleEffect } from "./effects.ts";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { AnalysisError, type Analyst } from "../../../../lib/analysis/mod.ts";

/**
 * How long a page waits for reports, and how long where they were asked for; they go on, and are there when the page is
 * loaded again.
 */
const WAIT_MS = { unasked: 500, asked: 15_000 } as const;

/** The tracks of a rule set, or the default one where buyers without a track are all that it serves. */
function tracksOf(snapshot: Snapshot, ruleSetId: string): (string | null)[] {
  const tracks = snapshot.tracks.map(({ id }) => id)
    .filter((id) => snapshot.ruleSetIdFor(id) === ruleSetId);
  return tracks.length === 0 && snapshot.ruleSetIdFor(null) === ruleSetId ? [null] : tracks;
}

/** Has the effects of a set's rules counted, and gives them; null where that takes longer than a page waits, or fails. */
export async function waitForEffects(
  analyst: Analyst,
  snapshot: Snapshot,
  { ruleSetId, isAsked }: { readonly ruleSetId: string; readonly isAsked: boolean },
): Promise<Map<string, RuleEffect> | null> {
  const running = Promise.all(
    tracksOf(snapshot, ruleSetId).map((track) => analyst.report(snapshot, track)),
  );
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), isAsked ? WAIT_MS.asked : WAIT_MS.unasked);
  try {
    const reports = await Promise.race([running, late.promise]);
    return reports && effectsIn(reports);
  } catch (error) {
    if (error instanceof AnalysisError) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    running.catch(() => {});
  }
}

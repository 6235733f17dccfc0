/** What rules do for buyers, from the rule reports on the tracks that their rule set serves. */
import { effectsIn, type RuleEffect } from "./effects.ts";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { AnalysisError, type Analyst, type TrackReport } from "../../../../lib/analysis/mod.ts";

/** How long a page waits for reports; they go on, and are there when the page is loaded again. */
const TIMEOUT_MS = 15_000;

/** The tracks of a rule set, or the default one where buyers without a track are all that it serves. */
function tracksOf(snapshot: Snapshot, ruleSetId: string): (string | null)[] {
  const tracks = snapshot.tracks.map(({ id }) => id)
    .filter((id) => snapshot.ruleSetIdFor(id) === ruleSetId);
  return tracks.length === 0 && snapshot.ruleSetIdFor(null) === ruleSetId ? [null] : tracks;
}

/** What the rules of a set do, where that has been counted for this catalog; null where it has not. */
export function knownEffects(
  analyst: Analyst,
  snapshot: Snapshot,
  ruleSetId: string,
): Map<string, RuleEffect> | null {
  const reports = tracksOf(snapshot, ruleSetId).map((track) => analyst.known(snapshot, track));
  const made = reports.filter((report): report is TrackReport => report !== null);
  return made.length === reports.length ? effectsIn(made) : null;
}

/** Has the effects counted, and gives them; null where that takes longer than a page waits, or fails. */
export async function waitForEffects(
  analyst: Analyst,
  snapshot: Snapshot,
  ruleSetId: string,
): Promise<Map<string, RuleEffect> | null> {
  const running = Promise.all(
    tracksOf(snapshot, ruleSetId).map((track) => analyst.report(snapshot, track)),
  );
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), TIMEOUT_MS);
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

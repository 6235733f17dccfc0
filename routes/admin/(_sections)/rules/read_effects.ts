/** Reads the effects of rules from the reports on their rule set's tracks. */
import { effectsIn, type RuleEffect } from "./effects.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import { AnalysisError, type Analyst } from "@/lib/analysis/mod.ts";

/**
 * How long a page waits for reports, in milliseconds: longer when staff asked for them. The analysis continues, so
 * that the next load has them.
 */
const WAIT_MS = { unasked: 500, asked: 15_000 } as const;

/** Returns the tracks of a rule set; `[null]` when it serves only buyers without a track. */
function tracksOf(snapshot: Snapshot, ruleSetId: string): (string | null)[] {
  const tracks = snapshot.tracks.map(({ id }) => id)
    .filter((id) => snapshot.ruleSetIdFor(id) === ruleSetId);
  return tracks.length === 0 && snapshot.ruleSetIdFor(null) === ruleSetId ? [null] : tracks;
}

/** Starts or joins the analysis of a rule set, and returns the effects of its rules; null on timeout or failure. */
export async function waitForEffects(
  analyst: Analyst,
  snapshot: Snapshot,
  { ruleSetId, isAsked }: { readonly ruleSetId: string; readonly isAsked: boolean },
): Promise<Map<string, RuleEffect> | null> {
  const running = Promise.all(
    tracksOf(snapshot, ruleSetId).map((track) => analyst.report(snapshot, track)),
  );
  try {
    const reports = await withTimeout(
      isAsked ? WAIT_MS.asked : WAIT_MS.unasked,
      () => running,
      () => null,
    );
    return reports && effectsIn(reports);
  } catch (error) {
    if (error instanceof AnalysisError) return null;
    throw error;
  }
}

import type { State } from "@/lib/define.ts";
import { findMeasuredResults, type MeasuredResult, SessionStoreError } from "@/lib/session/mod.ts";

/** Number of latest picks that a replay covers. */
const REPLAYED_PICKS = 300;

/**
 * Reads the answers behind the latest {@linkcode REPLAYED_PICKS} picks, from sessions with measurement consent
 * (spec §5); null when the session store cannot be read.
 */
export async function givenAnswers(
  { kv, now }: Pick<State["services"], "kv" | "now">,
): Promise<MeasuredResult[] | null> {
  try {
    return await findMeasuredResults(kv, now(), REPLAYED_PICKS);
  } catch (error) {
    if (error instanceof SessionStoreError) return null;
    throw error;
  }
}

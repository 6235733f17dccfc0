import type { State } from "@/lib/define.ts";
import { findMeasuredResults, type MeasuredResult, nullInOutage } from "@/lib/session/mod.ts";

/** Number of latest picks that a replay covers. */
const REPLAYED_PICKS = 300;

/**
 * Reads the answers behind the latest {@linkcode REPLAYED_PICKS} picks, from sessions with measurement consent
 * (spec §5); null when the session store cannot be read.
 */
export function givenAnswers(
  { kv, now }: Pick<State["services"], "kv" | "now">,
): Promise<MeasuredResult[] | null> {
  return findMeasuredResults(kv, now(), REPLAYED_PICKS).catch(nullInOutage);
}

import type { State } from "../../../../lib/define.ts";
import {
  findMeasuredResults,
  type MeasuredResult,
  SessionStoreError,
} from "../../../../lib/session/mod.ts";

/** How many of the latest picks rules are held against. */
export const REPLAYED_PICKS = 300;

/** The answers behind the latest picks, of buyers who agreed to measurement (spec §5); null where they cannot be read. */
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

/** Results of visitors with measurement consent, for trying rules on real answers (spec §5). */
import { expiryKey, findSessions, parseExpiry } from "./store.ts";
import { reachStore } from "./unavailable.ts";

/** The answers behind one result. It contains only identifiers, and no session id. */
export interface MeasuredResult {
  readonly track: string | null;
  readonly optionIds: readonly string[];
  /** Id of the system that was recommended; null when no rule matched. */
  readonly systemId: string | null;
  /** When the session was last written. */
  readonly at: Date;
}

/**
 * Most index entries read per wanted result; the search stops then, because sessions without a result could be many.
 */
const SEARCHED_PER_RESULT = 10;
/** Index entries read at a time. */
const BATCH = 100;

/**
 * Returns the latest results that visitors with measurement consent saw, latest first, at most `limit`. A session
 * counts once, with its current answers. A session whose answers changed after its last result is left out, because its
 * visitor saw no result for them.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findMeasuredResults(
  kv: Deno.Kv,
  now: Date,
  limit: number,
): Promise<MeasuredResult[]> {
  const found: MeasuredResult[] = [];
  const start = expiryKey(now.getTime(), "");
  let end: Deno.KvKey = expiryKey(Infinity, "");
  for (let searched = 0; searched < limit * SEARCHED_PER_RESULT; searched += BATCH) {
    const keys = await reachStore(kv, async () => {
      const range = { start, end };
      const entries = await Array.fromAsync(kv.list(range, { limit: BATCH, reverse: true }));
      return entries.map(({ key }) => key);
    });
    const ids = keys.flatMap((key) => parseExpiry(key)?.id ?? []);
    for (
      const { consent, payload, track, updatedAt } of (await findSessions(kv, ids, now.getTime()))
        .values()
    ) {
      const optionIds = Object.values(payload.answers).flat();
      const sawResult = payload.recommendation !== null || payload.completed_at !== null;
      if (!consent.measurement || optionIds.length === 0 || !sawResult) continue;
      found.push({ track, optionIds, systemId: payload.recommendation, at: new Date(updatedAt) });
    }
    const last = keys.at(-1);
    if (found.length >= limit || keys.length < BATCH || !last) break;
    end = last;
  }
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
}

/** What visitors who agreed to be measured have answered and were recommended, for trying rules on (spec §5). */
import { expiryKey, findSessions, parseExpiry } from "./store.ts";
import { reachStore } from "./unavailable.ts";

/** The answers behind one result. It says nothing of who gave them: no session id, and identifiers alone. */
export interface MeasuredResult {
  readonly track: string | null;
  readonly optionIds: readonly string[];
  /** What was recommended then; null where nothing was. */
  readonly systemId: string | null;
  /** When the session was last written. */
  readonly at: Date;
}

/** Index entries that are looked at for each result that is wanted, at most; the rest has seen no result. */
const SEARCHED_PER_RESULT = 10;
/** Index entries that are read at once. */
const BATCH = 100;

/**
 * The latest results that visitors with measurement consent have seen, the latest visit first, at most `limit` of
 * them. A session counts once, with the answers that it holds now; one whose answers have changed since its last
 * result is left out, for it has seen none for them.
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

/** What happens when a store of sessions does not answer: one sentence in the log, and no waiting. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { getLog } from "../log/mod.ts";

/** A store failed or took too long. The log has the reason; callers answer 503 or go without. */
export class SessionStoreError extends Error {
  override readonly name = "SessionStoreError";
}

const TIMEOUT_MS = 2_000;
/** A failure after a longer peace than this is a new outage. */
const OUTAGE_GAP_MS = 60_000;

const log = getLog("session");
const lastFailures = new WeakMap<Store, number>();

/** Where sessions are, or what their visitors did. */
type Store = Deno.Kv | Kysely<Database>;

/**
 * Runs an operation on the store within a bound, and gives up waiting after it: a write may still
 * happen then, once, if it had begun. `run` is told by the signal that nobody waits any more.
 *
 * @throws {SessionStoreError} whatever goes wrong; the first failure of an outage is logged.
 */
export async function reachStore<T>(
  store: Store,
  run: (signal: AbortSignal) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = new AbortController();
  const timer = setTimeout(() => {
    reject(new Error(`No answer within ${timeoutMs} ms`));
    giveUp.abort();
  }, timeoutMs);
  try {
    return await Promise.race([run(giveUp.signal), late]);
  } catch (cause) {
    reportOnce(store, cause);
    throw new SessionStoreError("Cannot reach the session store", { cause });
  } finally {
    clearTimeout(timer);
  }
}

function reportOnce(store: Store, error: unknown): void {
  const now = performance.now();
  const last = lastFailures.get(store) ?? -Infinity;
  lastFailures.set(store, now);
  if (now - last > OUTAGE_GAP_MS) log.error("cannot reach the session store", { error });
}

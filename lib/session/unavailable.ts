/** Bounds the time of store operations, and logs an outage once. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { getLog } from "../log/mod.ts";
import { withTimeout } from "../timing/mod.ts";

/** A store failed or timed out. The log has the reason; callers continue without the session, or the answer is a 503. */
export class SessionStoreError extends Error {
  override readonly name = "SessionStoreError";
  /** Marks an outage for the code that builds error responses (design §7). */
  readonly outage = true;
}

const TIMEOUT_MS = 2_000;
/** A failure counts as a new outage when the previous one is longer ago than this. */
const OUTAGE_GAP_MS = 60_000;

const log = getLog("session");
const lastFailures = new WeakMap<Store, number>();
const failingSince = new WeakMap<Store, Date>();

/** The KV store of sessions, or the database of events. */
type Store = Deno.Kv | Kysely<Database>;

/**
 * Runs a store operation with a timeout (default 2000 ms). A write that was sent before the timeout may still be
 * applied, once. The signal of `run` aborts at the timeout.
 *
 * @throws {SessionStoreError} for every failure; the first failure of an outage is logged.
 */
export async function reachStore<T>(
  store: Store,
  run: (signal: AbortSignal) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<T> {
  try {
    const answer = await withTimeout(timeoutMs, run);
    failingSince.delete(store);
    return answer;
  } catch (cause) {
    if (!failingSince.has(store)) failingSince.set(store, new Date());
    reportOnce(store, cause);
    throw new SessionStoreError("Cannot reach the session store", { cause });
  }
}

/** Returns since when every operation on a store has failed in this process; null when the last one succeeded. */
export function sessionsFailingSince(store: Store): Date | null {
  return failingSince.get(store) ?? null;
}

function reportOnce(store: Store, error: unknown): void {
  const now = performance.now();
  const last = lastFailures.get(store) ?? -Infinity;
  lastFailures.set(store, now);
  if (now - last > OUTAGE_GAP_MS) log.error("cannot reach the session store", { error });
}

/**
 * Returns null for an outage of the session store, for pages of which only a part needs it: `reading.catch(nullInOutage)`.
 *
 * @throws every other error.
 */
export function nullInOutage(error: unknown): null {
  if (error instanceof SessionStoreError) return null;
  throw error;
}

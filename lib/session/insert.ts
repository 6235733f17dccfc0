/** Stores new sessions in batches. */
import { inBatches } from "../jobs/mod.ts";
import { retryLocked } from "../kv/mod.ts";
import type { SessionRecord } from "./schema.ts";
import { expiryKey, keptMs, sessionKey } from "./store.ts";
import { reachStore } from "./unavailable.ts";

/** A session with a newly created id, so no stored record can exist under it. */
interface NewSession {
  readonly id: string;
  readonly record: SessionRecord;
}

/** Sessions of one commit. A commit is limited to 800 kB and a value to 64 kB. */
const MAX_BATCH = 12;

const inserts = new WeakMap<Deno.Kv, (session: NewSession) => Promise<void>>();

/**
 * Stores a new session with its expiry index entry. Sessions that arrive during a write are batched into the next one.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export function insertSession(kv: Deno.Kv, session: NewSession): Promise<void> {
  const insert = inserts.getOrInsertComputed(
    kv,
    () =>
      inBatches<NewSession, void>(async (batch) => {
        await write(kv, batch);
        return [];
      }, { most: MAX_BATCH }),
  );
  return insert(session);
}

async function write(kv: Deno.Kv, batch: readonly NewSession[]): Promise<void> {
  await reachStore(kv, (signal) =>
    retryLocked(() => {
      signal.throwIfAborted();
      const operation = kv.atomic();
      for (const { id, record } of batch) {
        operation.set(sessionKey(id), record, { expireIn: keptMs(record) });
        operation.set(expiryKey(record.expiresAt, id), null);
      }
      return operation.commit();
    }));
}

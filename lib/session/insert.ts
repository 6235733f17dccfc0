/** Storing new sessions many at a time: a commit waits for the disk, and one commit has room for all that wait for it. */
import { retryLocked } from "../kv/mod.ts";
import type { SessionRecord } from "./schema.ts";
import { expiryKey, sessionKey } from "./store.ts";
import { reachStore } from "./unavailable.ts";

/** A session that has just been given its id, which nobody can guess: there is nothing in its place. */
export interface NewSession {
  readonly id: string;
  readonly record: SessionRecord;
}

interface Waiting extends NewSession {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A commit holds 800 kB, and a value 64 kB at most. */
const MAX_BATCH = 12;

const queues = new WeakMap<Deno.Kv, Waiting[]>();

/**
 * Stores a new session with its place in the expiry index. Those that come while others are being written are written
 * together, as soon as these are.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export function insertSession(kv: Deno.Kv, session: NewSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const one = { ...session, resolve, reject };
    const queue = queues.get(kv);
    if (queue) return void queue.push(one);
    const begun = [one];
    queues.set(kv, begun);
    void drain(kv, begun);
  });
}

async function drain(kv: Deno.Kv, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, MAX_BATCH);
    try {
      await write(kv, batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  queues.delete(kv);
}

async function write(kv: Deno.Kv, batch: readonly NewSession[]): Promise<void> {
  await reachStore(kv, (signal) =>
    retryLocked(() => {
      signal.throwIfAborted();
      const operation = kv.atomic();
      for (const { id, record } of batch) {
        operation.set(sessionKey(id), record, { expireIn: record.expiresAt - record.updatedAt });
        operation.set(expiryKey(record.expiresAt, id), null);
      }
      return operation.commit();
    }));
}

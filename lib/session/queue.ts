/** Writes of one session, one after the other, so that none of them has to try again. */
import { SessionStoreError } from "./unavailable.ts";

/** Writes of one session that may wait; a browser sends a few at once, and a store answers thousands a second. */
const MAX_WAITING = 1_000;

/** Longest that a write waits for its turn; those behind a store that hangs give up together. */
const MAX_WAIT_MS = 4_000;

interface Queue {
  waiting: number;
  last: Promise<unknown>;
}

const queues = new WeakMap<Deno.Kv, Map<string, Queue>>();

/**
 * Runs a write after those of the same session that this process has begun, whatever became of them.
 *
 * @throws {SessionStoreError} where too many wait already or the wait is too long; else what `run` throws.
 */
export async function inTurn<T>(
  kv: Deno.Kv,
  id: string,
  run: () => Promise<T>,
  { maxWaitMs = MAX_WAIT_MS }: { maxWaitMs?: number } = {},
): Promise<T> {
  const byId = queues.get(kv) ?? new Map<string, Queue>();
  queues.set(kv, byId);
  const queue = byId.get(id) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= MAX_WAITING) {
    throw new SessionStoreError(
      `Cannot store the session: ${MAX_WAITING} writes of it are waiting`,
    );
  }
  byId.set(id, queue);
  queue.waiting++;
  const asked = performance.now();
  const turn = queue.last.then(() => {
    if (performance.now() - asked <= maxWaitMs) return run();
    throw new SessionStoreError(
      "Cannot store the session: the writes before this one take too long",
    );
  });
  queue.last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    queue.waiting--;
    if (queue.waiting === 0) byId.delete(id);
  }
}

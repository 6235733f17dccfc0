/** Queues the writes of one session in this process, so that they do not conflict with each other. */
import { SessionStoreError } from "./unavailable.ts";

/** Most queued writes of one session. A browser sends a few at once, and a store handles thousands a second. */
const MAX_WAITING = 1_000;

/** Longest wait for a turn, in milliseconds, so that writes behind a hanging store fail together. */
const MAX_WAIT_MS = 4_000;

interface Queue {
  waiting: number;
  last: Promise<unknown>;
}

const queues = new WeakMap<Deno.Kv, Map<string, Queue>>();

/**
 * Runs a write after the earlier ones of the same session in this process have settled, whether or not they succeeded.
 *
 * @throws {SessionStoreError} when too many writes are queued or the wait exceeds `maxWaitMs` (default 4000); otherwise
 * what `run` throws.
 */
export async function inTurn<T>(
  kv: Deno.Kv,
  id: string,
  run: () => Promise<T>,
  { maxWaitMs = MAX_WAIT_MS }: { maxWaitMs?: number } = {},
): Promise<T> {
  const byId = queues.getOrInsertComputed(kv, () => new Map());
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

/** Queues the writes of one session in this process, so that they do not conflict with each other. */
import { createTurns } from "../timing/mod.ts";
import { SessionStoreError } from "./unavailable.ts";

/** Most queued writes of one session. A browser sends a few at once, and a store handles thousands a second. */
const MAX_WAITING = 1_000;

/** Longest wait for a turn, in milliseconds, so that writes behind a hanging store fail together. */
const MAX_WAIT_MS = 4_000;

const turns = createTurns<Deno.Kv>();

/**
 * Runs a write after the earlier ones of the same session in this process have settled, whether or not they succeeded.
 *
 * @throws {SessionStoreError} when too many writes are queued or the wait exceeds four seconds; otherwise what `run`
 * throws.
 */
export async function inTurn<T>(
  kv: Deno.Kv,
  id: string,
  run: () => Promise<T>,
): Promise<T> {
  if (turns.count(kv, id) >= MAX_WAITING) {
    throw new SessionStoreError(
      `Cannot store the session: ${MAX_WAITING} writes of it are waiting`,
    );
  }
  const asked = performance.now();
  return await turns.take(kv, id, () => {
    if (performance.now() - asked <= MAX_WAIT_MS) return run();
    throw new SessionStoreError(
      "Cannot store the session: the writes before this one take too long",
    );
  });
}

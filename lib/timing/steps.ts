/** Cooperative long-running work: it yields to the event loop, so that requests are served meanwhile (decision 29). */
import { endTurn } from "./end_turn.ts";

/** Work that may pause at each `yield` and returns its result. */
export type Steps<T> = Generator<void, T>;

/** Milliseconds of work between two yields to the event loop. */
const TURN_MS = 8;

/** Runs all steps synchronously and returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs all steps and yields to the event loop whenever 8 ms have passed. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await endTurn();
    began = performance.now();
  }
}

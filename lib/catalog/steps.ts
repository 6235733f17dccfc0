/** Work that lets the event loop turn on the way, so that buyers are answered while a catalog is compiled. */
import { setImmediate as turn } from "node:timers/promises";

/** Work that may pause wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** How long work goes on before the event loop gets its turn. */
const TURN_MS = 8;

/** Does all the work without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does all the work, and lets the event loop turn every few milliseconds. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await turn();
    began = performance.now();
  }
}

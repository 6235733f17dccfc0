/** The end of the process, in order and within a bound. */
import { bodiesArrived } from "../http/mod.ts";

/** For requests and background work together, when nothing was drained before. */
const GRACE_MS = 7_000;
/** What they get in any case. */
const LEAST_GRACE_MS = 3_500;
const CLOSE_MS = 1_000;
/** Platforms as a rule kill after ten seconds. */
const BOUND_MS = 9_500;

/** How long the end of a process takes at most, by how long it drains. */
export function boundsOf(drainMs: number): { readonly graceMs: number; readonly boundMs: number } {
  const left = BOUND_MS - CLOSE_MS - drainMs;
  const graceMs = Math.min(GRACE_MS, Math.max(LEAST_GRACE_MS, left));
  return { graceMs, boundMs: Math.max(BOUND_MS, drainMs + graceMs + CLOSE_MS) };
}

/**
 * Runs `stop` once at SIGTERM or SIGINT and exits 0. One that takes longer than the bound, one that
 * fails, and a second signal end the process at once with 1; one that lets nothing else run is killed soon after the bound.
 */
export function onStopSignal(
  stop: (signal: Deno.Signal) => Promise<void>,
  { boundMs = BOUND_MS }: { boundMs?: number } = {},
): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, async () => {
      if (stopping) Deno.exit(1);
      stopping = true;
      killAfter(boundMs + KILL_MS);
      setTimeout(() => Deno.exit(1), boundMs);
      await stop(signal).catch(() => Deno.exit(1));
      Deno.exit(0);
    });
  }
}

/** How much later than the bound. */
const KILL_MS = 400;

/**
 * Kills the process from a thread of its own. At its end the runtime sends the last spans, and now and then waits for that
 * for ever; its main thread then hears no timer and no signal.
 */
function killAfter(ms: number): void {
  const code = `setTimeout(() => Deno.kill(Deno.pid, "SIGKILL"), ${ms})`;
  new Worker(`data:text/javascript,${encodeURIComponent(code)}`, { type: "module" });
}

/** What ends with the process. */
export interface Stoppable {
  /** Stops accepting, and settles when the last request is answered. */
  readonly server: { shutdown(): Promise<void> };
  readonly background: { stop(graceMs: number): Promise<void> };
  /** Closes the stores. */
  dispose(): Promise<void>;
}

/**
 * Waits for bodies that are arriving, for half the time, because a server that stops accepting cuts them
 * off (they are answered 503 then). Stops accepting, lets requests and then background work finish within one time for both, aborts
 * what is left, and closes the stores. Settles even when none of them does.
 */
export async function stopInOrder(
  { server, background, dispose }: Stoppable,
  graceMs = GRACE_MS,
): Promise<void> {
  const deadline = performance.now() + graceMs;
  await atMost(graceMs / 2, bodiesArrived());
  await atMost(Math.max(0, deadline - performance.now()), server.shutdown());
  await background.stop(Math.max(0, deadline - performance.now()));
  await atMost(CLOSE_MS, dispose());
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

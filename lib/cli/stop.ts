/** Graceful shutdown within a time limit. */
import { expectStop } from "../http/mod.ts";
import { withTimeout } from "../timing/mod.ts";

/** Time for requests and background work together, when the process does not drain first. */
const GRACE_MS = 7_000;
/** Minimum of that time, however long the process drains. */
const LEAST_GRACE_MS = 3_500;
const CLOSE_MS = 1_000;
/** Platforms usually kill a process ten seconds after SIGTERM. */
const BOUND_MS = 9_500;

/** Returns the grace period and the total time limit of a shutdown, in milliseconds, given the drain time. */
export function boundsOf(drainMs: number): { readonly graceMs: number; readonly boundMs: number } {
  const left = BOUND_MS - CLOSE_MS - drainMs;
  const graceMs = Math.min(GRACE_MS, Math.max(LEAST_GRACE_MS, left));
  return { graceMs, boundMs: Math.max(BOUND_MS, drainMs + graceMs + CLOSE_MS) };
}

/**
 * Runs `stop` once on SIGTERM or SIGINT and then exits with code 0. The process exits at once with code 1 when `stop`
 * fails, when it exceeds the time limit, or on a second signal half a second later. If the event loop is blocked, the
 * process is killed soon after the limit.
 */
export function onStopSignal(
  stop: (signal: Deno.Signal) => Promise<void>,
  { boundMs = BOUND_MS }: { boundMs?: number } = {},
): void {
  let stoppingSince: number | null = null;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, async () => {
      if (stoppingSince !== null && performance.now() - stoppingSince < SAME_MS) return;
      if (stoppingSince !== null) Deno.exit(1);
      stoppingSince = performance.now();
      killAfter(boundMs + KILL_MS);
      setTimeout(() => Deno.exit(1), boundMs);
      await stop(signal).catch(() => Deno.exit(1));
      Deno.exit(0);
    });
  }
}

/**
 * Signals within this time count as one. A terminal sends the signal of Ctrl-C to `deno task` and to this process, and
 * `deno task` passes it on.
 */
const SAME_MS = 500;
/** Time between the limit and the kill. */
const KILL_MS = 400;

/**
 * Kills the process from a worker thread. On exit the runtime sends the last spans and sometimes hangs; its main thread
 * then handles neither timers nor signals.
 */
function killAfter(ms: number): void {
  const code = `setTimeout(() => Deno.kill(Deno.pid, "SIGKILL"), ${ms})`;
  new Worker(`data:text/javascript,${encodeURIComponent(code)}`, { type: "module" });
}

/** The parts of the process to stop. */
interface Stoppable {
  /** Stops accepting connections, and resolves when the last request is answered. */
  readonly server: { shutdown(): Promise<void> };
  readonly background: { stop(graceMs: number): Promise<void> };
  /** Closes the stores. */
  dispose(): Promise<void>;
}

/**
 * Stops the parts in order. It first waits for request bodies in progress, for up to half of `graceMs`, because
 * `shutdown()` cuts them off (they then get 503). It stops accepting connections, lets requests and then background
 * work finish within `graceMs` together, aborts the rest, and closes the stores. It always resolves, even if they hang.
 */
export async function stopInOrder(
  { server, background, dispose }: Stoppable,
  graceMs = GRACE_MS,
): Promise<void> {
  const deadline = performance.now() + graceMs;
  await atMost(graceMs / 2, expectStop().arrived);
  await atMost(Math.max(0, deadline - performance.now()), server.shutdown());
  await background.stop(Math.max(0, deadline - performance.now()));
  await atMost(CLOSE_MS, dispose());
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  await withTimeout(ms, () => work, () => {});
}

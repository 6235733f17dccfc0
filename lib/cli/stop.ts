const BOUND_MS = 10_000;

/**
 * Runs `stop` once at SIGTERM or SIGINT and exits 0. One that takes longer than ten seconds, and a
 * second signal, end the process at once with 1.
 */
export function onStopSignal(stop: (signal: Deno.Signal) => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, async () => {
      if (stopping) Deno.exit(1);
      stopping = true;
      setTimeout(() => Deno.exit(1), BOUND_MS);
      await stop(signal);
      Deno.exit(0);
    });
  }
}

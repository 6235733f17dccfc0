/** Runs background work: logged, limited, and drained when the process stops. */
import { claim, type ClaimOptions } from "../kv/mod.ts";
import { pause, withTimeout } from "../timing/mod.ts";
import { type Ending, LEASE_MS, noteEnd, noteStart } from "./last_run.ts";

/** A piece of work. Its signal is aborted when the runner gives up waiting for it. */
export type Work = (signal: AbortSignal) => unknown;

/** The outcome of a piece of work. `elsewhere`: another process did it. */
export type Outcome = Ending | "elsewhere";

/** The part of the log that the runner uses. */
export interface JobLog {
  debug(message: string, properties: Record<string, unknown>): void;
  info(message: string, properties: Record<string, unknown>): void;
  warn(message: string, properties: Record<string, unknown>): void;
  error(message: string, properties: Record<string, unknown>): void;
}

/** Runs crons, queue messages and work after a response. Errors of the work are logged, never thrown. */
export interface Runner {
  /**
   * Runs work in the background, for example after a response. Returns false when it is refused: the process is
   * stopping, or too much work is waiting.
   */
  run(name: string, work: Work, options?: WorkOptions): boolean;
  /**
   * Runs a round of a job in one process, and never concurrently with another round of that job. If that process dies,
   * another one takes over. Resolves when the round is over or the process stops.
   */
  runOnce(name: string, round: number, work: Work): Promise<Outcome>;
  /** Aborted when the runner starts to stop. */
  readonly stopping: AbortSignal;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  /**
   * Refuses new work, drains running and waiting work for `graceMs`, then aborts it. Resolves soon after, even if work
   * ignores its signal.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Options of a piece of work. */
interface WorkOptions {
  /**
   * Whether it calls an external system, which may hang. Such work has its own concurrency limit, so it cannot block
   * other work.
   */
  readonly asksOthers?: boolean;
}

/** Dependencies and limits of a runner. */
export interface RunnerOptions {
  readonly kv: Deno.Kv;
  readonly log: JobLog;
  readonly now: () => Date;
  /** Concurrency limit of background work, and, separately, of work that calls external systems. Default 8. */
  readonly concurrency?: number;
  /** Most waiting pieces of work of either kind. Default 1000. */
  readonly maxWaiting?: number;
  /** Lease of a job, in milliseconds. Default 30 000. */
  readonly leaseMs?: number;
}

interface Lane {
  readonly waiting: { readonly name: string; readonly work: Work }[];
  active: number;
}

const GRACE_MS = 5_000;
const AFTER_ABORT_MS = 500;

/** Creates the runner of the process. */
export function createRunner(options: RunnerOptions): Runner {
  const { log, concurrency = 8, maxWaiting = 1000 } = options;
  const stopping = new AbortController();
  const ending = new AbortController();
  const lanes: Record<"ours" | "others", Lane> = {
    ours: { waiting: [], active: 0 },
    others: { waiting: [], active: 0 },
  };
  const running = new Map<Promise<unknown>, string>();
  let stopped: Promise<void> | undefined;

  function run(name: string, work: Work, { asksOthers = false }: WorkOptions = {}): boolean {
    const lane = asksOthers ? lanes.others : lanes.ours;
    const isStopping = stopping.signal.aborted;
    if (isStopping || lane.waiting.length >= maxWaiting) {
      // Every stop may refuse some work, such as a retry, which another process or the next start takes up.
      log[isStopping ? "warn" : "error"]("job refused", { name, waiting: lane.waiting.length });
      return false;
    }
    lane.waiting.push({ name, work });
    next(lane);
    return true;
  }

  function next(lane: Lane): void {
    const job = lane.active < concurrency ? lane.waiting.shift() : undefined;
    if (job === undefined) return;
    lane.active++;
    track(
      job.name,
      perform(log, { ...job, signal: ending.signal, level: "debug" }).finally(() => {
        lane.active--;
        next(lane);
      }),
    );
  }

  function track<T>(name: string, settling: Promise<T>): Promise<T> {
    const tracked = settling.finally(() => running.delete(tracked));
    running.set(tracked, name);
    return tracked;
  }

  function runOnce(name: string, round: number, work: Work): Promise<Outcome> {
    const signals = { stopping: stopping.signal, ending: ending.signal };
    return track(name, performOnce(options, { name, round, work, ...signals }));
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running.keys());
  }

  function stop(graceMs = GRACE_MS): Promise<void> {
    stopped ??= end(graceMs);
    return stopped;
  }

  async function end(graceMs: number): Promise<void> {
    stopping.abort(new Error("The process is stopping"));
    if (await settles(idle(), graceMs)) return;
    const waiting = [...lanes.ours.waiting, ...lanes.others.waiting];
    const names = [...running.values(), ...waiting.map(({ name }) => name)];
    log.warn("jobs aborted", { names, graceMs });
    for (const lane of Object.values(lanes)) lane.waiting.length = 0;
    ending.abort(new Error("The process is stopping"));
    await settles(idle(), AFTER_ABORT_MS);
  }

  return { run, runOnce, stopping: stopping.signal, idle, stop };
}

interface Job {
  readonly name: string;
  readonly work: Work;
  readonly signal: AbortSignal;
  /** Log level of a success; failures are logged as `warn` or `error`. */
  readonly level: "debug" | "info";
}

interface Performed {
  readonly outcome: Ending;
  readonly error: unknown;
}

async function perform(log: JobLog, { name, work, signal, level }: Job): Promise<Performed> {
  const start = performance.now();
  const finish = () => ({ name, durationMs: Math.round(performance.now() - start) });
  try {
    await work(signal);
    log[level]("job", { ...finish(), outcome: "done" });
    return { outcome: "done", error: null };
  } catch (error) {
    const outcome = signal.aborted ? "aborted" : "failed";
    log[signal.aborted ? "warn" : "error"]("job", { ...finish(), outcome, error });
    return { outcome, error };
  }
}

interface Round {
  readonly name: string;
  readonly round: number;
  readonly work: Work;
  readonly stopping: AbortSignal;
  readonly ending: AbortSignal;
}

/**
 * Claims the round as soon as its lease is free, unless another process has finished it. Stores its start and its end,
 * for staff.
 */
async function performOnce(
  { kv, log, now, leaseMs = LEASE_MS }: RunnerOptions,
  { name, round, work, stopping, ending }: Round,
): Promise<Outcome> {
  const options: ClaimOptions = { leaseMs, now, round };
  try {
    while (!stopping.aborted) {
      const attempt = await claim(kv, name, options);
      if (attempt.state === "done") return "elsewhere";
      if (attempt.state === "busy") {
        await pauseAbout(attempt.until - now().getTime(), stopping);
        continue;
      }
      const signal = AbortSignal.any([ending, attempt.lost]);
      const startedAt = now();
      await noted(noteStart(kv, name, startedAt));
      const { outcome, error } = await perform(log, { name, work, signal, level: "info" });
      if (!attempt.lost.aborted) {
        await noted(noteEnd(kv, name, { startedAt, endedAt: now(), outcome, error }));
      }
      await attempt.release(outcome !== "aborted");
      return outcome;
    }
    return "aborted";
  } catch (error) {
    log.error("job", { name, outcome: "failed", error });
    return "failed";
  }

  /** A run matters more than its note. */
  async function noted(noting: Promise<void>): Promise<void> {
    await noting.catch((error) => log.warn("cannot note the run of a job", { name, error }));
  }
}

/** Waits with some jitter, so that processes do not all retry at once. */
async function pauseAbout(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.max(ms, 0) + 10 + Math.random() * 50, signal);
}

function settles(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  return withTimeout(withinMs, () => work.then(() => true), () => false);
}

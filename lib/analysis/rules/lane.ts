/** One worker and the runs that wait for it: one at a time, each within a time, stopped when it is not wanted. */
import type { Snapshot } from "../../catalog/mod.ts";
import type { Finding, Order, Reply, Task } from "./tasks.ts";

/** Why an analysis has no result. */
export type AnalysisFault = "superseded" | "timed_out" | "crashed" | "stopped";

const FAULTS: Record<AnalysisFault, string> = {
  superseded: "the catalog has changed meanwhile",
  timed_out: "it took too long",
  crashed: "its thread failed",
  stopped: "the service is stopping",
};

/** An analysis that was not finished. */
export class AnalysisError extends Error {
  /** Takes what kept it from being finished, and what is known of that beside. */
  constructor(readonly fault: AnalysisFault, detail?: string) {
    super(`Cannot analyze the rules: ${FAULTS[fault]}${detail ? ` (${detail})` : ""}`);
    this.name = "AnalysisError";
  }
}

/** What a lane needs of a worker. */
export type AnalysisWorker = Pick<
  Worker,
  "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror"
>;

/** Where runs get their worker from, and how long it may take and stay. */
export interface LaneOptions {
  readonly startWorker?: () => AnalysisWorker;
  /** Longest run. */
  readonly limitMs?: number;
  /** How long a worker without work is kept. */
  readonly idleMs?: number;
}

interface Run {
  readonly snapshot: Snapshot;
  readonly task: Task;
  readonly settled: PromiseWithResolvers<Finding>;
}

const LIMIT_MS = 600_000;
const IDLE_MS = 15_000;

function startProofWorker(): Worker {
  return new Worker(import.meta.resolve("@/lib/analysis/rules/worker.ts"), {
    type: "module",
    name: "analysis",
  });
}

/** Runs tasks one after the other on a worker of its own, which lives from the first until none is left for a while. */
export class Lane {
  readonly #options: Required<LaneOptions>;
  readonly #waiting: Run[] = [];
  #running: Run | null = null;
  #worker: AnalysisWorker | null = null;
  /** The catalog that the worker has. */
  #held: Snapshot | null = null;
  #orders = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    { startWorker = startProofWorker, limitMs = LIMIT_MS, idleMs = IDLE_MS }: LaneOptions = {},
  ) {
    this.#options = { startWorker, limitMs, idleMs };
  }

  /** Runs a task when those before it are done. @throws {AnalysisError} */
  run(snapshot: Snapshot, task: Task): Promise<Finding> {
    if (this.#closed) return Promise.reject(new AnalysisError("stopped"));
    const settled = Promise.withResolvers<Finding>();
    this.#waiting.push({ snapshot, task, settled });
    this.#next();
    return settled.promise;
  }

  /** Gives up every run of a version before this one, under way or waiting. */
  supersede(version: number): void {
    const isOld = ({ snapshot }: Run) => snapshot.version < version;
    for (const run of this.#waiting.filter(isOld)) {
      this.#waiting.splice(this.#waiting.indexOf(run), 1);
      run.settled.reject(new AnalysisError("superseded"));
    }
    if (this.#running && isOld(this.#running)) this.#fail(new AnalysisError("superseded"));
  }

  /** Ends the worker; what runs or waits is rejected. */
  close(): void {
    this.#closed = true;
    for (const { settled } of this.#waiting.splice(0)) {
      settled.reject(new AnalysisError("stopped"));
    }
    this.#fail(new AnalysisError("stopped"));
  }

  #next(): void {
    if (this.#running !== null) return;
    clearTimeout(this.#timer);
    const run = this.#waiting.shift();
    if (run === undefined) {
      if (this.#worker) this.#timer = later(this.#options.idleMs, () => this.#drop());
      return;
    }
    this.#running = run;
    const { limitMs } = this.#options;
    this.#timer = later(limitMs, () => this.#fail(new AnalysisError("timed_out")));
    try {
      const worker = this.#worker ??= this.#start();
      const { snapshot, task } = run;
      const catalog = this.#held === snapshot ? null : JSON.stringify(snapshot.catalog);
      this.#held = snapshot;
      const order: Order = { id: ++this.#orders, catalog, task };
      worker.postMessage(order);
    } catch (error) {
      this.#fail(new AnalysisError("crashed", String(error)));
    }
  }

  #start(): AnalysisWorker {
    const worker = this.#options.startWorker();
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const run = this.#running;
      if (worker !== this.#worker || run === null || data.id !== this.#orders) return;
      this.#running = null;
      if ("finding" in data) run.settled.resolve(data.finding);
      else run.settled.reject(new AnalysisError("crashed", data.failure));
      this.#next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(new AnalysisError("crashed", event.message));
    };
    worker.onmessageerror = () => {
      if (worker === this.#worker) this.#fail(new AnalysisError("crashed", "unreadable reply"));
    };
    return worker;
  }

  /** Ends the worker with the run that it is at, and begins the next one on another. */
  #fail(error: AnalysisError): void {
    this.#drop();
    const run = this.#running;
    this.#running = null;
    run?.settled.reject(error);
    this.#next();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#held = null;
  }
}

/** Sets a timer that keeps no process alive. */
function later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(act, ms);
  Deno.unrefTimer(timer);
  return timer;
}

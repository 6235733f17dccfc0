/** A queue of analyses on one worker thread: one at a time, each with a timeout, cancelled when unwanted. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import type { Finding, Order, Reply, Task } from "./tasks.ts";

/** Why an analysis did not finish. */
export type AnalysisFault = "superseded" | "abandoned" | "timed_out" | "crashed" | "stopped";

const FAULTS: Record<AnalysisFault, string> = {
  superseded: "the catalog has changed meanwhile",
  abandoned: "the caller has left",
  timed_out: "it took too long",
  crashed: "its thread failed",
  stopped: "the service is stopping",
};

/** An analysis that was not finished. */
export class AnalysisError extends Error {
  /** Takes the fault, and an optional detail for the message. */
  constructor(readonly fault: AnalysisFault, detail?: string) {
    super(`Cannot analyze the rules: ${FAULTS[fault]}${detail ? ` (${detail})` : ""}`);
    this.name = "AnalysisError";
  }
}

/** The part of `Worker` that a lane uses. */
export type AnalysisWorker = Pick<
  Worker,
  "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror"
>;

/** How to start the worker, and the timings of a lane. */
export interface LaneOptions {
  readonly startWorker?: () => AnalysisWorker;
  /** Timeout of one run, in milliseconds; default 10 minutes. */
  readonly limitMs?: number;
  /** How long an idle worker is kept, in milliseconds; default 15 seconds. */
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

/** Runs tasks one after the other on its own worker, started with the first task and terminated after an idle time. */
export class Lane {
  readonly #options: Required<LaneOptions>;
  readonly #waiting: Run[] = [];
  #running: Run | null = null;
  #worker: AnalysisWorker | null = null;
  /** The snapshot whose catalog the worker holds. */
  #held: Snapshot | null = null;
  #orders = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    { startWorker = startProofWorker, limitMs = LIMIT_MS, idleMs = IDLE_MS }: LaneOptions = {},
  ) {
    this.#options = { startWorker, limitMs, idleMs };
  }

  /**
   * Enqueues a task and resolves with its finding. An abort of `signal` cancels the task with the fault `abandoned`.
   * @throws {AnalysisError} when the task does not finish.
   */
  run(snapshot: Snapshot, task: Task, signal?: AbortSignal): Promise<Finding> {
    if (this.#closed) return Promise.reject(new AnalysisError("stopped"));
    if (signal?.aborted) return Promise.reject(new AnalysisError("abandoned"));
    const settled = Promise.withResolvers<Finding>();
    const run = { snapshot, task, settled };
    const abandon = () => this.#cancel("abandoned", (each) => each === run);
    signal?.addEventListener("abort", abandon, { once: true });
    this.#waiting.push(run);
    this.#next();
    return settled.promise.finally(() => signal?.removeEventListener("abort", abandon));
  }

  /** Cancels every running or waiting task on a catalog version older than `version`. */
  supersede(version: number): void {
    this.#cancel("superseded", ({ snapshot }) => snapshot.version < version);
  }

  /** Terminates the worker and rejects every running or waiting task with the fault `stopped`. */
  close(): void {
    this.#closed = true;
    for (const { settled } of this.#waiting.splice(0)) {
      settled.reject(new AnalysisError("stopped"));
    }
    this.#fail(new AnalysisError("stopped"));
  }

  #cancel(fault: AnalysisFault, isUnwanted: (run: Run) => boolean): void {
    for (const run of this.#waiting.filter(isUnwanted)) {
      this.#waiting.splice(this.#waiting.indexOf(run), 1);
      run.settled.reject(new AnalysisError(fault));
    }
    if (this.#running && isUnwanted(this.#running)) this.#fail(new AnalysisError(fault));
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

  /** Terminates the worker, rejects its current run, and starts the next run on a new worker. */
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

/** Sets a timer that does not keep the process alive. */
function later(ms: number, act: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(act, ms);
  Deno.unrefTimer(timer);
  return timer;
}

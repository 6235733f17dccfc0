/** The analyst: its workers give the results of this thread, run one task at a time, and are cancelled when unwanted. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Catalog, compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import {
  AnalysisError,
  type AnalysisFault,
  analyzeTrack,
  compareOutcomes,
  createAnalyst,
  type RuleTrial,
} from "@/lib/analysis/mod.ts";
import type { AnalysisWorker } from "@/lib/analysis/rules/lane.ts";
import type { Order } from "@/lib/analysis/rules/tasks.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { benchCatalog } from "@/tests/bench/engine_catalog.ts";
import { smallCatalog, tracksOf } from "./small_catalogs.ts";

function analyst(options: Parameters<typeof createAnalyst>[0] = {}) {
  const opened = createAnalyst(options);
  return Object.assign(opened, { [Symbol.dispose]: () => opened.close() });
}

/** Workers that never reply on their own. */
function silentWorkers() {
  const started: (AnalysisWorker & { orders: Order[]; ended: boolean })[] = [];
  const startWorker = () => {
    const worker = {
      orders: [] as Order[],
      ended: false,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage: (order: Order) => void worker.orders.push(order),
      terminate: () => void (worker.ended = true),
    };
    started.push(worker);
    return worker;
  };
  return { started, startWorker };
}

function rejectsWith(run: Promise<unknown>, fault: AnalysisFault): Promise<void> {
  return assert.rejects(run, (error) => error instanceof AnalysisError && error.fault === fault);
}

function trialOf({ rules: [rule] }: Snapshot, track: string | null): RuleTrial {
  assert.ok(rule);
  return { rule, track, budget: 400_000 };
}

const versioned = (version: number, catalog: Catalog = demoCatalog) =>
  compileSnapshot({ ...catalog, version });

Deno.test("the analyst's reports equal those of analyzeTrack() for random catalogs (§4.9)", async () => {
  using staff = analyst();
  await fc.assert(
    fc.asyncProperty(smallCatalog(), async (catalog) => {
      const snapshot = compileSnapshot({ ...catalog, version: 1 });
      for (const track of tracksOf(snapshot)) {
        assert.deepEqual(await staff.report(snapshot, track), await analyzeTrack(snapshot, track));
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("the analyst's trials equal the comparisons of compareOutcomes() (§4.9)", async () => {
  using staff = analyst();
  const snapshot = compileSnapshot(demoCatalog);
  const [rule, other] = snapshot.rules;
  assert.ok(rule && other);
  const drafts = [{ ...rule, priority: 9_999 }, { ...other, id: "draft", priority: -1 }];
  for (const draft of drafts) {
    const rules = [...demoCatalog.rules.filter(({ id }) => id !== draft.id), draft];
    const after = compileSnapshot({ ...demoCatalog, rules });
    for (const track of tracksOf(snapshot)) {
      assert.deepEqual(
        await staff.trial(snapshot, { rule: draft, track, budget: 400_000 }),
        await compareOutcomes(snapshot, after, track, { budget: 400_000 }),
      );
    }
  }
});

Deno.test("the analyst makes one report for all callers without blocking this thread", async () => {
  using staff = analyst();
  const snapshot = compileSnapshot(benchCatalog({ rules: 30, families: 1 }));
  let turns = 0;
  let done = false;
  const counting = (async () => {
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve));
      turns++;
    }
  })();
  const running = [staff.report(snapshot, null), staff.report(snapshot, null)];
  const [first, second] = await Promise.all(running);
  done = true;
  await counting;
  assert.equal(first, second);
  assert.equal(await staff.report(snapshot, null), first);
  // On this thread, with a pause every thousand steps, there would be fewer turns.
  assert.ok(first && turns > first.steps / 1_000, `${turns} turns, ${first?.steps} steps`);
});

Deno.test("the analyst cancels the reports of a replaced version and terminates their worker", async () => {
  const { started, startWorker } = silentWorkers();
  using staff = analyst({ startWorker });
  const [old, now] = [versioned(1), versioned(2)];
  const cancelled = Promise.all([
    rejectsWith(staff.report(old, "home"), "superseded"),
    rejectsWith(staff.report(old, null), "superseded"),
  ]);
  assert.deepEqual(started[0]?.orders.map(({ task }) => task.track), ["home"]);
  const wanted = rejectsWith(staff.report(now, null), "stopped");
  await cancelled;
  assert.equal(started.length, 2);
  assert.ok(started[0]?.ended);
  assert.equal(JSON.parse(started[1]?.orders[0]?.catalog ?? "{}").version, 2);
  staff.close();
  await wanted;
});

Deno.test("the analyst cancels the trials of a replaced version (§4.9)", async () => {
  const { started, startWorker } = silentWorkers();
  using staff = analyst({ startWorker });
  const [old, now] = [versioned(1), versioned(2)];
  const cancelled = Promise.all([
    rejectsWith(staff.trial(old, trialOf(old, "home")), "superseded"),
    rejectsWith(staff.trial(old, trialOf(old, null)), "superseded"),
  ]);
  const wanted = rejectsWith(staff.trial(now, trialOf(now, null)), "stopped");
  await cancelled;
  assert.equal(started.length, 2);
  assert.ok(started[0]?.ended);
  staff.close();
  await wanted;
});

Deno.test("the analyst cancels a trial whose caller has left, and starts the next one (§4.9)", async () => {
  const { started, startWorker } = silentWorkers();
  const faults: string[] = [];
  using staff = analyst({ startWorker, onFault: ({ fault }) => faults.push(fault) });
  const snapshot = versioned(1);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const abandoned = [
    rejectsWith(staff.trial(snapshot, trialOf(snapshot, "home"), running.signal), "abandoned"),
    rejectsWith(staff.trial(snapshot, trialOf(snapshot, "home"), waiting.signal), "abandoned"),
  ];
  const wanted = rejectsWith(staff.trial(snapshot, trialOf(snapshot, null)), "stopped");
  waiting.abort();
  assert.equal(started.length, 1, "a waiting trial starts no worker");
  running.abort();
  await Promise.all(abandoned);
  await rejectsWith(staff.trial(snapshot, trialOf(snapshot, null), running.signal), "abandoned");
  assert.ok(started[0]?.ended);
  assert.deepEqual(started[1]?.orders.map(({ task }) => task.track), [null]);
  staff.close();
  await wanted;
  assert.deepEqual(faults, []);
});

Deno.test("the analyst runs one report at a time, and sends a catalog to a worker once", async () => {
  const { started, startWorker } = silentWorkers();
  using staff = analyst({ startWorker });
  const snapshot = versioned(1);
  const report = await analyzeTrack(snapshot, null, { budget: 1 });
  const runs = [staff.report(snapshot, null), staff.report(snapshot, "home")];
  const [worker] = started;
  assert.ok(worker && worker.orders.length === 1);
  for (const place of [0, 1]) {
    const id = worker.orders[place]?.id;
    worker.onmessage?.call(
      new EventTarget() as never,
      new MessageEvent("message", { data: { id, finding: { kind: "report", report } } }),
    );
  }
  await Promise.all(runs);
  assert.deepEqual(worker.orders.map(({ catalog }) => catalog === null), [false, true]);
  assert.equal(started.length, 1);
});

Deno.test("the analyst times out a run that takes too long, and does not retry it", async () => {
  const { started, startWorker } = silentWorkers();
  const faults: string[] = [];
  using staff = analyst({ startWorker, limitMs: 5, onFault: ({ fault }) => faults.push(fault) });
  const snapshot = versioned(1);
  // The timer of the limit does not keep the process alive.
  const alive = setInterval(() => {}, 1);
  await rejectsWith(staff.report(snapshot, null), "timed_out");
  await rejectsWith(staff.report(snapshot, null), "timed_out");
  clearInterval(alive);
  assert.equal(started.length, 1);
  assert.ok(started[0]?.ended);
  assert.deepEqual(faults, ["timed_out"]);
});

Deno.test("the analyst reports a crashed worker, and starts another for the next run", async () => {
  const workers: Worker[] = [];
  const faults: string[] = [];
  using staff = analyst({
    startWorker() {
      const url = "data:application/javascript,throw new Error('broken')";
      const worker = new Worker(url, { type: "module" });
      workers.push(worker);
      return worker;
    },
    onFault: ({ fault }) => faults.push(fault),
  });
  const snapshot = versioned(1);
  await rejectsWith(staff.report(snapshot, null), "crashed");
  await rejectsWith(staff.report(snapshot, null), "crashed");
  assert.equal(workers.length, 2);
  assert.deepEqual(faults, ["crashed", "crashed"]);
});

Deno.test("the analyst terminates a worker when it is idle and on close()", async () => {
  const ended: boolean[] = [];
  const { promise: idle, resolve } = Promise.withResolvers<void>();
  const staff = createAnalyst({
    idleMs: 1,
    startWorker() {
      const url = new URL("../../../lib/analysis/rules/worker.ts", import.meta.url);
      const worker = new Worker(url, { type: "module" });
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        terminate();
        ended.push(true);
        resolve();
      };
      return worker;
    },
  });
  const snapshot = versioned(1);
  const first = await staff.report(snapshot, "home");
  const alive = setInterval(() => {}, 1);
  await idle;
  clearInterval(alive);
  assert.equal(await staff.report(snapshot, "home"), first);
  assert.equal(ended.length, 1);
  const running = rejectsWith(staff.report(snapshot, null), "stopped");
  staff.close();
  await running;
  assert.equal(ended.length, 2);
  await rejectsWith(staff.report(snapshot, "office"), "stopped");
});

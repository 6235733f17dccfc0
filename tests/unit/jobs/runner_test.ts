import assert from "node:assert/strict";
import { createRunner, type Runner, type RunnerOptions } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";

interface Line {
  level: string;
  message: string;
  properties: Record<string, unknown>;
}

interface Bench {
  runner: Runner;
  kv: Deno.Kv;
  lines: Line[];
}

/** Runs a test with a runner on its own store, and a log that keeps its lines. */
async function withRunner(
  test: (bench: Bench) => Promise<void>,
  options: Partial<RunnerOptions> = {},
): Promise<void> {
  const kv = options.kv ?? await openKv(":memory:");
  const lines: Line[] = [];
  const at = (level: string) => (message: string, properties: Record<string, unknown>) => {
    lines.push({ level, message, properties });
  };
  const log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const runner = createRunner({ kv, log, now: () => new Date(), ...options });
  await test({ runner, kv, lines });
  await runner.stop(0);
  if (options.kv === undefined) kv.close();
}

function outcomes(lines: Line[]): unknown[] {
  return lines.map(({ level, properties: { name, outcome } }) => [level, name, outcome]);
}

Deno.test("run() does not wait for the work, and idle() waits for all of it", () =>
  withRunner(async ({ runner, lines }) => {
    const done: string[] = [];
    const gate = Promise.withResolvers<void>();
    assert.equal(runner.run("first", () => gate.promise.then(() => done.push("first"))), true);
    assert.equal(
      runner.run("second", () => {
        runner.run("third", () => done.push("third"));
        done.push("second");
      }),
      true,
    );
    gate.resolve();
    await runner.idle();
    assert.deepEqual(done.toSorted(), ["first", "second", "third"]);
    assert.deepEqual(outcomes(lines).toSorted(), [
      ["debug", "first", "done"],
      ["debug", "second", "done"],
      ["debug", "third", "done"],
    ]);
    const [line] = lines;
    assert.equal(typeof line?.properties.durationMs, "number");
  }));

for (
  const [how, work] of [
    ["throws", () => {
      throw new Error("boom");
    }],
    ["rejects", () => Promise.reject(new Error("boom"))],
  ] as const
) {
  Deno.test(`run() logs work that ${how}, and runs the next`, () =>
    withRunner(async ({ runner, lines }) => {
      runner.run("bad", work);
      runner.run("good", () => {});
      await runner.idle();
      assert.deepEqual(outcomes(lines).toSorted(), [
        ["debug", "good", "done"],
        ["error", "bad", "failed"],
      ]);
      const error = lines.find(({ level }) => level === "error")?.properties.error;
      assert.ok(error instanceof Error && error.message === "boom");
    }));
}

Deno.test("run() respects the concurrency limit, and starts work in order", () =>
  withRunner(async ({ runner }) => {
    let active = 0;
    let most = 0;
    const started: number[] = [];
    for (let index = 0; index < 20; index++) {
      runner.run("piece", async () => {
        started.push(index);
        most = Math.max(most, ++active);
        await new Promise((resolve) => setTimeout(resolve, 1));
        active--;
      });
    }
    await runner.idle();
    assert.equal(most, 3);
    assert.deepEqual(started, started.toSorted((a, b) => a - b));
  }, { concurrency: 3 }));

Deno.test("run() has separate limits for work that calls other systems and for the rest", () =>
  withRunner(async ({ runner }) => {
    const [ours, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done: string[] = [];
    for (const name of ["first", "second", "third"]) {
      runner.run(name, () => others.promise.then(() => done.push(name)), { asksOthers: true });
    }
    const passed = Promise.withResolvers<void>();
    runner.run("ours", () => passed.resolve());
    await passed.promise;
    assert.deepEqual(done, []);
    for (let index = 0; index < 2; index++) runner.run("ours", () => ours.promise);
    others.resolve();
    const through = Promise.withResolvers<void>();
    runner.run("last", () => through.resolve(), { asksOthers: true });
    await through.promise;
    assert.deepEqual(done, ["first", "second", "third"]);
    ours.resolve();
    await runner.idle();
  }, { concurrency: 2 }));

Deno.test("run() refuses and logs work beyond the limit of waiting work", () =>
  withRunner(async ({ runner, lines }) => {
    const gate = Promise.withResolvers<void>();
    const taken = Array.from({ length: 5 }, () => runner.run("piece", () => gate.promise));
    assert.deepEqual(taken, [true, true, true, false, false]);
    const refused = lines.filter(({ message }) => message === "job refused");
    assert.deepEqual(refused.map(({ level }) => level), ["error", "error"]);
    gate.resolve();
    await runner.idle();
    assert.equal(runner.run("piece", () => {}), true);
  }, { concurrency: 1, maxWaiting: 2 }));

/** Rejects when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Options of a runner whose clock stands still, so that no lease runs out while this process waits for the CPU. */
function standingStill(leaseMs: number): Pick<RunnerOptions, "leaseMs" | "now"> {
  const at = new Date();
  return { leaseMs, now: () => at };
}

Deno.test("runOnce() runs a round once among all processes", async () => {
  const kv = await openKv(":memory:");
  const still = standingStill(1_000);
  let runs = 0;
  await withRunner(async ({ runner: one, lines }) => {
    await withRunner(async ({ runner: two }) => {
      const gate = Promise.withResolvers<void>();
      const work = () => {
        runs++;
        return gate.promise;
      };
      const both = Promise.all([one.runOnce("purge", 7, work), two.runOnce("purge", 7, work)]);
      gate.resolve();
      assert.deepEqual((await both).toSorted(), ["done", "elsewhere"]);
      assert.equal(
        await two.runOnce("purge", 7, work),
        "elsewhere",
        "a finished round does not run again",
      );
      assert.equal(runs, 1);
      assert.equal(await two.runOnce("purge", 8, work), "done");
      assert.equal(runs, 2);
    }, { kv, ...still });
    assert.ok(lines.every(({ level }) => level === "info"));
  }, { kv, ...still });
  kv.close();
});

Deno.test("runOnce() logs a round that failed, and does not run it again", () =>
  withRunner(async ({ runner, lines }) => {
    const work = () => Promise.reject(new Error("boom"));
    assert.equal(await runner.runOnce("purge", 7, work), "failed");
    assert.equal(await runner.runOnce("purge", 7, work), "elsewhere");
    assert.deepEqual(outcomes(lines), [["error", "purge", "failed"]]);
  }));

Deno.test("runOnce() does not run without a claim, and logs the error of the store", async () => {
  const kv = await openKv(":memory:");
  kv.close();
  await withRunner(async ({ runner, lines }) => {
    assert.equal(await runner.runOnce("purge", 7, () => assert.fail("ran")), "failed");
    assert.deepEqual(outcomes(lines), [["error", "purge", "failed"]]);
  }, { kv });
});

Deno.test("runOnce() aborts work whose claim is lost", () =>
  withRunner(async ({ runner, kv, lines }) => {
    const outcome = await runner.runOnce("purge", 7, async (signal) => {
      const lease = { owner: "thief", until: Date.now() + 60_000, done: null };
      await kv.set(["locks", "purge"], lease);
      await aborted(signal);
    });
    assert.equal(outcome, "aborted");
    assert.deepEqual(outcomes(lines), [["warn", "purge", "aborted"]]);
  }, standingStill(60)));

Deno.test("stop() drains running and waiting work, and refuses new work", () =>
  withRunner(async ({ runner, lines }) => {
    const gate = Promise.withResolvers<void>();
    const done: string[] = [];
    runner.run("running", () => gate.promise.then(() => done.push("running")));
    runner.run("waiting", () => done.push("waiting"));
    const stopped = runner.stop(60_000);
    assert.equal(runner.run("new", () => {}), false);
    assert.equal(await runner.runOnce("purge", 7, () => {}), "aborted");
    gate.resolve();
    await stopped;
    assert.deepEqual(done, ["running", "waiting"]);
    assert.ok(!lines.some(({ message }) => message === "jobs aborted"));
    const refused = lines.find(({ message }) => message === "job refused");
    assert.deepEqual([refused?.level, refused?.properties.name], ["warn", "new"]);
  }, { concurrency: 1 }));

Deno.test("stop() aborts work that takes too long, drops waiting work, and logs their names", () =>
  withRunner(async ({ runner, lines }) => {
    runner.run("slow", aborted);
    runner.run("waiting", () => assert.fail("ran"));
    await runner.stop(10);
    assert.deepEqual(lines[0]?.properties.names, ["slow", "waiting"]);
    assert.deepEqual(outcomes(lines.slice(1)), [["warn", "slow", "aborted"]]);
  }, { concurrency: 1 }));

Deno.test("stop() resolves even if work ignores its signal", () =>
  withRunner(async ({ runner, lines }) => {
    runner.run("hung", () => new Promise(() => {}));
    await runner.stop(10);
    assert.deepEqual(lines.map(({ message }) => message), ["jobs aborted"]);
  }));

Deno.test("stop() releases the claim of a round that it aborts, so that another process can run it", async () => {
  const kv = await openKv(":memory:");
  const began = Promise.withResolvers<void>();
  await withRunner(async ({ runner }) => {
    const outcome = runner.runOnce("purge", 7, (signal) => {
      began.resolve();
      return aborted(signal);
    });
    await began.promise;
    await runner.stop(0);
    assert.equal(await outcome, "aborted");
  }, { kv });
  await withRunner(async ({ runner }) => {
    assert.equal(await runner.runOnce("purge", 7, () => {}), "done");
  }, { kv });
  kv.close();
});

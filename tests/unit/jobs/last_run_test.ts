import assert from "node:assert/strict";
import { createRunner, readJobs } from "@/lib/jobs/mod.ts";
import { claim, openKv } from "@/lib/kv/mod.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

Deno.test("readJobs() says how each job ended, also one whose process was killed", async () => {
  const kv = await openKv(":memory:");
  let now = new Date("2030-01-01T12:00:00Z");
  const runner = createRunner({ kv, log: quiet, now: () => now });
  const states = async () =>
    (await readJobs(kv, { now, syncsCms: false })).map(({ last }) => last && last.state);
  assert.deepEqual(await states(), [null, null, null, null, null]);

  await runner.runOnce("purge expired sessions", 1, () => {});
  const outage = Object.assign(new Error("gone"), { outage: true });
  await runner.runOnce("retry leads", 1, () => Promise.reject(outage));
  const gate = Promise.withResolvers<void>();
  const running = runner.runOnce("check links", 1, () => gate.promise);
  while ((await states())[3] !== "running") await new Promise((go) => setTimeout(go, 1));
  assert.deepEqual(await states(), ["done", "failed", null, "running", null]);
  const [, leads] = await readJobs(kv, { now, syncsCms: false });
  assert.equal(leads?.last?.isOutage, true);

  now = new Date("2030-01-01T13:00:00Z");
  assert.equal((await states())[3], "lost", "its lease has run out");
  now = new Date("2030-01-01T11:00:00Z");
  assert.equal((await states())[3], "lost", "its lease was noted by a clock that was ahead");
  gate.resolve();
  await running;
  await runner.stop(0);
  kv.close();
});

Deno.test("a job runs although its run cannot be noted", async () => {
  const kv = await openKv(":memory:");
  const set = () => Promise.reject(new TypeError("the disk is full"));
  const runner = createRunner({
    kv: Object.assign(kv, { set }),
    log: quiet,
    now: () => new Date(),
  });
  let runs = 0;
  assert.equal(await runner.runOnce("purge", 1, () => void runs++), "done");
  assert.equal(runs, 1);
  const again = await claim(kv, "purge", { leaseMs: 1_000, now: () => new Date(), round: 1 });
  assert.equal(again.state, "done", "the claim was released");
  await runner.stop(0);
  kv.close();
});

Deno.test("readJobs() says when each job runs next, in UTC, and that a job is off", async () => {
  const kv = await openKv(":memory:");
  const now = new Date("2030-01-01T12:04:30Z");
  const nextOf = async (syncsCms: boolean) =>
    (await readJobs(kv, { now, syncsCms })).map(({ next }) => next && next.toISOString());
  const others = [
    "2030-01-01T12:07:00.000Z",
    "2030-01-01T12:30:00.000Z",
    "2030-01-01T12:05:00.000Z",
    "2030-01-07T04:23:00.000Z",
  ];
  assert.deepEqual(await nextOf(true), [...others, "2030-01-02T02:43:00.000Z"]);
  assert.deepEqual(await nextOf(false), [...others, null]);
  kv.close();
});

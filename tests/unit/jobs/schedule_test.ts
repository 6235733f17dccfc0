import assert from "node:assert/strict";
import { nextRuns, type Outcome, startSchedule, type Work } from "@/lib/jobs/mod.ts";

interface Registered {
  name: string;
  schedule: string | Deno.CronSchedule;
  options: { readonly signal?: AbortSignal; readonly backoffSchedule?: readonly number[] };
  tick: () => Promise<void> | void;
}

/** A fake of `Deno.cron` that records what is registered. */
function fakeCron() {
  const registered: Registered[] = [];
  function cron(name: string, schedule: Registered["schedule"], ...rest: unknown[]): Promise<void> {
    const [options, tick] = rest;
    assert.ok(typeof tick === "function" && typeof options === "object" && options !== null);
    registered.push({ name, schedule, options, tick: () => tick() });
    return Promise.resolve();
  }
  return { registered, cron };
}

function schedule(
  time: string,
  purgeExpiredSessions: Work = () => {},
  syncCms: Work | null = () => {},
) {
  const { registered, cron } = fakeCron();
  const stop = new AbortController();
  const { signal: stopping } = stop;
  const rounds: [string, number][] = [];
  const runner = {
    stopping,
    async runOnce(name: string, round: number, work: Work): Promise<Outcome> {
      rounds.push([name, round]);
      await work(stopping);
      return "done";
    },
  };
  const functions = {
    purgeExpiredSessions,
    checkLinks: () => {},
    retryLeads: () => {},
    finishErasures: () => {},
    syncCms,
  };
  let now = new Date(time);
  let check = () => {};
  const setBack: number[] = [];
  startSchedule(functions, {
    runner,
    now: () => now,
    cron,
    clock: () => 0,
    onSetBack: (ms) => setBack.push(ms),
    repeat: (given) => check = given,
  });
  const setClock = (time: string) => {
    now = new Date(time);
    check();
  };
  return { registered, rounds, stop: () => stop.abort(), setClock, setBack };
}

Deno.test("startSchedule() registers each job without retries, until the runner stops (§3.4)", () => {
  const { registered, stop } = schedule("2030-01-01T12:07:00Z");
  assert.deepEqual(registered.map(({ name, schedule }) => [name, schedule]), [
    ["purge expired sessions", "7 * * * *"],
    ["retry leads", "*/30 * * * *"],
    ["finish erasures", "*/5 * * * *"],
    ["check links", "23 4 * * MON"],
    ["sync the CMS", "43 2-4 * * *"],
  ]);
  for (const { options } of registered) assert.deepEqual(options.backoffSchedule, []);
  const isEnded = () => registered.map(({ options }) => options.signal?.aborted);
  assert.deepEqual(new Set(isEnded()), new Set([false]));
  stop();
  assert.deepEqual(new Set(isEnded()), new Set([true]));
});

Deno.test("startSchedule() registers each job anew when the clock was set back, and only then (§3.4)", () => {
  const { registered, setClock, setBack } = schedule("2030-01-01T12:07:00Z");
  for (const time of ["12:07:30", "12:06:31", "15:00:00"]) setClock(`2030-01-01T${time}Z`);
  assert.equal(registered.length, 5);
  setClock("2030-01-01T12:08:00Z");
  assert.deepEqual(setBack, [(3 * 60 - 8) * 60_000]);
  assert.deepEqual(
    registered.slice(5).map(({ name }) => name),
    registered.slice(0, 5).map(({ name }) => name),
  );
  const isEnded = registered.map(({ options }) => options.signal?.aborted);
  assert.deepEqual(isEnded, [...Array(5).fill(true), ...Array(5).fill(false)]);
});

Deno.test("startSchedule() leaves out the nightly sync when it is off (§4.11)", () => {
  const { registered } = schedule("2030-01-01T12:07:00Z", () => {}, null);
  assert.deepEqual(registered.map(({ name }) => name), [
    "purge expired sessions",
    "retry leads",
    "finish erasures",
    "check links",
  ]);
});

Deno.test("Deno.cron accepts every job that startSchedule() registers", () => {
  const stop = new AbortController();
  const runner = { stopping: stop.signal, runOnce: () => Promise.resolve<Outcome>("done") };
  const functions = {
    purgeExpiredSessions: () => {},
    checkLinks: () => {},
    retryLeads: () => {},
    finishErasures: () => {},
    syncCms: () => {},
  };
  startSchedule(functions, { runner, now: () => new Date() });
  stop.abort();
});

Deno.test("a tick has the same round in processes whose clocks differ by seconds", async () => {
  const rounds = [];
  for (const time of ["12:06:56.001", "12:07:00.000", "12:07:04.000", "12:07:54.000"]) {
    const { registered, rounds: seen } = schedule(`2030-01-01T${time}Z`);
    await registered[0]?.tick();
    rounds.push(...seen.map(([, round]) => round));
  }
  assert.equal(new Set(rounds).size, 1);
  const { registered, rounds: next } = schedule("2030-01-01T12:08:00Z");
  await registered[0]?.tick();
  assert.equal(next[0]?.[1], (rounds[0] ?? 0) + 1);
});

Deno.test("a tick runs its job with the runner's signal", async () => {
  const signals: AbortSignal[] = [];
  const { registered, stop } = schedule("2030-01-01T12:07:00Z", (signal) => {
    signals.push(signal);
  });
  await registered[0]?.tick();
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
  stop();
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true]);
});

Deno.test("nextRuns() names the minutes at which sessions and leads are purged next", () => {
  for (
    const [now, purge, leads] of [
      ["12:00:00.000", "12:07", "12:30"],
      ["12:06:59.999", "12:07", "12:30"],
      ["12:07:00.000", "13:07", "12:30"],
      ["12:29:59.000", "13:07", "12:30"],
      ["23:45:00.000", "00:07", "00:00"],
    ] as const
  ) {
    const next = nextRuns(new Date(`2030-01-01T${now}Z`));
    assert.equal(next.purge.toISOString().slice(11, 16), purge, now);
    assert.equal(next.leads.toISOString().slice(11, 16), leads, now);
  }
});

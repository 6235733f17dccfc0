import assert from "node:assert/strict";
import { nextRuns, type Outcome, startSchedule, type Work } from "@/lib/jobs/mod.ts";

interface Registered {
  name: string;
  schedule: string | Deno.CronSchedule;
  options: unknown;
  tick: () => Promise<void> | void;
}

/** A fake of `Deno.cron` that records what is registered. */
function fakeCron() {
  const registered: Registered[] = [];
  function cron(name: string, schedule: Registered["schedule"], ...rest: unknown[]): Promise<void> {
    const [options, tick] = rest;
    assert.ok(typeof tick === "function");
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
  const { signal: stopping } = new AbortController();
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
  startSchedule(functions, { runner, now: () => new Date(time), cron });
  return { registered, rounds, stopping };
}

Deno.test("startSchedule() registers each job without retries, until the runner stops (§3.4)", () => {
  const { registered, stopping } = schedule("2030-01-01T12:07:00Z");
  assert.deepEqual(registered.map(({ name, schedule }) => [name, schedule]), [
    ["purge expired sessions", "7 * * * *"],
    ["retry leads", "*/30 * * * *"],
    ["finish erasures", "*/5 * * * *"],
    ["check links", "23 4 * * MON"],
    ["sync the CMS", "43 2 * * *"],
  ]);
  for (const { options } of registered) {
    assert.deepEqual(options, { signal: stopping, backoffSchedule: [] });
  }
});

Deno.test("startSchedule() leaves out the nightly sync when it is off (§4.11)", () => {
  const { registered } = schedule("2030-01-01T12:07:00Z", () => {}, null);
  assert.ok(registered.every(({ name }) => name !== "sync the CMS"));
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
  const { registered, stopping } = schedule("2030-01-01T12:07:00Z", (signal) => {
    signals.push(signal);
  });
  await registered[0]?.tick();
  assert.deepEqual(signals, [stopping]);
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

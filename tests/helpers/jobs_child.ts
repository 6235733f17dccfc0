/**
 * A child process that runs one tick of the schedule. Arguments: the path of the key-value store, the file to which each
 * run appends a line, what the job does then: `end`, or `hang` until it is killed; and whether the clock stands `still`,
 * so that no lease runs out.
 */
import { createRunner, startSchedule } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";

const [kvPath = "", file = "", work = "end", clock = "real"] = Deno.args;
const TICK = new Date("2030-01-01T12:07:00Z");
const LEASE_MS = 300;
const quiet = () => {};

const kv = await openKv(kvPath);
const runner = createRunner({
  kv,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  now: clock === "still" ? () => TICK : () => new Date(),
  leaseMs: LEASE_MS,
});

async function purgeExpiredSessions(): Promise<void> {
  await Deno.writeTextFile(file, `${Deno.pid}\n`, { append: true, create: true });
  if (work === "hang") await new Promise((resolve) => setTimeout(resolve, 60_000));
}

const ticks: (() => Promise<void> | void)[] = [];
function cron(_name: string, _schedule: string | Deno.CronSchedule, ...rest: unknown[]) {
  const tick = rest.at(-1);
  if (typeof tick === "function") ticks.push(() => tick());
  return Promise.resolve();
}

const functions = {
  purgeExpiredSessions,
  checkLinks: () => {},
  retryLeads: () => {},
  finishErasures: () => {},
  syncCms: null,
};
startSchedule(functions, { runner, now: () => TICK, cron });
await Promise.all(ticks.map((tick) => tick()));
await runner.stop();
kv.close();

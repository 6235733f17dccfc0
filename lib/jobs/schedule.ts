/** The list of all crons. */
import { Cron } from "croner";
import { type LastRun, readLastRun } from "./last_run.ts";
import type { Runner, Work } from "./runner.ts";

/** The functions that the schedule runs, passed in by the composition root. */
interface JobFunctions {
  /** Removes expired sessions (spec §3.4). */
  readonly purgeExpiredSessions: Work;
  /** Checks the links of the corpus that are due (spec §4.1). */
  readonly checkLinks: Work;
  /** Deletes leads past their retention, and retries those that are due (spec §3.1). */
  readonly retryLeads: Work;
  /** Finishes erasures whose process died (spec §5). */
  readonly finishErasures: Work;
  /** Syncs what the CMS had not given yet this night; null when the nightly sync is off (spec §4.11). */
  readonly syncCms: Work | null;
}

/** Name of the link check job, for the cron and for a manual run; only one process runs it at a time. */
export const CHECK_LINKS = "check links";

/** A cron job, in UTC. */
interface CronJob {
  /** Name of the cron and of its claim: letters, digits, spaces and hyphens. */
  readonly name: string;
  readonly schedule: string;
  readonly work: Work;
}

const PURGE = { name: "purge expired sessions", schedule: "7 * * * *" } as const;
const LEADS = { name: "retry leads", schedule: "*/30 * * * *" } as const;
const SYNC = { name: "sync the CMS", schedule: "43 2-4 * * *" } as const;
const SCHEDULES = [
  PURGE,
  LEADS,
  { name: "finish erasures", schedule: "*/5 * * * *" },
  { name: CHECK_LINKS, schedule: "23 4 * * MON" },
  SYNC,
] as const;

/** Returns when sessions and leads are purged next after a moment. */
export function nextRuns(after: Date): { readonly purge: Date; readonly leads: Date } {
  return { purge: nextTick(PURGE.schedule, after), leads: nextTick(LEADS.schedule, after) };
}

/** Returns when a schedule fires next after a moment, in UTC as `Deno.cron` reads it. */
function nextTick(schedule: string, after: Date): Date {
  const next = new Cron(schedule, { timezone: "UTC" }).nextRun(after);
  if (next === null) throw new RangeError(`Cannot tell when ${schedule} fires`);
  return next;
}

/** A scheduled job, as staff see it. */
export interface ScheduledJob {
  readonly name: string;
  /** Null when it is switched off. */
  readonly next: Date | null;
  /** Null before the first run. */
  readonly last: LastRun | null;
}

/**
 * Reads the last and the next run of every job; `syncsCms` is whether the nightly sync is on.
 *
 * @throws when the key-value store fails.
 */
export async function readJobs(
  kv: Deno.Kv,
  { now, syncsCms }: { readonly now: Date; readonly syncsCms: boolean },
): Promise<ScheduledJob[]> {
  return await Promise.all(SCHEDULES.map(async ({ name, schedule }) => ({
    name,
    next: name !== SYNC.name || syncsCms ? nextTick(schedule, now) : null,
    last: await readLastRun(kv, name, now),
  })));
}

function crons(functions: JobFunctions): CronJob[] {
  const works: Record<(typeof SCHEDULES)[number]["name"], Work | null> = {
    "purge expired sessions": functions.purgeExpiredSessions,
    "retry leads": functions.retryLeads,
    "finish erasures": functions.finishErasures,
    [CHECK_LINKS]: functions.checkLinks,
    "sync the CMS": functions.syncCms,
  };
  return SCHEDULES.flatMap(({ name, schedule }) => {
    const work = works[name];
    return work === null ? [] : [{ name, schedule, work }];
  });
}

/** Dependencies of the schedule. */
interface ScheduleOptions {
  readonly runner: Pick<Runner, "runOnce" | "stopping">;
  readonly now: () => Date;
  readonly cron?: typeof Deno.cron;
  /** Called after the clock was set back, with how far. */
  readonly onSetBack?: (ms: number) => void;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
  /** Calls a function at an interval until the runner stops; for tests. */
  readonly repeat?: (check: () => void, everyMs: number) => void;
}

const CHECK_MS = 30_000;
/** A smaller step matters to no schedule. */
const SET_BACK_MS = 60_000;

/**
 * Registers every cron. Every process registers them and gets every tick; the runner runs each tick in one process, and
 * ends the schedule when it stops. A failed run is not retried before its next tick.
 *
 * When the clock is set back, registers them anew: `Deno.cron` waits for the time that it computed by the wrong clock.
 */
export function startSchedule(functions: JobFunctions, options: ScheduleOptions): void {
  const { runner: { stopping }, now, clock = () => performance.now(), onSetBack } = options;
  const { repeat = (check, ms) => repeatUntil(stopping, check, ms) } = options;
  const aheadOfClock = () => now().getTime() - clock();
  let ahead = aheadOfClock();
  let registered = register(functions, options);
  repeat(() => {
    const before = ahead;
    ahead = aheadOfClock();
    if (before - ahead < SET_BACK_MS) return;
    registered.abort();
    registered = register(functions, options);
    onSetBack?.(Math.round(before - ahead));
  }, CHECK_MS);
}

function repeatUntil(signal: AbortSignal, work: () => void, everyMs: number): void {
  const timer = setInterval(work, everyMs);
  Deno.unrefTimer(timer);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

function register(functions: JobFunctions, options: ScheduleOptions): AbortController {
  const { runner, now, cron = Deno.cron } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([runner.stopping, ending.signal]);
  for (const { name, schedule, work } of crons(functions)) {
    cron(name, schedule, { signal, backoffSchedule: [] }, async () => {
      await runner.runOnce(name, tickOf(now()), work);
    });
  }
  return ending;
}

/** Rounds are whole minutes. A cron may fire slightly early by this process's clock. */
const EARLY_MS = 5_000;

function tickOf(date: Date): number {
  return Math.floor((date.getTime() + EARLY_MS) / 60_000);
}

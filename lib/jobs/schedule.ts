/** The one list of what runs by the clock. */
import type { Runner, Work } from "./runner.ts";

/** The functions that the schedule calls; they are the rooms' own, passed in. */
export interface JobFunctions {
  /** Removes the sessions whose time is over (spec §3.4). */
  readonly purgeExpiredSessions: Work;
  /** Checks the links of the corpus that are due (spec §4.1). */
  readonly checkLinks: Work;
  /** Sends the leads that are due, and removes those whose time is over (spec §3.1). */
  readonly retryLeads: Work;
  /** Finishes erasures whose process ended early (spec §5). */
  readonly finishErasures: Work;
  /** Brings in what the CMS has; absent where that is not wanted every night (spec §4.11). */
  readonly syncCms?: Work | null;
}

/** The name under which links are checked, by the clock or by hand; one of all processes has it at a time. */
export const CHECK_LINKS = "check links";

/** A job by the clock, in UTC. */
interface CronJob {
  /** Letters, digits, blanks and hyphens; also names the claim. */
  readonly name: string;
  readonly schedule: string;
  readonly work: Work;
}

/** Minute of each hour at which sessions are purged. */
const PURGE_MINUTE = 7;
/** Minutes from one run of the leads to the next. */
const LEADS_EVERY = 30;

/** When sessions and leads are purged next, after a moment. */
export function nextRuns(after: Date): { readonly purge: Date; readonly leads: Date } {
  const minute = Math.floor(after.getTime() / 60_000) + 1;
  const toPurge = (PURGE_MINUTE - minute % 60 + 60) % 60;
  const toLeads = (LEADS_EVERY - minute % LEADS_EVERY) % LEADS_EVERY;
  return {
    purge: new Date((minute + toPurge) * 60_000),
    leads: new Date((minute + toLeads) * 60_000),
  };
}

function crons(functions: JobFunctions): CronJob[] {
  return [
    {
      name: "purge expired sessions",
      schedule: `${PURGE_MINUTE} * * * *`,
      work: functions.purgeExpiredSessions,
    },
    { name: "retry leads", schedule: `*/${LEADS_EVERY} * * * *`, work: functions.retryLeads },
    { name: "finish erasures", schedule: "*/5 * * * *", work: functions.finishErasures },
    { name: CHECK_LINKS, schedule: "23 4 * * MON", work: functions.checkLinks },
    ...!functions.syncCms
      ? []
      : [{ name: "sync the CMS", schedule: "43 2 * * *", work: functions.syncCms }],
  ];
}

/** What the schedule works with. */
export interface ScheduleOptions {
  readonly runner: Pick<Runner, "runOnce" | "stopping">;
  readonly now: () => Date;
  readonly cron?: typeof Deno.cron;
}

/**
 * Registers every job. Each process calls it and hears every tick; the runner sees to it that a tick
 * is run once, and ends the schedule when it stops. A failed run is not repeated before the next tick.
 */
export function startSchedule(functions: JobFunctions, options: ScheduleOptions): void {
  const { runner, now, cron = Deno.cron } = options;
  for (const { name, schedule, work } of crons(functions)) {
    cron(name, schedule, { signal: runner.stopping, backoffSchedule: [] }, async () => {
      await runner.runOnce(name, tickOf(now()), work);
    });
  }
}

/** Ticks are whole minutes; a clock may be a little slow when one is due. */
const EARLY_MS = 5_000;

function tickOf(date: Date): number {
  return Math.floor((date.getTime() + EARLY_MS) / 60_000);
}

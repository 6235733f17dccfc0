/** The list of all crons. */
import type { Runner, Work } from "./runner.ts";

/** The functions that the schedule runs, passed in by the composition root. */
export interface JobFunctions {
  /** Removes expired sessions (spec §3.4). */
  readonly purgeExpiredSessions: Work;
  /** Checks the links of the corpus that are due (spec §4.1). */
  readonly checkLinks: Work;
  /** Deletes leads past their retention, and retries those that are due (spec §3.1). */
  readonly retryLeads: Work;
  /** Finishes erasures whose process died (spec §5). */
  readonly finishErasures: Work;
  /** Syncs the CMS; absent when the nightly sync is off (spec §4.11). */
  readonly syncCms?: Work | null;
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

/** Minute of each hour at which sessions are purged. */
const PURGE_MINUTE = 7;
/** Minutes between runs of the lead retry. */
const LEADS_EVERY = 30;

/** Returns when sessions and leads are purged next after a moment. */
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

/** Dependencies of the schedule. */
export interface ScheduleOptions {
  readonly runner: Pick<Runner, "runOnce" | "stopping">;
  readonly now: () => Date;
  readonly cron?: typeof Deno.cron;
}

/**
 * Registers every cron. Every process registers them and gets every tick; the runner runs each tick in one process, and
 * ends the schedule when it stops. A failed run is not retried before its next tick.
 */
export function startSchedule(functions: JobFunctions, options: ScheduleOptions): void {
  const { runner, now, cron = Deno.cron } = options;
  for (const { name, schedule, work } of crons(functions)) {
    cron(name, schedule, { signal: runner.stopping, backoffSchedule: [] }, async () => {
      await runner.runOnce(name, tickOf(now()), work);
    });
  }
}

/** Rounds are whole minutes. A cron may fire slightly early by this process's clock. */
const EARLY_MS = 5_000;

function tickOf(date: Date): number {
  return Math.floor((date.getTime() + EARLY_MS) / 60_000);
}

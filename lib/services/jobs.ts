/** The background jobs of a process: at its start, on schedule, and on messages of the queue (design §3, §5). */
import { KINDS, listRuns, syncKind } from "../cms/mod.ts";
import { checkLinks } from "../corpus/mod.ts";
import { RETRY_MESSAGE, runLeadJobs } from "../crm/mod.ts";
import { listenForMessages, startSchedule } from "../jobs/mod.ts";
import { hasQueue } from "../kv/mod.ts";
import { getLog } from "../log/mod.ts";
import { finishErasures } from "../privacy/mod.ts";
import { SERVICE_ACTOR } from "../records/mod.ts";
import { purgeSessions } from "../session/mod.ts";
import type { Services } from "./contract.ts";

/** Longer than from the first tick of the nightly sync to its last. */
const NIGHT_MS = 3 * 3_600_000;
/** More than there are in a night, those of staff included. */
const RECENT_RUNS = 100;

/**
 * Starts what a process does by itself: it registers every cron, sends the leads and finishes the erasures that an
 * earlier process left, and listens for messages if the key-value store has a queue. Tests pass their own `cron`.
 */
export function startJobs(services: Services, cron: typeof Deno.cron = Deno.cron): void {
  const { config, kv, now, background, crm } = services;
  const log = getLog("jobs");
  const onSetBack = (durationMs: number) =>
    log.warn("the clock was set back, and the schedule starts anew", { durationMs });
  startSchedule({
    purgeExpiredSessions: (signal) => purgeSessions({ ...services, signal }),
    checkLinks: (signal) => checkLinks({ ...services, fetch: services.fetchPublic, signal }),
    syncCms: config.cms?.nightly ? (signal) => syncNightly(services, signal) : null,
    retryLeads: (signal) => runLeadJobs(services, signal),
    finishErasures: (signal) => finishErasures(services, signal),
  }, { runner: background, now, cron, onSetBack });

  crm.wake();
  background.run("finish erasures", (signal) => finishErasures(services, signal));
  if (!hasQueue(config.kvPath)) return;
  listenForMessages(
    new Map([[RETRY_MESSAGE, () => crm.retryDue()]]),
    { kv, runner: background, log },
  ).catch((error) => log.warn("messages are not heard, so the clock alone wakes leads", { error }));
}

/**
 * Runs a tick of the nightly sync: every kind that no earlier tick of this night has completed, because the CMS may have
 * failed for a moment. A run of staff does not count: the CMS may have changed since. Values that cannot be used fail the
 * tick that read them, and no later one: reading them again does not mend them.
 *
 * @throws {Error} naming the kinds of this tick that were incomplete or had errors; the details are on the CMS sync page.
 */
async function syncNightly(services: Services, signal: AbortSignal): Promise<void> {
  const evening = new Date(services.now().getTime() - NIGHT_MS);
  const runs = (await listRuns(services.db, RECENT_RUNS)).filter((run) =>
    run.appliedBy === SERVICE_ACTOR && run.state === "done" && run.startedAt > evening
  );
  const bad: string[] = [];
  for (const kind of KINDS) {
    if (signal.aborted) break;
    if (runs.some((run) => run.kind === kind)) continue;
    const { complete, errors } = await syncKind(services, kind, { apply: true, signal });
    if (!complete || errors.length > 0) bad.push(kind);
  }
  if (bad.length > 0) throw new Error(`Cannot sync all of the CMS: ${bad.join(", ")}`);
}

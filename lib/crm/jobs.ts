/** The background jobs of leads: by cron, by command and by the admin button. */
import type { Kysely } from "kysely";
import { z } from "zod";
import { type Author, recordAudit, SERVICE_ACTOR } from "../records/mod.ts";
import { type Database, transact } from "../db/mod.ts";
import { REPEAT_MS } from "./accept.ts";
import type { Crm } from "./open.ts";
import { auditRun, type RetryReport } from "./process.ts";
import { purgeRows, type QueuePurge } from "./queue.ts";
import type { RetrySelection } from "./untried.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** Dependencies of the lead jobs. */
interface LeadJobServices {
  readonly db: Kysely<Database>;
  readonly crm: Pick<Crm, "process" | "processActivity">;
  readonly now: () => Date;
  readonly config: { readonly syncQueue: { readonly retentionDays: number } };
}

/**
 * The half-hourly cron (spec §3.1): deletes leads that ended more than `SYNC_QUEUE_RETENTION_DAYS` ago, attempts due
 * leads, and retries due activity. Returns the report of the attempts.
 */
export async function runLeadJobs(
  services: LeadJobServices,
  signal: AbortSignal,
): Promise<RetryReport> {
  // Before the attempts, because a slow CRM or the end of the process must not keep personal data longer.
  await purgeQueue(services);
  const report = await services.crm.process({ which: "due", signal });
  await auditRun(services.db, report, null);
  if (!signal.aborted) await services.crm.processActivity(signal);
  return report;
}

/**
 * Deletes done and abandoned leads past their retention, including the person in abandoned ones, and audits how many.
 */
export async function purgeQueue(
  { db, now, config }: Pick<LeadJobServices, "db" | "now" | "config">,
): Promise<QueuePurge> {
  const time = now().getTime();
  const endedBefore = new Date(time - config.syncQueue.retentionDays * DAY_MS);
  const takenBefore = new Date(time - REPEAT_MS);
  const takenAfter = new Date(time + REPEAT_MS);
  return await transact(db, async (trx) => {
    const purged = await purgeRows(trx, { endedBefore, takenBefore, takenAfter });
    if (purged.done + purged.abandoned > 0) {
      await recordAudit(trx, {
        actor: SERVICE_ACTOR,
        action: "purge",
        entityType: "crm",
        entityId: "sync_queue",
        after: purged,
      });
    }
    return purged;
  });
}

const STATUS = { all: "queued", abandoned: "abandoned" } as const;

/**
 * Retries leads on request of staff, and audits it (spec §6.2). Takes rows whether due or not, and counts each attempt.
 * An abandoned row gets one more attempt, because the CRM may have been down for longer than five attempts last.
 */
export async function retryLeads(
  { db, crm }: Pick<LeadJobServices, "db" | "crm">,
  by: Author,
  selection: RetrySelection,
  signal: AbortSignal = new AbortController().signal,
): Promise<RetryReport> {
  const report = typeof selection === "string"
    ? await crm.process({ which: "all", statuses: [STATUS[selection]], signal })
    : await retryEach(crm, selection.ids, signal);
  await auditRun(db, report, { actor: by.staff.email, requestId: by.requestId });
  return report;
}

async function retryEach(
  crm: Pick<Crm, "process">,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<RetryReport> {
  let sum = { processed: 0, done: 0, failed: 0, abandoned: 0, waiting: 0 };
  for (const id of new Set(ids)) {
    if (signal.aborted || !z.uuid().safeParse(id).success) continue;
    const { waiting, ...report } = await crm.process({
      which: "all",
      statuses: ["queued", "abandoned"],
      id,
      signal,
    });
    sum = {
      processed: sum.processed + report.processed,
      done: sum.done + report.done,
      failed: sum.failed + report.failed,
      abandoned: sum.abandoned + report.abandoned,
      waiting,
    };
  }
  return sum;
}

/** What is done for leads without anybody waiting: by the clock, by a message, by command, by button. */
import type { Kysely } from "kysely";
import { z } from "zod";
import { type Author, recordAudit, SERVICE_ACTOR } from "../records/mod.ts";
import { type Database, transact } from "../db/mod.ts";
import { REPEAT_MS } from "./accept.ts";
import type { Crm } from "./open.ts";
import { auditRun, type RetryReport } from "./process.ts";
import { purgeRows, type QueuePurge } from "./queue.ts";

/** What these jobs work with. */
export interface LeadJobServices {
  readonly db: Kysely<Database>;
  readonly crm: Pick<Crm, "process" | "processActivity">;
  readonly now: () => Date;
  readonly config: { readonly syncQueue: { readonly retentionDays: number } };
}

const DAY_MS = 86_400_000;

/**
 * The half-hour's run (spec §3.1): attempts what is due, brings on activity that has waited, and removes what ended
 * before `SYNC_QUEUE_RETENTION_DAYS`.
 */
export async function runLeadJobs(
  services: LeadJobServices,
  signal: AbortSignal,
): Promise<RetryReport> {
  const report = await services.crm.process({ which: "due", signal });
  await auditRun(services.db, report, null);
  if (!signal.aborted) await services.crm.processActivity(signal);
  await purgeQueue(services);
  return report;
}

/** Removes what ended long ago, abandoned leads with the person in them, and audits how many. */
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

const WakeUp = z.object({ id: z.uuid() });

/** Attempts the row that a message names, if it is due. */
export async function wakeLead(
  { db, crm }: Pick<LeadJobServices, "db" | "crm">,
  message: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { data } = WakeUp.safeParse(message);
  if (!data) return;
  await auditRun(db, await crm.process({ which: "due", id: data.id, signal }), null);
}

/** Which rows staff want to have tried: one, some, or all that wait. */
export type RetrySelection = { readonly ids: readonly string[] } | "all";

/**
 * The audited action of staff (spec §6.2): attempts rows that wait, due or not. An attempt counts. A row that is named is
 * tried once more also after it was given up, for the CRM may have been away for longer than five attempts last.
 */
export async function retryLeads(
  { db, crm }: Pick<LeadJobServices, "db" | "crm">,
  by: Author,
  selection: RetrySelection,
  signal: AbortSignal = new AbortController().signal,
): Promise<RetryReport> {
  const report = selection === "all"
    ? await crm.process({ which: "all", signal })
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
    if (signal.aborted || !WakeUp.safeParse({ id }).success) continue;
    const { waiting, ...report } = await crm.process({ which: "all", id, revive: true, signal });
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

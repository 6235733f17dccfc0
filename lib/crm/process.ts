/**
 * The processor of the retry queue, shared by the submit, the cron, the queue message, the command and the admin button
 * (spec §3.1).
 */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { recordAudit, SERVICE_ACTOR } from "../records/mod.ts";
import type { Snapshot } from "../catalog/mod.ts";
import { type Database, transact } from "../db/mod.ts";
import type { Log } from "../log/mod.ts";
import type { AssociationOutcome, Tie } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import { whileHeld } from "./held_client.ts";
import type { CrmMetadata } from "./metadata.ts";
import {
  type ClaimOptions,
  claimRow,
  countWaiting,
  failRow,
  finishRow,
  type Held,
  type QueueRow,
  releaseRow,
} from "./queue.ts";
import { readCrmSettings, readFieldMappings } from "./settings.ts";
import { syncLead } from "./sync.ts";
import type { Throttle } from "./throttle.ts";
import type { ContactValues } from "./values.ts";

/** The result of a run over the queue. */
export interface RetryReport {
  /** Attempts made. */
  readonly processed: number;
  readonly done: number;
  /** Failed and queued for another attempt. */
  readonly failed: number;
  readonly abandoned: number;
  /** Leads still queued at the end of the run. */
  readonly waiting: number;
}

/** Dependencies of the processor. */
export interface ProcessServices {
  readonly db: Kysely<Database>;
  readonly catalog: { current(): Snapshot };
  readonly now: () => Date;
  readonly log: Pick<Log, "warn" | "error">;
  readonly throttle: Throttle;
  readonly associate: (tie: Tie, values: ContactValues) => Promise<AssociationOutcome>;
  /** Associates the sessions of repeated submissions; see `tieJoined` in joined.ts. */
  readonly tieJoined: () => Promise<void>;
  /** Schedules a retry of a row, and with it of all rows that are due then. */
  readonly wakeAt: (id: string, at: Date) => Promise<void>;
  readonly leaseMs?: number | undefined;
  readonly attemptMs?: number | undefined;
}

/** A configured CRM. */
export interface ConnectedCrm {
  readonly client: CrmClient;
  readonly metadata: CrmMetadata;
}

/** Which rows a run takes. */
export interface RunOptions extends Pick<ClaimOptions, "which" | "statuses" | "id"> {
  readonly signal?: AbortSignal;
}

/** Leads synced at a time by one process. */
const CONCURRENCY = 4;

/**
 * Lease of a claim, and time limit of an attempt, whose requests take at most ten seconds each. The lease is longer, so
 * that an attempt ends before another process can claim its row.
 */
const LEASE_MS = 180_000;
const ATTEMPT_MS = 150_000;
/** The longest pause of a run for which the CRM asks. After a longer one, the next run continues. */
const MAX_WAIT_MS = 60_000;

/**
 * Attempts each selected row once. Several processes may run this at the same time, because a row is claimed before it
 * is attempted. Without a configured CRM nothing is attempted, and no attempt counts.
 *
 * When the CRM asks for fewer requests, the run slows down, and ends if the CRM asks for more than a minute's pause. Only
 * attempts that were made count. A run of `all` rows does not keep to an earlier pause, because staff ask for it.
 *
 * @throws what the database throws; a row claimed by then can be claimed again when its lease has run out.
 */
export async function processRows(
  services: ProcessServices,
  crm: ConnectedCrm | null,
  { signal = new AbortController().signal, ...rows }: RunOptions,
): Promise<RetryReport> {
  const { throttle } = services;
  const takesAll = rows.which === "all";
  if (takesAll) throttle.resume();
  const counts = { processed: 0, done: 0, failed: 0, abandoned: 0 };
  let after: string | null = null;
  let claiming: Promise<QueueRow | null> = Promise.resolve(null);

  /**
   * Claims one row after the other. Two claims at once may not know of each other's row, and take it again. A run of `all`
   * rows has passed over those whose address the `last` one had, so they come first once it has ended.
   */
  function claimNext(token: string, last: QueueRow | null): Promise<QueueRow | null> {
    return claiming = claiming.then(async () => {
      // A claim may have waited for others while the process began to stop.
      if (signal.aborted) return null;
      const { db, now, leaseMs = LEASE_MS } = services;
      const claim = { ...rows, token, now: now(), leaseMs };
      if (takesAll && last?.email) {
        const passed = await claimRow(db, {
          ...claim,
          after: last.id,
          upTo: after,
          email: last.email,
        });
        if (passed !== null) return passed;
      }
      const row = await claimRow(db, { ...claim, after });
      if (row !== null && takesAll) after = row.id;
      return row;
    });
  }

  async function work({ client, metadata }: ConnectedCrm): Promise<void> {
    let last: QueueRow | null = null;
    while (await throttle.turn(signal, MAX_WAIT_MS)) {
      const token = randomUUID();
      const row = await claimNext(token, last);
      if (row === null) return;
      last = row;
      const outcome = await attempt(row, { id: row.id, token }, { client, metadata });
      if (outcome === "released") return;
      counts.processed++;
      if (outcome !== "lost") counts[outcome]++;
      if (rows.id !== undefined) return;
    }
  }

  async function attempt(row: QueueRow, held: Held, { client, metadata }: ConnectedCrm) {
    const { db, catalog, now, associate, attemptMs = ATTEMPT_MS } = services;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    const outcome = await syncLead(row, held, {
      client: whileHeld(client, db, held),
      metadata,
      db,
      settings: await readCrmSettings(db),
      mappings: await readFieldMappings(db),
      catalog: catalog.current(),
      now,
      signal: ending,
      associate,
    });
    if (outcome.kind === "lost") return "lost";
    const { changes } = outcome;
    if (outcome.kind === "landed") {
      throttle.speedUp();
      return await finishRow(db, held, { changes, now: now() }) ? "done" : "lost";
    }
    if (signal.aborted) {
      // The process is stopping, so the attempt does not count.
      await releaseRow(db, held, changes);
      return "released";
    }
    const { failure } = outcome;
    if (failure.waitMs !== undefined) throttle.slowDown(failure.waitMs);
    const tried = { ...held, attempts: row.attempts };
    const failed = await failRow(db, tried, { failure, changes, now: now() });
    services.log.warn("lead not synced", {
      operation: failure.step,
      reason: failure.reason,
      ...(failure.status === null ? {} : { status: failure.status }),
      attempt: row.attempts + 1,
      outcome: failed.kind,
    });
    if (failed.kind === "queued") await services.wakeAt(row.id, failed.nextAttemptAt);
    return failed.kind === "queued" ? "failed" : failed.kind;
  }

  if (crm !== null) {
    const workers = rows.id === undefined ? CONCURRENCY : 1;
    const ends = await Promise.allSettled(Array.from({ length: workers }, () => work(crm)));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
    await services.tieJoined();
  }
  return { ...counts, waiting: await countWaiting(services.db) };
}

/**
 * Audits a run (spec §6.2). A run without an author (cron, queue message) is audited only if it attempted something.
 */
export async function auditRun(
  db: Kysely<Database>,
  { waiting: _, ...after }: RetryReport,
  by: { readonly actor: string; readonly requestId: string | null } | null,
): Promise<void> {
  if (after.processed === 0 && by === null) return;
  await transact(db, (trx) =>
    recordAudit(trx, {
      actor: by?.actor ?? SERVICE_ACTOR,
      action: "process",
      entityType: "crm",
      entityId: "sync_queue",
      after,
      requestId: by?.requestId ?? null,
    }));
}

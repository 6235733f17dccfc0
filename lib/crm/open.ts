/** The CRM service object: accepts leads, runs their sync, and syncs later activity. */
import type { Snapshot } from "../catalog/mod.ts";
import type { CrmCredentials, Secret } from "../config/mod.ts";
import type { DatabaseHandle } from "../db/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import { hasQueue } from "../kv/mod.ts";
import type { Log } from "../log/mod.ts";
import { whenStored } from "../session/mod.ts";
import { storeLead, type Submission } from "./accept.ts";
import { noteSynced } from "./activity.ts";
import { createActivityQueue } from "./activity_queue.ts";
import { associate, type AssociationOutcome, type Tie } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import { createCrmClient } from "./client/rest.ts";
import { tieJoined } from "./joined.ts";
import { keepMetadata } from "./metadata.ts";
import {
  auditRun,
  type ConnectedCrm,
  processRows,
  type RetryReport,
  type RunOptions,
} from "./process.ts";
import { releaseAll } from "./queue.ts";
import { createThrottle } from "./throttle.ts";
import type { ContactValues } from "./values.ts";

/** Kind of the KV queue message that triggers the retry of due leads (design §5). */
export const RETRY_MESSAGE = "crm-retry";

/** Accepts leads and syncs them, and visitors' later activity, to the CRM. */
export interface Crm {
  /** The REST client; null when the CRM is not configured. */
  readonly client: CrmClient | null;
  /**
   * Stores a lead in one durable write, then starts its sync in the background. Returns `repeated` when the same
   * submission arrived within the last ten minutes (decision 42).
   *
   * `storeSession` stores the session that begins with this lead. It is called after the lead has been stored and is
   * not waited for. A planned session is associated with its lead once it is stored.
   *
   * @throws {DatabaseError} when the lead could not be stored.
   */
  submit(
    lead: Submission,
    storeSession?: () => Promise<void>,
  ): Promise<"accepted" | "repeated">;
  /**
   * Syncs leads that were accepted but never attempted, in the background. Called at the start, because an earlier
   * process may have stopped before it sent them.
   */
  wake(): void;
  /**
   * Attempts due leads in the background, and audits the run. Calls during a run cause one more run, so that the messages
   * of many leads are few runs.
   */
  retryDue(): void;
  /** Attempts queued leads; see {@linkcode processRows}. */
  process(options: RunOptions): Promise<RetryReport>;
  /** Reports that a session has changed. If it has an association, its contact is updated within ten seconds. */
  noteActivity(sessionId: string): void;
  /**
   * Retries activity whose earlier sync failed. Stops after three failures in a row; the next run goes on after them.
   */
  processActivity(signal: AbortSignal): Promise<void>;
  /** Marks the sessions whose activity still waits as due, so that the next process syncs them. */
  close(): Promise<void>;
}

/** Dependencies and settings of {@linkcode openCrm}. */
export interface CrmOptions {
  readonly database: Pick<DatabaseHandle, "db" | "engine">;
  readonly kv: Deno.Kv;
  readonly catalog: { current(): Snapshot };
  readonly config: {
    readonly crm: { readonly baseUrl: string; readonly credentials: Secret<CrmCredentials> } | null;
    readonly kvPath: string;
  };
  readonly now: () => Date;
  readonly background: Pick<Runner, "run" | "stopping">;
  readonly log: Pick<Log, "warn" | "error">;
  /** Replaces the client that `config` would create; for tests. */
  readonly client?: CrmClient;
  readonly quietMs?: number;
  /** Lease of a claim and time limit of an attempt; for tests. */
  readonly leaseMs?: number;
  readonly attemptMs?: number;
}

/** Opens the CRM. Sends nothing until `submit`, `wake` or `process` is called. */
export async function openCrm(options: CrmOptions): Promise<Crm> {
  const { database: { db, engine }, kv, catalog, config, now, background, log } = options;
  const client = options.client ?? (config.crm && createCrmClient(config.crm));
  const connected: ConnectedCrm | null = client && { client, metadata: keepMetadata(client, now) };
  // Only one process can open the embedded database, so every claim belongs to a process that has stopped.
  if (engine === "embedded") await releaseAll(db);

  const activity = createActivityQueue(
    { kv, db, catalog, now, background, log },
    { connected, quietMs: options.quietMs },
  );

  async function tie(tied: Tie, values: ContactValues = new Map()): Promise<AssociationOutcome> {
    await whenStored(kv, tied.sessionId);
    const outcome = await associate({ kv, now }, tied);
    const { sessionId, contactId } = tied;
    if (outcome.ok && outcome.association.contactId === contactId) {
      // If this fails, the same values are sent once more.
      await noteSynced({ kv, now }, sessionId, { ...outcome.association, values }).catch(() => {});
      // The lead may have waited for hours while its buyer went on, so newer values may be due.
      if (values.size > 0) activity.note(sessionId);
    }
    return outcome;
  }

  const wakeAt = createWakeAt(options);
  const joined = { db, associate: (tied: Tie) => tie(tied) };
  const services = {
    db,
    catalog,
    now,
    log,
    throttle: createThrottle(),
    associate: tie,
    tieJoined: () => tieJoined(joined),
    wakeAt,
    leaseMs: options.leaseMs,
    attemptMs: options.attemptMs,
  };
  const process = (run: RunOptions) => processRows(services, connected, run);
  const wake = oneAtATime(
    "sync leads",
    (signal) => process({ which: "fresh", signal }),
    background,
  );
  const retryDue = oneAtATime("retry leads", async (signal) => {
    await auditRun(db, await process({ which: "due", signal }), null);
  }, background);

  return {
    client,
    wake,
    retryDue,
    async submit(lead, storeSession) {
      const outcome = await storeLead(db, lead, now());
      // Stored at once, because its visitor's next request waits for it.
      const storing = storeSession?.();
      if (storing) {
        background.run("begin a session", async () => {
          await storing;
          if (outcome === "repeated") await tieJoined(joined);
        });
      }
      if (outcome === "accepted" && connected !== null) wake();
      return outcome;
    },
    process,
    noteActivity: activity.note,
    processActivity: activity.processDue,
    close: activity.close,
  };
}

/** Runs in the background, one run at a time. Calls during a run cause exactly one more run. */
function oneAtATime(
  name: string,
  run: (signal: AbortSignal) => Promise<unknown>,
  background: Pick<Runner, "run" | "stopping">,
): () => void {
  let running = false;
  let startAgain = false;
  function start(): void {
    startAgain = running;
    // While the process stops, the leads wait for another process or the next start.
    if (running || background.stopping.aborted) return;
    running = background.run(name, async (signal) => {
      try {
        await run(signal);
      } finally {
        running = false;
        if (startAgain) start();
      }
    }, { asksOthers: true });
  }
  return start;
}

const LATE_MS = 1_000;

/**
 * Returns a function that schedules a retry through the KV queue. Where the store has no queue, the cron finds due
 * rows.
 */
function createWakeAt(
  { kv, config, log, now }: CrmOptions,
): (id: string, at: Date) => Promise<void> {
  let isOut = false;
  return async (id, at) => {
    if (!hasQueue(config.kvPath)) return;
    // A message that came before the row is due would be ignored, and the row would wait for the cron.
    const delay = Math.max(0, at.getTime() - now().getTime()) + LATE_MS;
    try {
      // The previous release retries only the row that a message names (design §5).
      await kv.enqueue({ kind: RETRY_MESSAGE, id }, { delay, backoffSchedule: [] });
      isOut = false;
    } catch (error) {
      if (!isOut) log.warn("cannot schedule a retry, so the half-hourly job makes it", { error });
      isOut = true;
    }
  };
}

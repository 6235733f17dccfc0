/** The CRM as the rest of the service has it: leads go in, and find their way. */
import type { Snapshot } from "../catalog/mod.ts";
import type { CrmCredentials, Secret } from "../config/mod.ts";
import type { DatabaseHandle } from "../db/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import { hasQueue } from "../kv/mod.ts";
import type { Log } from "../log/mod.ts";
import { storeLead, type Submission } from "./accept.ts";
import {
  type ActivityOutcome,
  dueActivity,
  noteDue,
  noteSynced,
  syncActivity,
} from "./activity.ts";
import { associate, type AssociationOutcome, type Tie } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import { createCrmClient } from "./client/rest.ts";
import { debounced } from "./debounce.ts";
import { tieJoined } from "./joined.ts";
import { keepMetadata } from "./metadata.ts";
import { type ConnectedCrm, processRows, type RetryReport, type RunOptions } from "./process.ts";
import { releaseAll } from "./queue.ts";
import type { ContactValues } from "./values.ts";

/** Kind of the queue messages that wake a lead (design §5). */
export const RETRY_MESSAGE = "crm-retry";

/** Leads and visitors on their way to the CRM. */
export interface Crm {
  /** The CRM; null where it is not configured. */
  readonly client: CrmClient | null;
  /**
   * Stores a lead in one durable write, then wakes its sync. The same submission within ten minutes is `repeated`.
   * `storeSession` stores a session that begins with the lead: after it, in the background, and before the two are tied.
   *
   * @throws {DatabaseError} when the database does not take it.
   */
  submit(
    lead: Submission,
    storeSession?: () => Promise<void>,
  ): Promise<"accepted" | "repeated">;
  /** Sends what was accepted and never tried, in the background: at the start, for an earlier process may have ended. */
  wake(): void;
  /** Attempts what waits in the queue; see {@linkcode processRows}. */
  process(options: RunOptions): Promise<RetryReport>;
  /** Says that a session has changed; if it is tied to a contact, they learn of it within ten seconds. */
  noteActivity(sessionId: string): void;
  /** Brings the activity that has waited since a failure. */
  processActivity(signal: AbortSignal): Promise<void>;
  /** Ends all waiting. What waits is kept for the next process. */
  close(): Promise<void>;
}

/** What the CRM is opened with. */
export interface CrmOptions {
  readonly database: Pick<DatabaseHandle, "db" | "engine">;
  readonly kv: Deno.Kv;
  readonly catalog: { current(): Snapshot };
  readonly config: {
    readonly crm: { readonly baseUrl: string; readonly credentials: Secret<CrmCredentials> } | null;
    readonly kvPath: string;
  };
  readonly now: () => Date;
  readonly background: Pick<Runner, "run">;
  readonly log: Pick<Log, "warn" | "error">;
  /** In place of a client of the configuration. */
  readonly client?: CrmClient;
  readonly quietMs?: number;
  readonly leaseMs?: number;
}

/** Quiet for that long, activity is brought on; and at the latest after the other (10 s in all, with the CRM's own time). */
const QUIET_MS = 3_000;
const AT_MOST_MS = 6_000;
/** One contact may be beyond the CRM; it is the CRM itself that so many in a row are. */
const MAX_FAILURES = 3;

/** Opens the CRM. Nothing is sent before something is submitted, or it is woken. */
export async function openCrm(options: CrmOptions): Promise<Crm> {
  const { database: { db, engine }, kv, catalog, config, now, background, log } = options;
  const client = options.client ?? (config.crm && createCrmClient(config.crm));
  const connected: ConnectedCrm | null = client && { client, metadata: keepMetadata(client, now) };
  // Nobody else has the embedded database open, so whoever held a claim is gone.
  if (engine === "embedded") await releaseAll(db);

  const sessionsBeingStored = new Map<string, Promise<unknown>>();

  async function tie(tied: Tie, values: ContactValues = new Map()): Promise<AssociationOutcome> {
    await sessionsBeingStored.get(tied.sessionId);
    const outcome = await associate({ kv, now }, tied);
    const { sessionId, contactId } = tied;
    if (outcome.ok && outcome.association.contactId === contactId) {
      await noteSynced({ kv, now }, sessionId, { contactId, values }).catch(() => {});
      // The lead may have waited for hours, and its buyer gone on meanwhile.
      if (values.size > 0) activity.call(sessionId);
    }
    return outcome;
  }

  const wakeAt = waker(options);
  const leaseMs = options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs };
  const joined = { db, associate: (tied: Tie) => tie(tied) };
  const services = {
    db,
    catalog,
    now,
    log,
    associate: tie,
    tieJoined: () => tieJoined(joined),
    wakeAt,
    ...leaseMs,
  };
  const process = (run: RunOptions) => processRows(services, connected, run);
  const wake = oneAtATime((signal) => process({ which: "fresh", signal }), background);

  const activity = debounced((sessionId) => {
    background.run("sync activity", (signal) => bring(sessionId, signal), { asksOthers: true });
  }, { quietMs: options.quietMs ?? QUIET_MS, atMostMs: AT_MOST_MS });

  async function bring(sessionId: string, signal: AbortSignal): Promise<ActivityOutcome> {
    if (connected === null) return "nobody";
    return await syncActivity({ kv, db, catalog, now }, connected, { sessionId, signal });
  }

  return {
    client,
    wake,
    async submit(lead, storeSession) {
      const { promise: stored, resolve } = Promise.withResolvers<void>();
      const { sessionId } = lead;
      if (sessionId !== null && storeSession) {
        // Before the lead is there for others to send.
        sessionsBeingStored.set(sessionId, stored);
        stored.finally(() => sessionsBeingStored.delete(sessionId));
      }
      try {
        const outcome = await storeLead(db, lead, now());
        const begins = storeSession && background.run("begin a session", async () => {
          await storeSession().finally(resolve);
          if (outcome === "repeated") await tieJoined(joined);
        });
        if (!begins) resolve();
        if (outcome === "accepted" && connected !== null) wake();
        return outcome;
      } catch (error) {
        resolve();
        throw error;
      }
    },
    process,
    noteActivity(sessionId) {
      if (connected !== null) activity.call(sessionId);
    },
    async processActivity(signal) {
      let failures = 0;
      for await (const sessionId of dueActivity(kv)) {
        if (signal.aborted || failures === MAX_FAILURES) return;
        const outcome = await bring(sessionId, signal);
        if (outcome === "failed") failures++;
        else if (outcome === "synced") failures = 0;
      }
    },
    async close() {
      for (const sessionId of activity.stop()) {
        await noteDue({ kv, now }, sessionId).catch(() => {});
      }
    },
  };
}

/** Runs in the background, never beside itself; who asks meanwhile is served by one more run. */
function oneAtATime(
  run: (signal: AbortSignal) => Promise<unknown>,
  background: Pick<Runner, "run">,
): () => void {
  let running = false;
  let again = false;
  function start(): void {
    again = running;
    if (running) return;
    running = background.run("sync leads", async (signal) => {
      try {
        await run(signal);
      } finally {
        running = false;
        if (again && !signal.aborted) start();
      }
    }, { asksOthers: true });
  }
  return start;
}

const LATE_MS = 1_000;

/** Messages wake rows on time where the store has a queue; elsewhere the clock finds them. */
function waker({ kv, config, log }: CrmOptions): (id: string, at: Date) => Promise<void> {
  let works = hasQueue(config.kvPath);
  return async (id, at) => {
    if (!works) return;
    // A little late, for a row that is not due yet would wait for the clock.
    const delay = Math.max(0, at.getTime() - Date.now()) + LATE_MS;
    try {
      await kv.enqueue({ kind: RETRY_MESSAGE, id }, { delay, backoffSchedule: [] });
    } catch {
      works = false;
      log.warn("the store has no queue, so leads are retried by the clock alone");
    }
  };
}

/** Helpers for tests of leads: the CRM room on a test database, with an adjustable clock and a CRM double. */
import { loadConfig } from "@/lib/config/mod.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { type Crm, type CrmOptions, openCrm, type Submission } from "@/lib/crm/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { createRunner, type Runner } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { emptyPayload, type SessionPayload } from "@/lib/session/mod.ts";
import type { Insertable, Kysely, Selectable } from "kysely";
import { type CrmDouble, startCrm } from "../doubles/crm.ts";
import { aCatalog, aSystem } from "./factories.ts";

export const MINUTE = 60_000;

/** The CRM room with its stores, its clock and the double. */
export interface LeadBench extends AsyncDisposable {
  readonly crm: Crm;
  readonly double: CrmDouble;
  readonly db: Kysely<Database>;
  readonly kv: Deno.Kv;
  readonly background: Runner;
  readonly now: () => Date;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Resolves when no background job is running. */
  settle(): Promise<void>;
  /** Reads the rows of the retry queue. */
  rows(): Promise<Selectable<Database["crm_sync_queue"]>[]>;
  /** Changes the CRM settings. */
  set(settings: Partial<Insertable<Database["crm_settings"]>>): Promise<void>;
  /** Adds a field mapping, and the field to the double. */
  map(sessionField: string, fieldId: string): Promise<void>;
  /** Stores a session that expires after `days`; default one day. */
  session(id: string, payload?: Partial<SessionPayload>, days?: number): Promise<void>;
}

/** Opens a bench; `connected: false` leaves the CRM unconfigured. */
export async function openLeads(
  database: DatabaseHandle,
  { connected = true, timeoutMs = 10_000, kvPath = ":memory:", ...options }: {
    connected?: boolean;
    timeoutMs?: number;
    kvPath?: string;
  } & Pick<CrmOptions, "quietMs" | "leaseMs" | "attemptMs"> = {},
): Promise<LeadBench> {
  const double = startCrm();
  const kv = await openKv(kvPath);
  let at = Date.parse("2026-05-04T10:00:00Z");
  const now = () => new Date(at);
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const background = createRunner({ kv, log: quiet, now });
  const config = loadConfig({
    DATA_DIR: "/nowhere",
    DENO_KV_PATH: ":memory:",
    ...double.environment,
  });
  const client = config.crm && createCrmClient({ ...config.crm, timeoutMs });
  const catalog = compileSnapshot(aCatalog({ systems: [aSystem("sys-a"), aSystem("sys-b")] }));
  const crm = await openCrm({
    database,
    kv,
    catalog: { current: () => catalog },
    config: { crm: null, kvPath },
    now,
    background,
    log: quiet,
    ...(connected && client ? { client } : {}),
    ...options,
  });
  const { db } = database;
  return {
    crm,
    double,
    db,
    kv,
    background,
    now,
    pass(ms) {
      at += ms;
    },
    settle: () => background.idle(),
    rows: () => db.selectFrom("crm_sync_queue").selectAll().orderBy("created_at").execute(),
    async set(settings) {
      await db.updateTable("crm_settings").set(settings).execute();
    },
    async map(session_field, crm_field_id) {
      double.records.addField(crm_field_id);
      await db.insertInto("crm_field_mappings").values({ session_field, crm_field_id }).execute();
    },
    async session(id, payload = {}, days = 1) {
      const time = at;
      await kv.set(["sessions", id], {
        payload: { ...emptyPayload(), ...payload },
        track: null,
        consent: { measurement: false, marketing: true },
        createdAt: time,
        updatedAt: time,
        expiresAt: time + days * 24 * 60 * MINUTE,
      });
    },
    async [Symbol.asyncDispose]() {
      await crm.close();
      await background.stop(0);
      await double[Symbol.asyncDispose]();
      // Work that was aborted would otherwise write to the database of the next test.
      await background.idle();
      kv.close();
    },
  };
}

/** Builds a lead to submit. */
export function aLead(lead: Partial<Submission> = {}): Submission {
  return {
    email: "pat.o+neil@build.test",
    firstName: "Patrícia",
    lastName: "Ó Néill",
    sessionId: null,
    cameWith: lead.sessionId ?? null,
    payload: emptyPayload(),
    track: null,
    ...lead,
  };
}

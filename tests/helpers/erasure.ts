/** Helpers for tests of erasure: sessions with data in every store, the traces left, and hooks before each write. */
import assert from "node:assert/strict";
import { type KyselyPlugin, sql } from "kysely";
import { recordEvents } from "@/lib/analytics/mod.ts";
import { keepTranscript, keepUnanswered } from "@/lib/assistant/transcripts.ts";
import { saveFeedback } from "@/lib/assistant/feedback.ts";
import { storeLead } from "@/lib/crm/accept.ts";
import { noteDue } from "@/lib/crm/activity.ts";
import { associate, CRM_SESSION_PARTS } from "@/lib/crm/mod.ts";
import type { ErasureServices } from "@/lib/privacy/mod.ts";
import { emptyPayload, type SessionServices, updateSession } from "@/lib/session/mod.ts";
import { aVisitor, CONSENTING_TO_ALL } from "./session.ts";

/** The services of sessions and of erasure. */
type EverywhereServices = SessionServices & ErasureServices;

/** Adds the services of erasure to those of sessions. */
export function withParts(services: SessionServices): EverywhereServices {
  return { ...services, sessionParts: CRM_SESSION_PARTS };
}

/** A session that has data in every store. */
export interface Traveller {
  readonly id: string;
  readonly email: string;
  readonly contactId: string;
}

let travellers = 0;

/**
 * Creates a session with answers, events, chat turns, a vote, associations, CRM activity and two leads. It has also
 * joined a lead of another session.
 */
export async function leaveEverywhere(services: EverywhereServices): Promise<Traveller> {
  const number = ++travellers;
  const email = `pat-${number}@traces.test`;
  const contactId = `91827364509182${1_000 + number}`;
  const { db, now } = services;
  const visitor = aVisitor(CONSENTING_TO_ALL);
  const payload = { ...emptyPayload(), recommendation: "sys-a", answers: { width: "wide" } };
  const saved = await updateSession(
    services,
    visitor.request(),
    () => ({ payload, track: "home" }),
  );
  assert.ok(saved.ok);
  const { id } = saved.session;
  visitor.take(saved.setCookie);
  const common = {
    at: now().getTime(),
    page: "browsing" as const,
    question: `I am ${email}`,
    passages: [],
  };
  await keepTranscript(services, id, { ...common, answer: "Yes", model: "stub" });
  await keepTranscript(services, id, { ...common, answer: "No", model: "stub" });
  await keepUnanswered(
    services,
    id,
    { ...common, reason: "no_grounding", draft: null, model: null, sentences: [] },
  );
  const vote = { turnHash: "0123abcd", vote: "up", page: "results" } as const;
  assert.ok((await saveFeedback(services, visitor.request(), vote)).ok);
  for (const source of ["form", "cookie"] as const) {
    assert.ok((await associate(services, { sessionId: id, source, contactId })).ok);
  }
  await noteDue(services, id);
  const lead = {
    email,
    firstName: "Pat",
    lastName: "Traveller",
    sessionId: id,
    cameWith: null,
    payload,
    track: "home",
  };
  await storeLead(db, lead, now());
  await storeLead(
    db,
    { ...lead, email: `x-${email}`, cameWith: id },
    new Date(now().getTime() - 1),
  );
  // A lead of another session, which this session has joined.
  const other = `other-${number}@elsewhere.test`;
  const otherId = `other-${number}`;
  await storeLead(
    db,
    { ...lead, email: other, sessionId: otherId, cameWith: otherId },
    new Date(now().getTime() - 2),
  );
  await sql`
    insert into crm_joined_sessions (session_id, lead_id)
    select ${id}, id from crm_sync_queue where email = ${other}`.execute(db);
  const events = [{ kind: "step_viewed", ref: "width" }, { kind: "restarted" }] as const;
  await recordEvents(db, events, { now: now(), track: "home", sessionId: id });
  return { id, email, contactId };
}

/** Number of records that {@linkcode leaveEverywhere} creates, by store. */
export const LEFT = {
  sessions: 1,
  assistant_transcripts: 2,
  assistant_unanswered: 1,
  assistant_feedback: 1,
  crm_session_contacts: 2,
  crm_activity: 1,
  crm_sync_queue: 2,
  analytics_events: 2,
};

/** Dumps both stores, without the migrator's tables: one line per key and one per row. */
export async function everything({ kv, db }: ErasureServices): Promise<string[]> {
  const lines: string[] = [];
  for await (const { key, value } of kv.list({ prefix: [] })) {
    lines.push(
      `${Deno.inspect(key)} ${Deno.inspect(value, { depth: 20, strAbbreviateSize: 1e6 })}`,
    );
  }
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^schema_migrations'
    order by 1`.execute(db);
  for (const { name } of tables.rows) {
    const rows = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} as t`
      .execute(db);
    lines.push(...rows.rows.map(({ text }) => `${name} ${text}`));
  }
  return lines;
}

/** Returns the lines of the dump that contain the id, e-mail address or contact id of a session. */
export async function tracesOf(
  services: ErasureServices,
  { id, email, contactId }: Traveller,
): Promise<string[]> {
  const lines = await everything(services);
  return lines.filter((line) => [id, email, contactId].some((part) => line.includes(part)));
}

/** Wraps the services so that `before` is called before every write to either store, with the kind of write. */
export function watched(
  { kv, db, now, sessionParts }: ErasureServices,
  before: (write: string) => void,
): ErasureServices {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "SelectQueryNode") before(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const WRITES: readonly unknown[] = ["set", "delete", "enqueue"];
  const watchedKv = new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") return () => watchedOperation(target.atomic(), before);
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (WRITES.includes(name)) before(`kv.${String(name)}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { kv: watchedKv, db: db.withPlugin(plugin), now, sessionParts };
}

function watchedOperation(
  operation: Deno.AtomicOperation,
  before: (write: string) => void,
): Deno.AtomicOperation {
  return new Proxy(operation, {
    get(target, name, proxy) {
      const value = Reflect.get(target, name);
      return (...args: unknown[]) => {
        if (name === "commit") before("kv.commit");
        const result = Reflect.apply(value, target, args);
        return result === target ? proxy : result;
      };
    },
  });
}

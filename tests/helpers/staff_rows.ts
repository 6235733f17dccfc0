/** Rows for the admin lists that are empty in the demo, as visitors, the CRM and the CMS would create them. */
import { bookSpend } from "@/lib/assistant/spend.ts";
import { countTurn, keepUnanswered } from "@/lib/assistant/mod.ts";
import { tierEntity } from "@/lib/catalog/mod.ts";
import { stageChanges } from "@/lib/cms/run/changes.ts";
import { noCounts } from "@/lib/cms/schema.ts";
import { associate } from "@/lib/crm/mod.ts";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { type Author, changeRecord, recordAudit } from "@/lib/records/mod.ts";
import { emptyPayload, type SessionPayload } from "@/lib/session/mod.ts";

type Db = Awaited<ReturnType<typeof openDatabase>>["db"];

const DAY_MS = 86_400_000;
const by: Author = {
  staff: { email: "ada@example.com" },
  requestId: "11111111-1111-4111-8111-111111111111",
};

/** Stores rows for every list of the admin area in a database with the demo, before a service starts on it. */
export async function storeStaffRows(location: OpenOptions): Promise<void> {
  await using database = await openDatabase(location);
  const { db } = database;
  using kv = await openKv(`${location.dataDir}/kv.sqlite3`);
  const now = new Date();
  await storeLeads(db, kv, now);
  await storeSync(db, now);
  await storeAssistant(db, kv, now);
  await db.insertInto("admin_users").values([
    { email: "ada@example.com", role: "editor" },
    { email: "gone@example.com", role: "auditor", retired_at: now },
  ]).execute();
  await changeRecord(db, tierEntity, {
    by,
    action: "update",
    id: (await db.selectFrom("budget_tiers").select("id").executeTakeFirstOrThrow()).id,
    next: (tier) => ({ ...tier, description: "Another step." }),
  });
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: "ada@example.com",
      action: "erase",
      entityType: "session",
      after: {
        chosen_by: "session",
        before: null,
        plan_hash: "f".repeat(64),
        erased: { sessions: 1 },
      },
      requestId: null,
    })
  );
}

/** Stores three leads, one of them hot, and two queue rows whose contact could not be written. */
async function storeLeads(db: Db, kv: Deno.Kv, now: Date): Promise<void> {
  const payloads: Partial<SessionPayload>[] = [
    {
      recommendation: "heron-lite",
      alternatives: ["estuary-lite"],
      systems_viewed: ["heron-lite", "vane-pivot"],
      completed_at: now.toISOString(),
      answers: { place: "mild-outside", opening: "wall-tall", priorities: ["priority-cost"] },
    },
    { recommendation: "vane-pivot" },
    {},
  ];
  for (const [index, payload] of payloads.entries()) {
    const id = `session${index}`.padEnd(22, "0");
    const at = now.getTime() - index * DAY_MS;
    await kv.set(["sessions", id], {
      payload: { ...emptyPayload(), ...payload },
      track: index === 0 ? "home" : null,
      consent: { measurement: true, marketing: false },
      createdAt: at,
      updatedAt: at,
      expiresAt: now.getTime() + DAY_MS,
    });
    await associate({ kv, now: () => new Date(at) }, {
      sessionId: id,
      source: "form",
      contactId: `${1207 + index}`,
    });
  }
  await db.updateTable("crm_settings")
    .set({ hot_lead_enabled: true, hot_lead_require_completed: true }).execute();
  await db.insertInto("crm_field_mappings")
    .values({ session_field: "recommendation", crm_field_id: "100" }).execute();
  await db.insertInto("crm_refusals").values({
    kind: "list",
    subject: "12",
    status: 404,
    count: 3,
    first_at: now,
    last_at: now,
  }).execute();
  await db.insertInto("crm_sync_queue").values((["queued", "abandoned"] as const).map((status) => ({
    id: crypto.randomUUID(),
    status,
    session_id: null,
    email: "ada@walls.test",
    first_name: "Ada",
    last_name: null,
    payload: {},
    track: "home",
    attempts: status === "queued" ? 1 : 5,
    next_attempt_at: status === "queued" ? new Date(now.getTime() + DAY_MS) : null,
    last_step: "contact",
    last_reason: "http",
    last_status: 503,
    last_attempt_at: now,
    created_at: now,
    finished_at: status === "queued" ? null : now,
  }))).execute();
}

/** Stores sync runs in three states, a change that one of them plans, and values that differ from the CMS. */
async function storeSync(db: Db, now: Date): Promise<void> {
  await db.updateTable("attribute_values").set({
    cms_raw: JSON.stringify("Something else"),
    cms_synced_at: now,
  }).where("system_id", "in", ["heron-lite", "vane-pivot"]).execute();
  const states = ["ready", "incomplete", "done"] as const;
  await db.insertInto("sync_runs").values(states.map((state, index) => ({
    id: runId(index),
    kind: "attributes" as const,
    state,
    started_by: "ada@example.com",
    applied_by: state === "done" ? "ada@example.com" : null,
    started_at: new Date(now.getTime() - index * DAY_MS),
    ended_at: now,
    basis: "1",
    plan_hash: "f".repeat(64),
    counts: JSON.stringify({ ...noCounts(), updated: 1, unchanged: 4 }),
    unmapped_terms: JSON.stringify(["Lark"]),
    unmapped_fields: JSON.stringify(["field_lead_time"]),
    warnings: JSON.stringify(["Page 3 names a product that is none."]),
    errors: JSON.stringify([]),
    planned: 1,
    written: state === "done" ? 1 : 0,
  }))).execute();
  await stageChanges(
    db,
    { runId: runId(0), from: 1, count: 1 },
    JSON.stringify([{
      key: "heron-lite/lead-time",
      label: "Heron Lite: lead time",
      action: "heldBack",
      before: null,
      after: { type: "range", min: 4, max: 6, label: null },
      source: "4–6",
    }]),
  );
}

/** A sync run that is ready to be applied. */
export const SYNC_RUN = runId(0);

function runId(index: number): string {
  return `00000000-0000-4000-8000-00000000000${index}`;
}

/** Stores the turn counts of a day, an unanswered question, an entry of the spend ledger, and analytics events. */
async function storeAssistant(db: Db, kv: Deno.Kv, at: Date): Promise<void> {
  await bookSpend(db, {
    pass: "assistant-chat",
    model: "m",
    inputTokens: 900,
    outputTokens: 80,
    usd: 0.5,
  }, at);
  for (const end of ["grounded", "ungrounded", "budget"] as const) await countTurn(db, end, at);
  await keepUnanswered({ kv, now: () => at }, "session0".padEnd(22, "0"), {
    at: at.getTime(),
    page: "results",
    question: "Is it blastproof?",
    reason: "no_grounding",
    draft: null,
    model: null,
    passages: [],
    sentences: [],
  });
  const kinds = ["step_viewed", "answer_selected", "recommendation_viewed", "lead_submitted"];
  await db.insertInto("analytics_events").values(kinds.map((kind) => ({
    kind,
    ref: kind === "recommendation_viewed" ? "heron-lite" : "place",
    track: "home",
    session_ref: "a".repeat(22),
    at,
  }))).execute();
}

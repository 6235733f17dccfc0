/** The sync of one lead to the CRM: its steps in order, each of which degrades independently (spec §4.4). */
import type { Kysely } from "kysely";
import type { Snapshot } from "../catalog/mod.ts";
import type { Database } from "../db/mod.ts";
import { emptyPayload, type SessionPayload } from "../session/mod.ts";
import { farAhead } from "../timing/mod.ts";
import type { AssociationOutcome, Tie } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import type { CrmFailure } from "./client/result.ts";
import type { CrmMetadata } from "./metadata.ts";
import {
  type AttemptFailure,
  beginForm,
  type Held,
  OWN_STORE,
  type QueueRow,
  type StepChanges,
} from "./queue.ts";
import { clearRefusals, noteRefusals, type Refusal } from "./refusals.ts";
import type { FieldSource } from "./session_fields.ts";
import type { CrmSettings, FieldMapping } from "./settings.ts";
import { NAMES, upsertContact } from "./upsert.ts";
import { type ContactValues, contactValues, formValues, needsTypes } from "./values.ts";

/** Dependencies of a sync. */
interface SyncContext {
  readonly client: CrmClient;
  readonly metadata: CrmMetadata;
  readonly db: Kysely<Database>;
  readonly settings: CrmSettings;
  readonly mappings: readonly FieldMapping[];
  readonly catalog: Snapshot;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Associates the session with the contact. `values` are those that the contact has now. */
  readonly associate: (tie: Tie, values: ContactValues) => Promise<AssociationOutcome>;
}

/** The outcome of an attempt. `lost`: another process holds the claim now, and continues. */
type SyncOutcome =
  | { readonly kind: "landed"; readonly changes: StepChanges }
  | { readonly kind: "failed"; readonly failure: AttemptFailure; readonly changes: StepChanges }
  | { readonly kind: "lost" };

/** A lead during its sync, with the step changes and the first failure of this attempt. */
interface SyncState {
  readonly row: QueueRow;
  readonly held: Held;
  readonly context: SyncContext;
  readonly source: FieldSource;
  readonly person: { email: string; firstName: string | null; lastName: string | null };
  changes: StepChanges;
  failure: AttemptFailure | null;
}

/**
 * Runs the steps of a claimed lead that are still pending, in order (spec §4.4). A failed contact step ends the
 * attempt, because the other steps need its id; any other failure leaves the remaining steps to run. The form is marked
 * as sent before it is posted, so it is posted at most once, unless the CRM says that it did not take it.
 */
export async function syncLead(
  row: QueueRow,
  held: Held,
  context: SyncContext,
): Promise<SyncOutcome> {
  const { settings, catalog } = context;
  const { track } = row;
  // A row that another program stored may lack parts.
  const payload: SessionPayload = { ...emptyPayload(), ...(row.payload as object | null) };
  const source = { payload, track, settings, catalog };
  const person = {
    email: row.email ?? "",
    firstName: row.first_name,
    lastName: row.last_name,
  };
  const state: SyncState = { row, held, context, source, person, changes: {}, failure: null };
  const contactId = await contactStep(state);
  if (contactId === null) return outcomeOf(state);
  await listStep(state, contactId);
  if (await formStep(state) === "lost") return { kind: "lost" };
  await associationStep(state, contactId);
  return outcomeOf(state);
}

function outcomeOf({ changes, failure }: SyncState): SyncOutcome {
  return failure === null ? { kind: "landed", changes } : { kind: "failed", failure, changes };
}

async function valuesOf({ context, source }: SyncState): Promise<ContactValues> {
  const { mappings, metadata, signal } = context;
  const typeOf = needsTypes(mappings, source) ? await metadata.fieldTypes(signal) : () => null;
  return contactValues(mappings, source, typeOf);
}

/** Returns the contact's id; null when the step failed. */
async function contactStep(state: SyncState): Promise<string | null> {
  const { row, context: { client, db, now, signal }, person } = state;
  if (row.contact_step === "done" && row.contact_id !== null) return row.contact_id;
  const values = await valuesOf(state);
  const isOutdated = (contactId: string) => hasLaterLead(db, { contactId, row, now: now() });
  const result = await upsertContact(client, { person, values, isOutdated }, signal);
  if (!result.ok) {
    fail(state, "contact", result);
    return null;
  }
  const { id, offered, dropped } = result.value;
  state.changes = { contact_step: "done", contact_id: id };
  const refusals = dropped.map((subject) => ({ kind: "field" as const, subject, status: 400 }));
  await noteRefusals(db, refusals, now());
  // A refused name belongs to one person and staff cannot fix it, so its refusal is cleared by the next lead whose name
  // is accepted.
  const fields = [...offered.keys(), ...NAMES];
  await clearRefusals(db, "field", fields.filter((field) => !dropped.includes(field)));
  return id;
}

/**
 * Whether the CRM has a later lead of a contact. Leads may be synced in any order, and the latest values must stay. A later
 * lead that waits does not count: it brings its own values, or is given up.
 */
async function hasLaterLead(
  db: Kysely<Database>,
  { contactId, row: { created_at }, now }: {
    readonly contactId: string;
    readonly row: QueueRow;
    readonly now: Date;
  },
): Promise<boolean> {
  const later = await db.selectFrom("crm_sync_queue").select("id")
    .where("created_at", ">", created_at).where("created_at", "<=", farAhead(now))
    .where("contact_id", "=", contactId).limit(1).executeTakeFirst();
  return later !== undefined;
}

async function listStep(state: SyncState, contactId: string): Promise<void> {
  const { row, context: { client, settings, signal } } = state;
  if (row.list_step !== "pending") return;
  const listId = settings.contact_list_id;
  if (listId === null) return note(state, { list_step: "skipped" });
  const result = await client.addContactToList(listId, contactId, signal);
  if (result.ok) {
    note(state, { list_step: "done" });
    return await clearRefusals(state.context.db, "list", [listId]);
  }
  if (!isFinal(result)) return fail(state, "list", result);
  note(state, { list_step: "refused" });
  await refuse(state, { kind: "list", subject: listId, status: result.status ?? null });
}

async function formStep(state: SyncState): Promise<"lost" | void> {
  const { row, held, context, person, source } = state;
  const { client, metadata, settings, mappings, db, signal } = context;
  if (row.form_step !== "pending") return;
  const binding = settings.form_name;
  if (binding === null) return note(state, { form_step: "skipped" });
  const form = await metadata.form(binding, signal);
  if (!form.ok && !isFinal(form)) return fail(state, "form", form);
  const values = form.ok && form.value
    ? formValues(form.value, person, { mappings, source })
    : new Map<string, string>();
  if (!form.ok || form.value === null || values.size === 0) {
    note(state, { form_step: "refused" });
    const status = form.ok ? null : form.status ?? null;
    return await refuse(state, { kind: "form", subject: binding, status });
  }
  if (!await beginForm(db, held, state.changes)) return "lost";
  note(state, { form_step: "sent" });
  const result = await client.postForm(form.value.id, values, signal);
  if (result.ok && !result.value.hasErrors) {
    note(state, { form_step: "done" });
    return await clearRefusals(db, "form", [binding]);
  }
  if (result.ok || isFinal(result)) {
    note(state, { form_step: "refused" });
    const { status = null } = result.ok ? result.value : result;
    return await refuse(state, { kind: "form", subject: binding, status });
  }
  // An error response means that the form was not taken. Without a usable response it may have been, so it is never
  // posted again.
  if (result.reason === "malformed" || (result.reason === "network" && result.mayHaveLanded)) {
    return;
  }
  note(state, { form_step: "pending" });
  fail(state, "form", result);
}

async function associationStep(state: SyncState, contactId: string): Promise<void> {
  const { row, context } = state;
  if (row.association_step !== "pending") return;
  if (row.session_id === null) return note(state, { association_step: "skipped" });
  const { session_id: sessionId, created_at: sentAt } = row;
  const tie = { sessionId, source: "form" as const, contactId, sentAt };
  const outcome = await context.associate(tie, await valuesOf(state));
  if (outcome.ok) return note(state, { association_step: "done" });
  const mayCome = outcome.reason === "unknown_session" && row.attempts === 0 &&
    context.now().getTime() - sentAt.getTime() < SESSION_MAY_COME_MS;
  if (outcome.reason !== "unavailable" && !mayCome) {
    return note(state, { association_step: "refused" });
  }
  const reason = mayCome ? "session" : OWN_STORE;
  state.failure ??= { step: "association", reason, status: null };
}

/**
 * How long the session of a new lead may be missing. The process that accepts a lead stores its session after the lead,
 * and another process may sync the lead in between. Only the first attempt waits.
 */
const SESSION_MAY_COME_MS = 60_000;

/** Whether a retry cannot help, because the CRM understood the request and rejected it. */
function isFinal({ reason, status }: CrmFailure): boolean {
  return reason === "http" && [400, 404, 409, 410, 413, 414, 422].includes(status ?? 0);
}

function note(state: SyncState, changes: StepChanges): void {
  state.changes = { ...state.changes, ...changes };
}

/** Stores the first failure of an attempt; the queue shows only that one. */
function fail(
  state: SyncState,
  step: AttemptFailure["step"],
  { reason, status, waitMs }: CrmFailure,
): void {
  state.failure ??= {
    step,
    reason,
    status: status ?? null,
    ...(waitMs !== undefined && { waitMs }),
  };
}

async function refuse({ context: { db, now } }: SyncState, refusal: Refusal): Promise<void> {
  await noteRefusals(db, [refusal], now());
}

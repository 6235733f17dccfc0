/** The way of one lead into the CRM, a step after the other, each degrading alone (spec §4.4). */
import type { Kysely } from "kysely";
import type { Snapshot } from "../catalog/mod.ts";
import type { Database } from "../db/mod.ts";
import { emptyPayload, type SessionPayload } from "../session/mod.ts";
import type { AssociationOutcome, Tie } from "./association.ts";
import type { CrmClient } from "./client/client.ts";
import type { CrmFailure } from "./client/result.ts";
import type { CrmMetadata } from "./metadata.ts";
import {
  type AttemptFailure,
  beginForm,
  type Held,
  type QueueRow,
  type StepChanges,
} from "./queue.ts";
import { clearRefusals, noteRefusals, type Refusal } from "./refusals.ts";
import type { FieldSource } from "./session_fields.ts";
import type { CrmSettings, FieldMapping } from "./settings.ts";
import { NAMES, upsertContact } from "./upsert.ts";
import { type ContactValues, contactValues, formValues, needsTypes } from "./values.ts";

/** What a sync works with. */
export interface SyncContext {
  readonly client: CrmClient;
  readonly metadata: CrmMetadata;
  readonly db: Kysely<Database>;
  readonly settings: CrmSettings;
  readonly mappings: readonly FieldMapping[];
  readonly catalog: Snapshot;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Ties the session to the contact; told which values the contact has by now. */
  readonly associate: (tie: Tie, values: ContactValues) => Promise<AssociationOutcome>;
}

/** What an attempt came to. `lost`: the claim is somebody else's, who goes on. */
export type SyncOutcome =
  | { readonly kind: "landed"; readonly changes: StepChanges }
  | { readonly kind: "failed"; readonly failure: AttemptFailure; readonly changes: StepChanges }
  | { readonly kind: "lost" };

/** A lead on its way, with what its steps have come to in this attempt. */
interface Way {
  readonly row: QueueRow;
  readonly held: Held;
  readonly context: SyncContext;
  readonly source: FieldSource;
  readonly person: { email: string; firstName: string | null; lastName: string | null };
  changes: StepChanges;
  failure: AttemptFailure | null;
}

/**
 * Takes a claimed lead through the steps that have not landed yet, in their order. Without a contact there is nothing to
 * go on with; a later step that fails does not keep the others from landing. The form is noted before it is sent, so it is
 * sent once at most (spec §4.4).
 */
export async function syncLead(
  row: QueueRow,
  held: Held,
  context: SyncContext,
): Promise<SyncOutcome> {
  const { settings, catalog } = context;
  const { track } = row;
  const payload = (row.payload as SessionPayload | null) ?? emptyPayload();
  const source = { payload, track, settings, catalog };
  const person = {
    email: row.email ?? "",
    firstName: row.first_name,
    lastName: row.last_name,
  };
  const way: Way = { row, held, context, source, person, changes: {}, failure: null };
  const contactId = await contactStep(way);
  if (contactId === null) return outcomeOf(way);
  await listStep(way, contactId);
  if (await formStep(way) === "lost") return { kind: "lost" };
  await associationStep(way, contactId);
  return outcomeOf(way);
}

function outcomeOf({ changes, failure }: Way): SyncOutcome {
  return failure === null ? { kind: "landed", changes } : { kind: "failed", failure, changes };
}

async function valuesOf({ context, source }: Way): Promise<ContactValues> {
  const { mappings, metadata, signal } = context;
  const typeOf = needsTypes(mappings, source) ? await metadata.fieldTypes(signal) : () => null;
  return contactValues(mappings, source, typeOf);
}

/** Gives the contact's id; null where the step failed. */
async function contactStep(way: Way): Promise<string | null> {
  const { row, context: { client, db, now, signal }, person } = way;
  if (row.contact_step === "done" && row.contact_id !== null) return row.contact_id;
  const values = await valuesOf(way);
  const result = await upsertContact(client, { person, values }, signal);
  if (!result.ok) {
    fail(way, "contact", result);
    return null;
  }
  const { id, dropped } = result.value;
  way.changes = { contact_step: "done", contact_id: id };
  const refusals = dropped.map((subject) => ({ kind: "field" as const, subject, status: 400 }));
  await noteRefusals(db, refusals, now());
  // A name is one person's, and nothing that staff could mend: that it was refused is said until the next lead lands.
  const fields = [...values.keys(), ...NAMES];
  await clearRefusals(db, "field", fields.filter((field) => !dropped.includes(field)));
  return id;
}

async function listStep(way: Way, contactId: string): Promise<void> {
  const { row, context: { client, settings, signal } } = way;
  if (row.list_step !== "pending") return;
  const listId = settings.contact_list_id;
  if (listId === null) return note(way, { list_step: "skipped" });
  const result = await client.addContactToList(listId, contactId, signal);
  if (result.ok) {
    note(way, { list_step: "done" });
    return await clearRefusals(way.context.db, "list", [listId]);
  }
  if (!isFinal(result)) return fail(way, "list", result);
  note(way, { list_step: "refused" });
  await refuse(way, { kind: "list", subject: listId, status: result.status ?? null });
}

async function formStep(way: Way): Promise<"lost" | void> {
  const { row, held, context, person, source } = way;
  const { client, metadata, settings, mappings, db, signal } = context;
  if (row.form_step !== "pending") return;
  const binding = settings.form_name;
  if (binding === null) return note(way, { form_step: "skipped" });
  const form = await metadata.form(binding, signal);
  if (!form.ok && !isFinal(form)) return fail(way, "form", form);
  const values = form.ok && form.value
    ? formValues(form.value, person, { mappings, source })
    : new Map<string, string>();
  if (!form.ok || form.value === null || values.size === 0) {
    note(way, { form_step: "refused" });
    const status = form.ok ? null : form.status ?? null;
    return await refuse(way, { kind: "form", subject: binding, status });
  }
  if (!await beginForm(db, held, way.changes)) return "lost";
  note(way, { form_step: "sent" });
  const result = await client.postForm(form.value.id, values, signal);
  if (result.ok) {
    note(way, { form_step: "done" });
    return await clearRefusals(db, "form", [binding]);
  }
  if (isFinal(result)) {
    note(way, { form_step: "refused" });
    return await refuse(way, { kind: "form", subject: binding, status: result.status ?? null });
  }
  // An answer says that it was not taken; without one it may have been, and then it is never sent again.
  if (result.reason === "malformed" || (result.reason === "network" && result.mayHaveLanded)) {
    return;
  }
  note(way, { form_step: "pending" });
  fail(way, "form", result);
}

async function associationStep(way: Way, contactId: string): Promise<void> {
  const { row, context } = way;
  if (row.association_step !== "pending") return;
  if (row.session_id === null) return note(way, { association_step: "skipped" });
  const { session_id: sessionId, created_at: sentAt } = row;
  const tie = { sessionId, source: "form" as const, contactId, sentAt };
  const outcome = await context.associate(tie, await valuesOf(way));
  if (outcome.ok) return note(way, { association_step: "done" });
  if (outcome.reason !== "unavailable") return note(way, { association_step: "refused" });
  way.failure ??= { step: "association", reason: "store", status: null };
}

/** What another attempt cannot mend: the CRM has understood, and says no. */
function isFinal({ reason, status }: CrmFailure): boolean {
  return reason === "http" && [400, 404, 409, 410, 413, 414, 422].includes(status ?? 0);
}

function note(way: Way, changes: StepChanges): void {
  way.changes = { ...way.changes, ...changes };
}

/** The first failure of an attempt is what the queue says of it. */
function fail(way: Way, step: AttemptFailure["step"], { reason, status }: CrmFailure): void {
  way.failure ??= { step, reason, status: status ?? null };
}

async function refuse({ context: { db, now } }: Way, refusal: Refusal): Promise<void> {
  await noteRefusals(db, [refusal], now());
}

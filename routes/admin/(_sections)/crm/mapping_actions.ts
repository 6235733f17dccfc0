/** Changes of the field mappings, as forms ask for them (spec §2.7). */
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  readRecord,
} from "../../../../lib/records/mod.ts";
import type { Flash } from "../../../../lib/staff/mod.ts";
import {
  type FieldMapping,
  fieldMappingEntity,
  FieldMappingForm,
} from "../../../../lib/crm/mod.ts";
import { checkForm } from "../../../../lib/http/mod.ts";
import type { Services } from "../../../../lib/services.ts";
import type { RefusedMapping } from "./Mappings.tsx";

/** What came of it: what to say, or what was wrong. */
export type MappingOutcome =
  | { readonly ok: true; readonly flash: Flash }
  | { readonly ok: false; readonly refused: RefusedMapping };

interface MappingAction {
  readonly by: Author;
  readonly form: URLSearchParams;
}

/** Sends a value of sessions into a field of the CRM, in place of the one that it went to before. */
export async function mapField(
  { db }: Pick<Services, "db">,
  { by, form }: MappingAction,
): Promise<MappingOutcome> {
  const checked = checkForm(form, FieldMappingForm);
  if (!checked.ok) return { ok: false, refused: refusedOf(form, checked.fields) };
  const mapping = checked.value;
  const id = mapping.session_field;
  const stored = await readRecord(db, fieldMappingEntity, id);
  const version = form.get("version");
  const outcome = stored === null
    ? await createRecord(db, fieldMappingEntity, { by, id, record: mapping })
    : await changeRecord(db, fieldMappingEntity, {
      by,
      id,
      action: "update",
      ...(version !== null && { version }),
      next: mapping,
    });
  return outcomeOf(outcome, form, `${id} goes into the field ${mapping.crm_field_id}.`);
}

/** Sends a value no longer. */
export async function unmapField(
  { db }: Pick<Services, "db">,
  { by, form }: MappingAction,
): Promise<MappingOutcome> {
  const id = form.get("session_field") ?? "";
  const version = form.get("version");
  const outcome = await changeRecord(db, fieldMappingEntity, {
    by,
    id,
    action: "delete",
    ...(version !== null && { version }),
    next: null,
  });
  return outcomeOf(outcome, form, `${id} is no longer sent.`);
}

function outcomeOf(
  outcome: ChangeOutcome<FieldMapping>,
  form: URLSearchParams,
  done: string,
): MappingOutcome {
  switch (outcome.kind) {
    case "changed":
      return { ok: true, flash: { tone: "positive", text: done } };
    case "unchanged":
      return { ok: true, flash: { tone: "info", text: "There was nothing to change." } };
    case "missing":
      return { ok: true, flash: { tone: "info", text: "That mapping is gone already." } };
    case "invalid":
      return { ok: false, refused: refusedOf(form, outcome.fields) };
    case "conflict":
      return {
        ok: false,
        refused: refusedOf(form, {
          crm_field_id:
            `Someone has changed this to ${outcome.current.crm_field_id} since you opened the page`,
        }),
      };
    case "taken":
      return {
        ok: false,
        refused: refusedOf(form, { session_field: "Someone has mapped this at the same moment" }),
      };
  }
}

function refusedOf(
  form: URLSearchParams,
  errors: Readonly<Record<string, string>>,
): RefusedMapping {
  return {
    row: form.get("row"),
    sessionField: form.get("session_field") ?? "",
    crmFieldId: form.get("crm_field_id") ?? "",
    errors,
  };
}

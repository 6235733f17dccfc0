/** Changes of the field mappings, as forms ask for them (spec §2.7). */
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type FieldErrors,
  readRecord,
} from "../../../../lib/records/mod.ts";
import { settle } from "../../../../components/admin/settle.ts";
import {
  type FieldMapping,
  fieldMappingEntity,
  FieldMappingForm,
} from "../../../../lib/crm/mod.ts";
import { checkForm } from "../../../../lib/http/mod.ts";
import type { Services } from "../../../../lib/services.ts";
import type { RefusedMapping } from "./Mappings.tsx";

interface MappingAction {
  readonly by: Author;
  readonly form: URLSearchParams;
}

/** Sends a value of sessions into a field of the CRM, in place of the one that it went to before. */
export async function mapField(
  { db }: Pick<Services, "db">,
  { by, form }: MappingAction,
): Promise<ChangeOutcome<FieldMapping>> {
  const checked = checkForm(form, FieldMappingForm);
  if (!checked.ok) return { kind: "invalid", fields: checked.fields };
  const mapping = checked.value;
  const id = mapping.session_field;
  const stored = await readRecord(db, fieldMappingEntity, id);
  const version = form.get("version");
  return stored === null
    ? await createRecord(db, fieldMappingEntity, { by, id, record: mapping })
    : await changeRecord(db, fieldMappingEntity, {
      by,
      id,
      action: "update",
      ...(version !== null && { version }),
      next: mapping,
    });
}

/** Sends a value no longer. */
export async function unmapField(
  { db }: Pick<Services, "db">,
  { by, form }: MappingAction,
): Promise<ChangeOutcome<FieldMapping>> {
  const id = form.get("session_field") ?? "";
  const version = form.get("version");
  return await changeRecord(db, fieldMappingEntity, {
    by,
    id,
    action: "delete",
    ...(version !== null && { version }),
    next: null,
  });
}

/** Says what was done, by the label of the field, or gives what was wrong with the mapping. */
export function settleMapping(
  outcome: ChangeOutcome<FieldMapping>,
  { form, href, labelOf }: {
    readonly form: URLSearchParams;
    readonly href: string;
    readonly labelOf: (sessionField: string) => string;
  },
): Promise<Response | RefusedMapping> {
  const refused = (errors: FieldErrors) => refusedOf(form, errors);
  return settle<FieldMapping, Response | RefusedMapping>(outcome, {
    href,
    changed: ({ record }) => ({
      tone: "positive",
      text: record === null
        ? `“${labelOf(form.get("session_field") ?? "")}” is no longer sent.`
        : `“${labelOf(record.session_field)}” goes into the field ${record.crm_field_id}.`,
    }),
    missing: () => ({ tone: "info", text: "That mapping is gone already." }),
    invalid: refused,
    conflict: ({ crm_field_id: field }) =>
      refused({ crm_field_id: `Someone has changed this to ${field} since you opened the page` }),
    taken: () => refused({ session_field: "Someone has mapped this at the same moment" }),
  });
}

function refusedOf(
  form: URLSearchParams,
  errors: FieldErrors,
): RefusedMapping {
  return {
    row: form.get("row"),
    sessionField: form.get("session_field") ?? "",
    crmFieldId: form.get("crm_field_id") ?? "",
    errors,
  };
}

/** The actions on field mappings (spec §2.7). */
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type FieldErrors,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { type Changed, settle } from "@/components/admin/settle.ts";
import type { Undo } from "@/lib/staff/mod.ts";
import { type FieldMapping, fieldMappingEntity, FieldMappingForm } from "@/lib/crm/mod.ts";
import { checkForm } from "@/lib/http/mod.ts";
import type { Services } from "@/lib/services.ts";
import { ACTION } from "./labels.ts";
import { mappingHref, NEW_MAPPING, type RefusedMapping } from "./Mappings.tsx";

/** A version that no mapping has. An undo with it can create a mapping but never replace one. */
const NO_MAPPING = "none";

interface MappingAction {
  readonly by: Author;
  readonly form: URLSearchParams;
}

/** Creates or updates the mapping of a session field. The flash names the field that a new one replaces. */
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
  if (stored === null) {
    const outcome = await createRecord(db, fieldMappingEntity, { by, id, record: mapping });
    // The same form was sent twice at once, and the other request created the mapping.
    const other = outcome.kind === "taken" ? await readRecord(db, fieldMappingEntity, id) : null;
    return other?.version === versionOf(mapping) ? { kind: "unchanged", ...other } : outcome;
  }
  return await changeRecord(db, fieldMappingEntity, {
    by,
    id,
    action: "update",
    ...(version !== null && { version }),
    next: mapping,
  });
}

/** Deletes the mapping of a session field. */
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

interface Settling {
  readonly form: URLSearchParams;
  /** Shows a refused mapping again. */
  readonly refuse: (refused: RefusedMapping) => Promise<Response>;
  /** Returns the label of a session field. */
  readonly nameOf: (field: string) => string;
}

/** Redirects with a flash after a change, or shows the refused mapping with its errors. */
export function settleMapping(
  outcome: ChangeOutcome<FieldMapping>,
  { form, refuse, nameOf }: Settling,
): Promise<Response> {
  const refused = (errors: FieldErrors) =>
    refuse({
      row: form.get("row"),
      sessionField: form.get("session_field") ?? "",
      crmFieldId: form.get("crm_field_id") ?? "",
      errors,
    });
  return settle(outcome, {
    href: `${ACTION}#${NEW_MAPPING}`,
    changed: ({ before, record }) => ({
      ...(record !== null && { href: mappingHref(record.session_field) }),
      tone: "positive",
      text: record === null
        ? `“${nameOf(form.get("session_field") ?? "")}” is no longer sent.`
        : `“${nameOf(record.session_field)}” now goes into the field ${record.crm_field_id}${
          before === null ? "" : `, in place of ${before.crm_field_id}`
        }.`,
      undo: { action: ACTION, fields: undoFieldsOf({ before, record }) },
    }),
    missing: () => ({ tone: "info", text: "That mapping was already removed." }),
    invalid: refused,
    conflict: ({ crm_field_id: field }) =>
      refused({ crm_field_id: `Someone has changed this to ${field} since you opened the page` }),
    taken: () => refused({ session_field: "Someone mapped this at the same time" }),
  });
}

/** Returns the form that restores a mapping. Its version makes it fail once somebody changes the mapping again. */
function undoFieldsOf(
  { before, record }: Pick<Changed<FieldMapping>, "before" | "record">,
): Undo["fields"] {
  const version = record === null ? NO_MAPPING : versionOf(record);
  if (before !== null) return { intent: "map", ...before, version };
  return { intent: "unmap", session_field: record?.session_field ?? "", version };
}

/** The values sent to the CRM for a session: the mapped fields, formatted for the CRM (spec §2.7). Pure. */
import type { Form } from "./client/schema.ts";
import { formFilling } from "./form_filling.ts";
import { type FieldSource, sessionFieldValue } from "./session_fields.ts";
import type { FieldMapping } from "./settings.ts";

/** Values by contact field id. */
export type ContactValues = ReadonlyMap<string, string>;

/** Returns the data type of a contact field; null when unknown. */
export type TypeOf = (fieldId: string) => string | null;

/** Returns the mapped values of a session. A field without a value is left out, so it is not blanked in the CRM. */
export function contactValues(
  mappings: readonly FieldMapping[],
  source: FieldSource,
  typeOf: TypeOf,
): ContactValues {
  const values = new Map<string, string>();
  for (const { session_field, crm_field_id } of mappings) {
    const value = sessionFieldValue(session_field, source);
    if (value === null) continue;
    values.set(crm_field_id, formatted(value, typeOf(crm_field_id)));
  }
  return values;
}

/** Returns whether any mapping sends a timestamp. Its format depends on the type of the contact field. */
export function needsTypes(mappings: readonly FieldMapping[], source: FieldSource): boolean {
  return mappings.some(({ session_field }) =>
    sessionFieldValue(session_field, source) instanceof Date
  );
}

function formatted(value: string | Date, dataType: string | null): string {
  if (typeof value === "string") return value;
  if (dataType?.toLowerCase() === "date") return `${Math.floor(value.getTime() / 1000)}`;
  return value.toISOString();
}

/** The person who submitted a lead. */
export interface Submitter {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Returns the values of a form by form field id. Fields are matched by HTML name: the e-mail address, the names, and
 * every mapped session field (spec §4.4). Only the e-mail field is matched regardless of case.
 */
export function formValues(
  { fields }: Pick<Form, "fields">,
  person: Submitter,
  { mappings, source }: { mappings: readonly FieldMapping[]; source: FieldSource },
): ReadonlyMap<string, string> {
  const mapped = new Set(mappings.map(({ session_field }) => session_field));
  const values = new Map<string, string>();
  for (const { id, htmlName, dataType } of fields) {
    const filling = formFilling(htmlName, mapped);
    if (filling === null) continue;
    const value = filling.kind === "person"
      ? person[filling.part]
      : sessionFieldValue(filling.field, source);
    if (value !== null) values.set(id, formatted(value, dataType));
  }
  return values;
}

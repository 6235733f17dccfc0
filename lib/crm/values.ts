/** The values that go to the CRM for a session: what is mapped, as the CRM wants it written (spec §2.7). Pure. */
import type { Form } from "./client/schema.ts";
import { formFilling } from "./form_filling.ts";
import { type FieldSource, sessionFieldValue } from "./session_fields.ts";
import type { FieldMapping } from "./settings.ts";

/** Values by the id of the contact field. */
export type ContactValues = ReadonlyMap<string, string>;

/** The type of a contact field, as far as it is known. */
export type TypeOf = (fieldId: string) => string | null;

/** The mapped values of a session. What it does not have goes nowhere, and is not blanked. */
export function contactValues(
  mappings: readonly FieldMapping[],
  source: FieldSource,
  typeOf: TypeOf,
): ContactValues {
  const values = new Map<string, string>();
  for (const { session_field, crm_field_id } of mappings) {
    const value = sessionFieldValue(session_field, source);
    if (value === null) continue;
    values.set(crm_field_id, written(value, typeOf(crm_field_id)));
  }
  return values;
}

/** Whether any mapping gives a time, whose writing depends on the type of its field. */
export function needsTypes(mappings: readonly FieldMapping[], source: FieldSource): boolean {
  return mappings.some(({ session_field }) =>
    sessionFieldValue(session_field, source) instanceof Date
  );
}

function written(value: string | Date, dataType: string | null): string {
  if (typeof value === "string") return value;
  if (dataType?.toLowerCase() === "date") return `${Math.floor(value.getTime() / 1000)}`;
  return value.toISOString();
}

/** Who submits a form. */
export interface Submitter {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * The values of a form by the id of its field, matched by its HTML name: the address, the names, and every mapped
 * session field (spec §4.4). Only the address is matched whatever the case.
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
    if (value !== null) values.set(id, written(value, dataType));
  }
  return values;
}

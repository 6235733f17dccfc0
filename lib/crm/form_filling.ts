/** Maps the fields of the CRM form to the values of a lead (spec §4.4). Pure. */

/** The source of a form field's value: a part of the person, or a session field. */
export type FormFilling =
  | { readonly kind: "person"; readonly part: "email" | "firstName" | "lastName" }
  | { readonly kind: "session"; readonly field: string };

/**
 * Returns the source for the form field with this HTML name; null leaves the field empty. Only the e-mail field is
 * matched regardless of case. A session field counts only if it is mapped.
 */
export function formFilling(
  htmlName: string,
  mappedFields: ReadonlySet<string>,
): FormFilling | null {
  if (/^email(address)?$/i.test(htmlName)) return { kind: "person", part: "email" };
  if (htmlName === "firstName" || htmlName === "lastName") {
    return { kind: "person", part: htmlName };
  }
  return mappedFields.has(htmlName) ? { kind: "session", field: htmlName } : null;
}

/** What goes into which field of the form that leads are posted through (spec §4.4). Pure. */

/** What a field of the form is filled with: a part of the person, or the value of a session field. */
export type FormFilling =
  | { readonly kind: "person"; readonly part: "email" | "firstName" | "lastName" }
  | { readonly kind: "session"; readonly field: string };

/**
 * What goes into the form field of that HTML name; null leaves it empty. Only the address is matched whatever the case,
 * and of session fields those count that are mapped.
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

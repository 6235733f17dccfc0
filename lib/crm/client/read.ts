/** Validates the CRM's records, which are untrusted input (external-systems.md §A.3–A.7). */
import { z } from "zod";
import { type CrmResult, success } from "./result.ts";
import { type Body, malformed } from "./answer.ts";
import type { Contact, ContactField, Form, FormField, NamedThing } from "./schema.ts";

/** A record id: a string of digits, or a whole number, which some responses contain instead. */
export const RecordId = z.union([
  z.string().regex(/^\d{1,20}$/),
  z.int().nonnegative().transform(String),
]);

const Text = z.string().max(2000);
const Name = z.string().max(500);

/** The envelope of a search result. Its other properties are not used. */
const Envelope = z.object({ elements: z.array(z.unknown()).max(1000) });

/** Returns the validated elements of a search; none for an empty body, which the CRM may send when nothing matches. */
export function elementsOf<T extends z.ZodType>(
  result: CrmResult<Body>,
  element: T,
): CrmResult<z.output<T>[]> {
  if (!result.ok) return result;
  if (result.value.value === undefined) return success([]);
  const envelope = Envelope.safeParse(result.value.value);
  if (!envelope.success) return malformed("The CRM answered with something else than a list");
  const elements = z.array(element).safeParse(envelope.data.elements);
  return elements.success
    ? success(elements.data)
    : malformed("A record that the CRM answered with cannot be read");
}

/**
 * Returns the elements of a list of assets or fields that can be used. The others are left out, because a list may
 * contain records of a kind that we do not know; a failure when no element can be used.
 */
export function usableElementsOf<T extends z.ZodType>(
  result: CrmResult<Body>,
  element: T,
): CrmResult<z.output<T>[]> {
  const listed = elementsOf(result, z.unknown());
  if (!listed.ok) return listed;
  const usable = listed.value.flatMap((one) => {
    const parsed = element.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  return usable.length > 0 || listed.value.length === 0
    ? success(usable)
    : malformed("No record that the CRM answered with can be read");
}

/** Returns one validated record, or a failure. */
export function recordOf<T extends z.ZodType>(
  result: CrmResult<Body>,
  record: T,
): CrmResult<z.output<T>> {
  if (!result.ok) return result;
  const parsed = record.safeParse(result.value.value);
  return parsed.success
    ? success(parsed.data)
    : malformed("The record that the CRM answered with cannot be read");
}

/** A contact in a search result. Its id is validated later, and only if the address matches the one searched for. */
export const FoundContact = z.object({
  id: z.unknown().optional(),
  emailAddress: Text.nullish(),
  name: Text.nullish(),
});

/** A contact in the response to a create or update. */
export const WrittenContact = z.object({ id: RecordId, emailAddress: Text.nullish() });

/** A contact at complete depth. */
export const CompleteContact = z.looseObject({
  id: RecordId,
  emailAddress: Text.nullish(),
  firstName: Text.nullish(),
  fieldValues: z.array(z.looseObject({ id: RecordId })).max(5000).nullish(),
}).transform((raw): Contact => ({
  id: raw.id,
  emailAddress: raw.emailAddress ?? null,
  firstName: raw.firstName ?? null,
  raw,
}));

/** A visitor in a search result. */
export const FoundVisitor = z.object({
  externalId: z.string().max(100).nullish(),
  contactId: z.union([RecordId, z.literal("")]).nullish(),
});

/** A form, list or field at any depth. */
export const Named = z.object({ id: RecordId, name: Name })
  .transform(({ id, name }): NamedThing => ({ id, name }));

/** A contact field. */
export const FoundField = z.object({
  id: RecordId,
  name: Name,
  dataType: z.string().max(100).nullish(),
}).transform(({ id, name, dataType }): ContactField => ({ id, name, dataType: dataType ?? null }));

const Validation = z.looseObject({
  isEnabled: z.unknown().optional(),
  condition: z.looseObject({ type: z.string().max(100) }),
});

const FormElement = z.object({
  type: z.literal("FormField"),
  id: RecordId,
  name: Name.nullish(),
  htmlName: Name.nullish(),
  dataType: z.string().max(100).nullish(),
  displayType: z.string().max(100).nullish(),
  validations: z.array(z.unknown()).max(100).nullish(),
});

/** A form with its fields, which may be missing at a lower depth. */
export const FoundForm = z.object({
  id: RecordId,
  name: Name,
  elements: z.array(z.unknown()).max(2000).nullish(),
}).transform(({ id, name, elements }): Form => ({
  id,
  name,
  fields: (elements ?? []).flatMap((element) => fieldOf(element) ?? []),
}));

/** The field of a form element; null if the element carries no value or has no HTML name. */
function fieldOf(element: unknown): FormField | null {
  const { data } = FormElement.safeParse(element);
  if (!data?.htmlName || data.displayType === "submit") return null;
  return {
    id: data.id,
    name: data.name ?? data.htmlName,
    htmlName: data.htmlName,
    dataType: data.dataType ?? null,
    isRequired: (data.validations ?? []).some(requires),
  };
}

/** Properties in which the response to a submitted form lists errors. */
const FORM_ERRORS = ["validationErrors", "processingStepErrors"];

/**
 * Returns whether the response to a submitted form lists errors: in an array, or a single one as an object (§A.6, A.7).
 * The errors quote personal data and are not read.
 */
export function listsErrors({ value }: Body): boolean {
  if (typeof value !== "object" || value === null) return false;
  return FORM_ERRORS.some((name) => {
    const errors: unknown = Reflect.get(value, name);
    return typeof errors === "object" && errors !== null && Object.keys(errors).length > 0;
  });
}

function requires(validation: unknown): boolean {
  const { data } = Validation.safeParse(validation);
  return data?.condition.type === "IsRequiredCondition" && `${data.isEnabled}` === "true";
}

/** The choice of what to erase, as staff enter it in a form. Pure. */
import { UtcDay } from "@/lib/http/mod.ts";
import { dayAfter, dayOf } from "@/lib/timing/mod.ts";

/** The scope of an erasure: one session, everything of a CRM contact, or everything from before a day (UTC). */
export type Choice =
  | { readonly kind: "session"; readonly sessionId: string }
  | { readonly kind: "contact"; readonly contactId: string }
  | { readonly kind: "date"; readonly before: string };

/** The form fields; exactly one is filled in. */
const CHOICE_FIELDS = ["session_id", "contact_id", "before"] as const;
/** One of {@linkcode CHOICE_FIELDS}. */
type ChoiceField = typeof CHOICE_FIELDS[number];

/** A choice, or a message for each invalid field. */
type ParsedChoice =
  | { readonly ok: true; readonly choice: Choice }
  | { readonly ok: false; readonly fields: Partial<Record<ChoiceField, string>> };

const SESSION_ID = /^[A-Za-z0-9_-]{22}$/;
const CONTACT_ID = /^[0-9]{1,20}$/;

/** Parses the choice of a form. The latest allowed day is tomorrow, which selects everything up to the end of today. */
export function parseChoice(form: URLSearchParams, now: Date): ParsedChoice {
  const given = CHOICE_FIELDS.map((field) => ({ field, text: (form.get(field) ?? "").trim() }))
    .filter(({ text }) => text !== "");
  const [only, ...others] = given;
  if (only === undefined) {
    return wrong("session_id", "Say whose data to erase: fill in one of the three fields.");
  }
  if (others.length > 0) {
    const fields = given.map(({ field }) => [field, "Fill in one of the three fields only."]);
    return { ok: false, fields: Object.fromEntries(fields) };
  }
  const { field, text } = only;
  switch (field) {
    case "session_id":
      return SESSION_ID.test(text)
        ? { ok: true, choice: { kind: "session", sessionId: text } }
        : wrong(field, "A session id has 22 letters, digits, hyphens and underscores.");
    case "contact_id":
      return CONTACT_ID.test(text)
        ? { ok: true, choice: { kind: "contact", contactId: text } }
        : wrong(field, "A contact id of the CRM is a number of at most 20 digits.");
    case "before":
      return parseDay(text, now);
  }
}

/** Returns the form fields of a choice. */
export function choiceFields(choice: Choice): Readonly<Partial<Record<ChoiceField, string>>> {
  switch (choice.kind) {
    case "session":
      return { session_id: choice.sessionId };
    case "contact":
      return { contact_id: choice.contactId };
    case "date":
      return { before: choice.before };
  }
}

function parseDay(text: string, now: Date): ParsedChoice {
  if (!UtcDay.safeParse(text).success) {
    return wrong("before", "Write a day as 2026-05-04.");
  }
  const tomorrow = dayOf(dayAfter(now));
  return text <= tomorrow
    ? { ok: true, choice: { kind: "date", before: text } }
    : wrong("before", `The last day that can be chosen is tomorrow, ${tomorrow} (UTC).`);
}

function wrong(field: ChoiceField, message: string): ParsedChoice {
  return { ok: false, fields: { [field]: message } };
}

/** Validates a submitted lead (spec §4.4). Pure. */
import { z } from "zod";
import { isVisible, valuesByName, withoutDirections } from "../http/mod.ts";
import { sanitizePayload, SessionBody, type SessionPayload } from "../session/mod.ts";

/** Longest e-mail address, and longest local part, in characters (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_NAME = 100;

/**
 * Letters of any script, digits and the punctuation of addresses. No `*`, because the CRM's search would treat it as a
 * wildcard (external-systems.md §A.2).
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const ASCII_DOMAIN =
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Returns whether a text is a deliverable e-mail address as people write them: a dotted local part and a public domain
 * name, which may be internationalised. Quoted local parts and IP addresses are refused.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || text.length > MAX_ADDRESS || local.length > MAX_LOCAL) return false;
  if (!LOCAL.test(local) || !DOMAIN.test(domain)) return false;
  const host = URL.parse(`http://${domain}/`)?.hostname ?? "";
  return host.length <= 253 && ASCII_DOMAIN.test(host);
}

const Address = z.string({ error: "Enter your e-mail address" })
  .transform((text) => trimUnseen(text).normalize("NFC"))
  .superRefine((text, context) => {
    if (text === "") context.addIssue({ code: "custom", message: "Enter your e-mail address" });
    else if (!isAddress(text)) {
      const message = "Enter an e-mail address such as name@example.com";
      context.addIssue({ code: "custom", message });
    }
  });

/** Whitespace and zero-width marks, which are often copied along with an address or a name. */
const UNSEEN = /[\s\p{Cf}]/u;

function trimUnseen(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && UNSEEN.test(text.charAt(start))) start++;
  while (end > start && UNSEEN.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const Name = z.string({ error: "Enter a name, or nothing" })
  .transform((text) =>
    trimUnseen(withoutDirections(text.toWellFormed()).replace(/[\s\p{Cc}]+/gu, " "))
  )
  .refine((text) => [...text].length <= MAX_NAME, `Use at most ${MAX_NAME} characters`)
  .transform((text) => isVisible(text) ? text : null)
  .nullish().transform((name) => name ?? null);

const Person = z.object({ email: Address, firstName: Name, lastName: Name });

/**
 * The body of `POST /api/lead` for the API description (spec §4.4). Keys that the sanitizer does not know are dropped.
 */
export const LeadBody = SessionBody.extend({
  email: z.string().max(MAX_ADDRESS)
    .meta({ description: "Where to reach the buyer", format: "email" }),
  firstName: z.string().max(MAX_NAME).nullable().optional(),
  lastName: z.string().max(MAX_NAME).nullable().optional(),
}).meta({
  id: "LeadBody",
  description:
    "A person and their result, as in the body of `PUT /api/session`; the session supplies what is missing",
});

/** The response of `POST /api/lead`. */
export const LeadAccepted = z.strictObject({
  ok: z.literal(true).describe("The lead is stored; the CRM receives it later"),
}).meta({ id: "LeadAccepted" });

/** A validated lead. */
interface GivenLead {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The payload keys that the request contained; the stored session supplies the others. */
  readonly payload: Partial<SessionPayload>;
}

/** A validated lead, or a message for each invalid field. */
type CheckedLead =
  | { readonly ok: true; readonly lead: GivenLead }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/** Validates the input of a lead. Never throws; a non-object is treated as an empty object. */
export function checkLead(input: unknown): CheckedLead {
  const given = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const person = Person.safeParse({
    email: Reflect.get(given, "email"),
    firstName: Reflect.get(given, "firstName"),
    lastName: Reflect.get(given, "lastName"),
  });
  if (person.success) return { ok: true, lead: { ...person.data, payload: givenPayload(given) } };
  const fields: Record<string, string> = {};
  for (const { path, message } of person.error.issues) fields[path.join(".")] ??= message;
  return { ok: false, fields };
}

function givenPayload(given: object): Partial<SessionPayload> {
  const payload = sanitizePayload(given);
  if (payload === null) return {};
  const keys = Object.keys(given);
  const hasAnswers = keys.some((key) => key.startsWith("answer:"));
  return Object.fromEntries(
    Object.entries(payload).filter(([key]) =>
      key === "answers" ? hasAnswers : Object.hasOwn(given, key)
    ),
  );
}

/**
 * Converts posted form fields to the shape of the JSON body. `alternatives` and `systems_viewed` become lists, and so
 * does an `answer:` field that occurs several times.
 */
export function leadInputOf(params: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, values] of valuesByName(params)) {
    if (key === "__proto__") continue;
    const isList = key === "alternatives" || key === "systems_viewed" ||
      (key.startsWith("answer:") && values.length > 1);
    // One hidden field may hold a whole list, separated by commas or semicolons.
    input[key] = isList ? values.flatMap((value) => value.split(/[,;]/)) : values[0];
  }
  return input;
}

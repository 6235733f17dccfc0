/** Interprets the CRM's HTTP responses, before their JSON is validated (spec §7, external-systems.md §A.10). */
import { type CrmFailure, type CrmResult, failure, success } from "./result.ts";
import type { CrmAnswer } from "./transport.ts";

/** The JSON of a response; undefined for an empty body. */
export type Body = { readonly value: unknown };

const REFUSED: Readonly<Record<number, string>> = {
  400: "The CRM refused what it was sent",
  401: "The CRM does not take the credentials",
  403: "The CRM does not allow this to our user",
  404: "The CRM does not know what was asked for",
  408: "The CRM took too long",
  409: "The CRM has this already",
  413: "The CRM refused a request of this size",
  429: "The CRM asks for fewer requests",
};

/**
 * Parses the JSON of a 2xx response; the value is undefined for an empty body. Any other status, including redirects,
 * and a body that is not JSON are failures.
 */
export function readBody(answer: CrmAnswer | CrmFailure): CrmResult<Body> {
  if (!answer.ok) return answer;
  const { status, text } = answer;
  if (status < 200 || status > 299) return refusalOf(answer);
  if (text?.trim() === "") return success({ value: undefined });
  try {
    if (text !== null) return success({ value: JSON.parse(text) });
  } catch {
    // Below: it is no JSON, as is a body that is no text at all.
  }
  return malformed("The CRM answered with something else than JSON", status);
}

/** Creates a failure for an unusable success response; the requested change may have happened. */
export function malformed(message: string, status?: number): CrmFailure {
  return failure("malformed", message, {
    mayHaveLanded: true,
    ...(status === undefined ? {} : { status }),
  });
}

function refusalOf({ status, text, waitMs }: CrmAnswer): CrmFailure {
  const message = REFUSED[status] ??
    (status >= 500 ? "The CRM is out of order" : "The CRM did not do what it was asked");
  const reason = status === 401 || status === 403 ? "auth" : "http";
  if (status === 400) {
    return failure(reason, message, { status, refusedFields: fieldsNamed(text ?? "") });
  }
  const isBusy = status === 429 || (status === 503 && waitMs !== null);
  return failure(reason, message, { status, ...(isBusy && { waitMs: waitMs ?? 0 }) });
}

/** Limits of the search for field names in an error body: depth, and number of names. */
const MAX_DEPTH = 8;
const MAX_NAMED = 200;

/** Properties in which errors name a field. `value` quotes personal data and is never read. */
const NAMING = new Set(["property", "objectid", "id", "fieldid", "parameter", "field"]);

/** Contact fields that errors name by their property instead of a numeric id. */
const PERSONAL = new Set(["firstName", "lastName"]);

/**
 * Returns the numeric ids, and the names of {@linkcode PERSONAL} fields, that an error body mentions. The caller knows
 * which of them it sent.
 */
function fieldsNamed(text: string): string[] {
  const named = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && isContact(value)) {
      // The contact's own id is not a field id; the object in its `container` may have one.
      return visit(Reflect.get(value, "container"), depth + 1);
    }
    for (const [name, part] of Object.entries(value)) {
      if (named.size >= MAX_NAMED) return;
      if (NAMING.has(name.toLowerCase()) && ["string", "number"].includes(typeof part)) {
        if (PERSONAL.has(part)) named.add(part);
        for (const number of String(part).slice(0, 200).match(/\d+/g) ?? []) named.add(number);
      } else visit(part, depth + 1);
    }
  };
  try {
    visit(JSON.parse(text), 0);
  } catch {
    // An unreadable error names no field.
  }
  return [...named];
}

function isContact(value: object): boolean {
  return Reflect.get(value, "objectType") === "Contact";
}

/** What an answer of the CRM means, before its body is looked at (spec §7, external-systems.md §A.10). */
import { type CrmFailure, type CrmResult, failure, success } from "./result.ts";
import type { CrmAnswer } from "./transport.ts";

/** JSON of an answer; undefined for an empty body. */
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
 * The JSON of an answer of success; its value is undefined where the body is empty. Any other status, redirects
 * included, is a failure, and so is a body that is no JSON.
 */
export function readBody(answer: CrmAnswer | CrmFailure): CrmResult<Body> {
  if (!answer.ok) return answer;
  const { status, text } = answer;
  if (status < 200 || status > 299) return refusalOf(answer);
  if (text.trim() === "") return success({ value: undefined });
  try {
    return success({ value: JSON.parse(text) });
  } catch {
    return malformed("The CRM answered with something else than JSON", status);
  }
}

/** A failure for an answer of success that is of no use; what was asked for may have happened. */
export function malformed(message: string, status?: number): CrmFailure {
  return failure("malformed", message, {
    mayHaveLanded: true,
    ...(status === undefined ? {} : { status }),
  });
}

function refusalOf({ status, text }: CrmAnswer): CrmFailure {
  const message = REFUSED[status] ??
    (status >= 500 ? "The CRM is out of order" : "The CRM did not do what it was asked");
  const reason = status === 401 || status === 403 ? "auth" : "http";
  if (status !== 400) return failure(reason, message, { status });
  return failure(reason, message, { status, refusedFields: fieldsNamed(text) });
}

/** How deep containers are looked into, and how much is looked at. */
const MAX_DEPTH = 8;
const MAX_NAMED = 200;

/** Where errors name what they are about; `value` quotes the person and is never looked at. */
const NAMING = new Set(["property", "objectid", "id", "fieldid", "parameter", "field"]);

/** Fields of a person that have no number. */
const PERSONAL = new Set(["firstName", "lastName"]);

/**
 * What an error body names something by: the numbers, such as a field's, and the names of a person's own fields. Whoever
 * sent it knows which are theirs.
 */
function fieldsNamed(text: string): string[] {
  const named = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && isContact(value)) {
      // Its number is no field's; what it contains may be one.
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
    // An error that cannot be read names nothing.
  }
  return [...named];
}

function isContact(value: object): boolean {
  return Reflect.get(value, "objectType") === "Contact";
}

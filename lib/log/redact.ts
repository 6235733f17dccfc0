/**
 * Makes log lines safe (spec §5: secrets and personal data are never logged). What a line carries is shown by the
 * list of its names in `fields.ts`. The texts among it pass one net more, for an error's message is anybody's.
 */
import { REDACTED } from "../config/mod.ts";
import { LOG_FIELDS } from "./fields.ts";

const SHOWN: ReadonlySet<string> = new Set(LOG_FIELDS);

/** Texts that never show, wherever they stand. Repetition is bounded, so no text is slow to search. */
const SECRET_TEXTS = new RegExp(
  [
    "[\\w.+'-]{1,64}(?:@|%40)(?:[\\w-]{1,63}\\.){1,8}[a-z]{2,24}\\b", // e-mail addresses
    "(?<=://)[^\\s/@]{1,256}@", // credentials in a URL
    "\\b(?-i:Basic|Bearer|bearer)\\s{1,4}[\\w.~+/=-]{4,4096}", // authorization values
    "\\beyJ[\\w-]{8,4096}\\.[\\w-]{4,4096}(?:\\.[\\w-]{0,4096})?", // signed tokens
    "\\b(?:ns_session|ns_crm_sim_guid|cf_authorization)=[^\\s;]{1,4096}", // cookies that identify
  ].join("|"),
  "gi",
);

/** What every one of these texts contains; most texts do not, and are spared the search. */
const SUSPICIOUS = /[@=]|%40|eyj|(?:asic|earer)\s/i;

/** Conditions whose message names what the schema calls things; that of any other may quote a value. */
const NAMING_CONDITION = /^(?:08|23|25|28|3D|40|42(?!601)|53|54|55|57|58)[0-9A-Z]{3}$/;

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** Makes a value safe to print. */
export type Redactor = (value: unknown) => unknown;

/**
 * Makes a redactor. `secrets` are exact texts that must not show anywhere either, such as the
 * configured keys; very short ones would hide ordinary words and are left out.
 */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const exact = secrets.filter((secret) => secret.length >= 6).sort((a, b) => b.length - a.length);

  function redactText(text: string): string {
    let safe = text;
    for (const secret of exact) safe = safe.replaceAll(secret, REDACTED);
    return SUSPICIOUS.test(safe) ? safe.replace(SECRET_TEXTS, REDACTED) : safe;
  }

  function redactEntries(entries: Iterable<[string, unknown]>, depth: number) {
    const safe: Record<string, unknown> = {};
    for (const [name, value] of entries) {
      safe[name] = SHOWN.has(name) ? redactValue(value, depth + 1) : REDACTED;
    }
    return safe;
  }

  function redactError(error: Error, depth: number) {
    const { name, cause } = error;
    const errors = error instanceof AggregateError ? error.errors : undefined;
    const fields = { ...error, name, ...wordsOf(error), cause, errors };
    const entries = Object.entries(fields).filter(([field, value]) =>
      value !== undefined && SHOWN.has(field)
    );
    return redactEntries(entries, depth);
  }

  function redactValue(value: unknown, depth: number): unknown {
    if (typeof value === "string") return redactText(value);
    if (typeof value === "bigint" || typeof value === "symbol") return String(value);
    if (typeof value === "function") return "[function]";
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) return "[deep]";
    if (value instanceof Error) return redactError(value, depth);
    if (value instanceof Headers || value instanceof Map) {
      const pairs = [...value].map(([key, item]): [string, unknown] => [String(key), item]);
      return redactEntries(pairs, depth);
    }
    if (Array.isArray(value) || value instanceof Set) {
      return [...value].slice(0, MAX_ITEMS).map((item) => redactValue(item, depth + 1));
    }
    if ("toJSON" in value && typeof value.toJSON === "function") {
      return redactValue(value.toJSON(), depth + 1);
    }
    return redactEntries(Object.entries({ ...value, ...wordsOf(value) }), depth);
  }

  return (value) => redactValue(value, 0);
}

/** The words of an error, without its message where a database may have quoted a value in it. */
function wordsOf(error: object): { message?: unknown; stack?: unknown } {
  const message = "message" in error ? error.message : undefined;
  const stack = "stack" in error ? error.stack : undefined;
  const words = {
    ...(message !== undefined && { message }),
    ...(stack !== undefined && { stack }),
  };
  const code = "severity" in error && "code" in error ? String(error.code) : null;
  if (code === null || NAMING_CONDITION.test(code)) return words;
  return {
    message: `${REDACTED} (SQLSTATE ${code})`,
    ...(typeof stack === "string" && { stack: framesOf(stack, String(message)) }),
  };
}

function framesOf(stack: string, message: string): string {
  const start = stack.indexOf(message);
  return start === -1 ? REDACTED : stack.slice(start + message.length).trimStart();
}

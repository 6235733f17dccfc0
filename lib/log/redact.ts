/**
 * Redacts log lines (spec §5: secrets and personal data are never logged). Only properties of the allowlist in
 * `fields.ts` are shown. Texts are also searched for secrets, because error messages can quote anything.
 */
import { REDACTED } from "../config/mod.ts";
import { LOG_FIELDS } from "./fields.ts";

const SHOWN: ReadonlySet<string> = new Set(LOG_FIELDS);

/** Characters before the `@` of an e-mail address, also percent-encoded. */
const LOCAL = "[\\p{L}\\p{M}\\p{N}_.+'!#$%&*?^`{|}~-]";
/** A character of a domain name, also percent-encoded. */
const LABEL = "(?:[\\p{L}\\p{M}\\p{N}_-]|%[0-9a-f]{2})";
/** E-mail addresses in any script. A match begins where a run of such characters does, so each run is tried once. */
const EMAIL_ADDRESS =
  `(?<!${LOCAL})${LOCAL}{1,4096}(?:@|%40)(?:${LABEL}{1,128}\\.){1,8}(?:\\p{L}|%[0-9a-f]{2}){2,72}`;

/** Patterns that are redacted in every text. Repetitions are bounded, so that no input makes the search slow. */
const SECRET_TEXTS = new RegExp(
  [
    EMAIL_ADDRESS,
    "(?<=://)[^\\s/@]{1,256}@", // credentials in a URL
    "\\b(?-i:Basic|Bearer|bearer)\\s{1,4}[\\w.~+/=-]{4,4096}", // authorization values
    "\\beyJ[\\w-]{8,4096}\\.[\\w-]{4,4096}(?:\\.[\\w-]{0,4096})?", // signed tokens
    "\\b(?:ns_session|ns_crm_sim_guid|cf_authorization)=[^\\s;]{1,4096}", // cookies that identify
  ].join("|"),
  "giu",
);

/** A quick pre-check: every match of `SECRET_TEXTS` contains one of these, and most texts do not. */
const SUSPICIOUS = /[@=]|%40|eyj|(?:asic|earer)\s/i;

/** SQLSTATEs whose messages only contain names of the schema. Messages of all other states may quote a value. */
const NAMING_CONDITION = /^(?:08|23|25|28|3D|40|42(?!601)|53|54|55|57|58)[0-9A-Z]{3}$/;

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** Returns a copy of a value that is safe to log. */
export type Redactor = (value: unknown) => unknown;

/**
 * Creates a redactor. `secrets` are exact texts to redact everywhere, such as configured keys; those shorter than 6
 * characters are ignored, because they would hide ordinary words.
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

/** Returns message and stack of an error, with the message redacted if a database may have quoted a value in it. */
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

/**
 * The one redaction list (spec §5: secrets and personal data are never logged). Everything that a
 * log line carries passes here, by the name of its property and by what its text looks like.
 */
import { REDACTED } from "../config.ts";

/** Properties that never show, whatever they hold. */
const SECRET_NAMES = [
  /pass(word|wd|phrase)/,
  /secret|credential|authori[sz]ation|cookie|jwt/,
  /token$/,
  /api[_-]?key/,
  /session[_-]?id|guid/,
  /e[_-]?mail/,
  /(first|last|full)[_-]?name|phone|street|address$/,
  /database[_-]?url/,
];

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
  const hiddenNames = new Map<string, boolean>();

  function isHidden(name: string): boolean {
    let hidden = hiddenNames.get(name);
    if (hidden === undefined) {
      const lower = name.toLowerCase();
      hidden = SECRET_NAMES.some((pattern) => pattern.test(lower));
      if (hiddenNames.size < 1000) hiddenNames.set(name, hidden);
    }
    return hidden;
  }

  function redactText(text: string): string {
    let safe = text;
    for (const secret of exact) safe = safe.replaceAll(secret, REDACTED);
    return SUSPICIOUS.test(safe) ? safe.replace(SECRET_TEXTS, REDACTED) : safe;
  }

  function redactEntries(entries: Iterable<[string, unknown]>, depth: number) {
    const safe: Record<string, unknown> = {};
    for (const [name, value] of entries) {
      safe[name] = isHidden(name) ? REDACTED : redactValue(value, depth + 1);
    }
    return safe;
  }

  function redactError(error: Error, depth: number) {
    const { name, message, stack, cause } = error;
    const entries = Object.entries({ ...error, name, message, stack, cause });
    return redactEntries(entries.filter(([_, value]) => value !== undefined), depth);
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
    return redactEntries(Object.entries(value), depth);
  }

  return (value) => redactValue(value, 0);
}

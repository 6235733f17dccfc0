/** Reading values of a foreign document: whatever does not fit is null, and nothing throws. */

/** What the CMS calls its own ids with: a real one's prefix first, which requests use too; both are read. */
export const INTERNAL_PREFIXES = ["drupal_internal__", "cms_internal__"] as const;

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  ["mid", "tid", "target_id"].map((id) => [id, INTERNAL_PREFIXES.map((prefix) => prefix + id)]),
);

/** An internal id among members, by its name after either prefix. */
export function internalIdIn(members: Members | null, name: string): number | null {
  for (const own of NAMES.get(name) ?? []) {
    const id = integerOf(memberOf(members, own));
    if (id !== null) return id;
  }
  return null;
}

/** Longest text of a column; the CMS has no reason for longer ones. */
const MAX_TEXT = 500;
const MAX_INTEGER = 2_147_483_647;

/** An object of the document. */
export type Members = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export function membersOf(value: unknown): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Members
    : null;
}

/** The only value of a field, or its first where it comes as a list. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** An own member, so that no name means something by itself. */
export function memberOf(members: Members | null, name: string): unknown {
  return members !== null && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Text that the database takes and a terminal may show: well-formed, in place of controls but for ends of lines blanks. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").replaceAll(CONTROLS, " ");
}

/** Controls of terminals, and those that turn the direction of what follows. */
const CONTROLS = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A trimmed text of a plain field, or of one that is an object with a `value`; null for none and for one too long. */
export function textOf(value: unknown): string | null {
  const single = firstOf(value);
  const plain = memberOf(membersOf(single), "value") ?? single;
  if (typeof plain !== "string" && typeof plain !== "number") return null;
  const text = storable(String(plain)).trim();
  return text === "" || text.length > MAX_TEXT ? null : text;
}

/** The web address of a link field: a text, or an object with a `uri`. */
export function webAddressOf(value: unknown): string | null {
  const single = firstOf(value);
  const text = textOf(memberOf(membersOf(single), "uri") ?? single);
  const url = text === null ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? text : null;
}

/** A whole number, also as a text, that a column of the database holds. */
export function integerOf(value: unknown): number | null {
  const single = firstOf(value);
  const number = typeof single === "string" && /^\s*[-+]?\d{1,10}\s*$/.test(single)
    ? Number(single)
    : single;
  if (typeof number !== "number" || !Number.isInteger(number)) return null;
  return Math.abs(number) <= MAX_INTEGER ? number : null;
}

/** A number within bounds, also as a text. */
export function coordinateOf(value: unknown, most: number): number | null {
  const number = typeof value === "string" && /^\s*[-+]?\d{1,9}(\.\d{0,20})?\s*$/.test(value)
    ? Number(value)
    : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  return Math.abs(number) <= most ? number : null;
}

/** False is what the CMS says; null is that it says nothing. */
export function flagOf(value: unknown): boolean | null {
  const single = firstOf(value);
  return typeof single === "boolean" ? single : null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A uuid in lower case, or null. */
export function uuidOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return UUID.test(text) ? text : null;
}

/** Reads values of untrusted JSON. A value of the wrong type or size is null; nothing throws. */
import { truncate } from "@/lib/text/mod.ts";

/** Prefixes of internal ids. Both are read; requests try the first one first, because real systems use it. */
export const INTERNAL_PREFIXES = ["drupal_internal__", "cms_internal__"] as const;

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  ["mid", "tid", "target_id"].map((id) => [id, INTERNAL_PREFIXES.map((prefix) => prefix + id)]),
);

/** Query of sparse fieldsets: only these fields of each type are sent. */
export function sparseQuery(fields: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(fields)
    .map(([type, names]) => `&${encodeURIComponent(`fields[${type}]`)}=${names.join(",")}`).join(
      "",
    );
}

/** Returns an internal id by its name without the prefix, under either prefix. */
export function internalIdIn(members: Members | null, name: string): number | null {
  for (const own of NAMES.get(name) ?? []) {
    const id = integerOf(memberOf(members, own));
    if (id !== null) return id;
  }
  return null;
}

/** The longest text that is stored, in UTF-16 units. The forms of staff have the same limit (`ASSET_LIMITS`). */
const MAX_TEXT = 500;
/** The longest web address: that of the CMS's own link fields. */
const MAX_ADDRESS = 2_048;
const MAX_INTEGER = 2_147_483_647;

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, else null. */
export function membersOf(value: unknown): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Members
    : null;
}

/** Returns the value of a field, or its first value when it is a list. */
export function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns an own member. Inherited names such as `constructor` do not count. */
export function memberOf(members: Members | null, name: string): unknown {
  return members !== null && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Makes a text safe to store and print: well-formed, without NUL, and with a blank for each control but tabs and line ends. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").replaceAll(CONTROLS, " ");
}

/** Control characters, and characters that override the text direction. */
const CONTROLS = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the trimmed text of a plain field or of an object with a `value`; null when it is empty or over 500 characters. */
export function textOf(value: unknown, most = MAX_TEXT): string | null {
  const text = wholeTextOf(value);
  return text === null || text.length > most ? null : text;
}

function wholeTextOf(value: unknown): string | null {
  const single = firstOf(value);
  const plain = memberOf(membersOf(single), "value") ?? single;
  if (typeof plain !== "string" && typeof plain !== "number") return null;
  return storable(String(plain)).trim() || null;
}

/** Returns the text of a field that people read. Over 500 characters, it is cut after a word and `onCut` is called. */
export function readableOf(value: unknown, onCut: () => void): string | null {
  const text = wholeTextOf(value);
  if (text === null || text.length <= MAX_TEXT) return text;
  onCut();
  const lastSpace = text.slice(0, MAX_TEXT).search(/\s\S*$/);
  const words = truncate(text, lastSpace > 0 ? lastSpace : MAX_TEXT - 1);
  return `${words.trimEnd()}…`;
}

/** Returns the address of a file or link of up to 2,048 characters; null for a longer one. */
export function addressOf(value: unknown): string | null {
  return textOf(value, MAX_ADDRESS);
}

/** Returns the http(s) URL of a link field, which is a text or an object with a `uri`; null for anything else. */
export function webAddressOf(value: unknown): string | null {
  const single = firstOf(value);
  const text = addressOf(memberOf(membersOf(single), "uri") ?? single);
  const url = text === null ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? text : null;
}

/** Returns an integer, also from a text; null when it does not fit a 32-bit column. */
export function integerOf(value: unknown): number | null {
  const single = firstOf(value);
  const number = typeof single === "string" && /^\s*[-+]?\d{1,10}\s*$/.test(single)
    ? Number(single)
    : single;
  if (typeof number !== "number" || !Number.isInteger(number)) return null;
  return Math.abs(number) <= MAX_INTEGER ? number : null;
}

/** Returns a number of at most `most` in either direction, also from a text; null for anything else. */
export function coordinateOf(value: unknown, most: number): number | null {
  const number = typeof value === "string" && /^\s*[-+]?\d{1,9}(\.\d{0,20})?\s*$/.test(value)
    ? Number(value)
    : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  return Math.abs(number) <= most ? number : null;
}

/** Returns a boolean; null when the field is absent, which differs from false (spec §2.13). */
export function flagOf(value: unknown): boolean | null {
  const single = firstOf(value);
  return typeof single === "boolean" ? single : null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a uuid in lower case; null for anything else. */
export function uuidOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return UUID.test(text) ? text : null;
}

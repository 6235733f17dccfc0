/** Compares two states of a record by field. */
import { capitalized } from "@/components/ui/capitalized.ts";
import { settingLabel } from "../crm/settings_form.ts";
import { asWords } from "./labels.ts";
import { compareNames } from "@/lib/text/mod.ts";

/** How a field differs between the two states. */
export type FieldChange = "added" | "removed" | "changed" | "same";

/** One field in both states. */
export interface FieldDiff {
  /** Path in words, outermost first: `["Values", "stc", "max"]`. */
  readonly path: readonly string[];
  /** Undefined when the record did not have the field. */
  readonly before: unknown;
  readonly after: unknown;
  readonly change: FieldChange;
}

/**
 * Fields that together identify the items of a list, if every item has them. Those with distinct values are preferred;
 * an item that shares its values with earlier ones, such as the second condition about a factor, gets a number.
 */
const KEYS = [
  ["id"],
  ["attributeId"],
  ["factorId"],
  ["systemId"],
  ["optionId"],
  ["email"],
  // Tags of pictures, which are sorted: by position, an added one would look like a change of all after it.
  ["type", "ref"],
];

/** Values nested deeper than this are compared whole. No record of ours is that deep. */
const MAX_DEPTH = 6;

/** Compares two states; null means that the record did not exist. */
export function diffRecords(before: unknown, after: unknown): FieldDiff[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...is.keys(), ...was.keys()])].toSorted(byPath).map((key) => {
    const [one, other] = [was.get(key), is.get(key)];
    return {
      path: (other ?? one)?.path ?? [],
      before: one?.value,
      after: other?.value,
      change: changeOf(one, other),
    };
  });
}

/** Returns the outermost fields that differ, in lower case, in the order of the comparison. */
export function changedFields(diffs: readonly FieldDiff[]): string[] {
  const names = diffs.filter(({ change }) => change !== "same")
    .map(({ path: [field = ""] }) => field.toLowerCase());
  return [...new Set(names)];
}

interface Field {
  readonly path: readonly string[];
  readonly value: unknown;
}

function changeOf(before: Field | undefined, after: Field | undefined): FieldChange {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  return JSON.stringify(before.value) === JSON.stringify(after.value) ? "same" : "changed";
}

/** Returns every leaf value, by its path. */
function fieldsOf(record: unknown): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  if (record === null || record === undefined) return fields;
  const visit = (value: unknown, keys: readonly string[], path: readonly string[]): void => {
    const parts = keys.length < MAX_DEPTH ? partsOf(value) : null;
    if (parts === null) fields.set(JSON.stringify(keys), { path, value });
    else for (const [key, name, part] of parts) visit(part, [...keys, key], [...path, name]);
  };
  visit(record, [], []);
  return fields;
}

/** Returns key, name in words and value of each part; null for a leaf. */
function partsOf(value: unknown): [key: string, name: string, part: unknown][] | null {
  if (Array.isArray(value)) return partsOfList(value);
  if (!(value instanceof Object)) return null;
  const parts = Object.entries(value);
  if (parts.length === 0) return null;
  return parts.map(([key, part]) => [key, fieldLabel(key), part]);
}

function partsOfList(list: readonly unknown[]): [string, string, unknown][] | null {
  if (list.length === 0 || !list.every((part) => part instanceof Object && !Array.isArray(part))) {
    return null;
  }
  const keyed = KEYS.map((fields) => list.map((part) => idBy(fields, part)))
    .filter((ids) => ids.every((id) => id !== null));
  const names = keyed.find((ids) => new Set(ids).size === ids.length) ?? keyed[0] ?? [];
  const seen = new Map<string, number>();
  return list.map((part, index) => {
    const id = names[index] ?? `${index + 1}`;
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    const name = count === 1 ? id : `${id} (${count})`;
    return [name, name, part];
  });
}

function idBy(fields: readonly string[], part: unknown): string | null {
  const ids = fields.map((field) => Object(part)[field]);
  return ids.every((id) => typeof id === "string") ? ids.join(" ") : null;
}

/** Returns a field name in words; a key that is not an identifier stays unchanged. */
function fieldLabel(name: string): string {
  const label = settingLabel(name);
  if (label !== undefined) return label;
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? capitalized(asWords(name)) : name;
}

/** Sorts the naming fields first and the rest alphabetically, because JSONB does not keep the order of keys. */
function byPath(a: string, b: string): number {
  return placeOf(a) - placeOf(b) || compareNames(a, b);
}

function placeOf(key: string): number {
  const place = ['["id"]', '["name"]', '["label"]', '["email"]'].indexOf(key);
  return place === -1 ? Infinity : place;
}

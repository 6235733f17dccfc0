/** Two states of a record, field by field. */
import { asWords, sentenceCase } from "./labels.ts";

/** What became of a field. */
export type FieldChange = "added" | "removed" | "changed" | "same";

/** A field of a record that may have changed. */
export interface FieldDiff {
  /** Where it is, in words, outermost first: `["Values", "stc", "max"]`. */
  readonly path: readonly string[];
  /** Undefined where the record did not have it. */
  readonly before: unknown;
  readonly after: unknown;
  readonly change: FieldChange;
}

/** What the parts of a list are told apart by, if every part has it. */
const KEYS = ["id", "attributeId", "factorId", "systemId", "optionId", "email"];

/** Deeper records than any of ours are shown as they stand. */
const MAX_DEPTH = 6;

/** Compares two states; null is a record that was not there. */
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

/** The outermost fields that differ, in words and small letters, in the order of the comparison. */
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

/** Every value that is not made of others, by its place. */
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

/** Key, name in words and value of each part; null for what is shown whole. */
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
  const keyed = KEYS.map((key) => list.map((part) => Object(part)[key])).find((ids) =>
    ids.every((id) => typeof id === "string") && new Set(ids).size === ids.length
  );
  return list.map((part, index) => {
    const name = keyed === undefined ? `${index + 1}` : `${keyed[index]}`;
    return [name, name, part];
  });
}

/** A field's name in words; what is no name of ours stays as it is. */
function fieldLabel(name: string): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? sentenceCase(asWords(name)) : name;
}

/** What names the record first, the rest by the alphabet; the database keeps no order of its own. */
function byPath(a: string, b: string): number {
  return placeOf(a) - placeOf(b) || a.localeCompare(b, "en", { numeric: true });
}

function placeOf(key: string): number {
  const place = ['["id"]', '["name"]', '["label"]', '["email"]'].indexOf(key);
  return place === -1 ? Infinity : place;
}

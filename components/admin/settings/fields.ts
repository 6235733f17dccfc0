/** The fields of a record that there is one of, as data: what they are called, show and say. Pure. */
import type { SelectOption } from "../fields.tsx";

/** What a field holds. */
export type SettingValue = string | number | boolean | null;

interface FieldWords {
  /** Of the record and of the form alike. */
  readonly name: string;
  readonly label: string;
  /** What it does, for who decides it. */
  readonly hint?: string;
  /** Whether it may be left empty, which means null; a checkbox never is. */
  readonly optional?: boolean;
}

/** One field, by what it is edited with. */
export type SettingField =
  & FieldWords
  & (
    | { readonly kind: "checkbox" }
    | {
      readonly kind: "text";
      readonly maxLength?: number;
      /** Ids and other code. */
      readonly mono?: boolean;
      readonly type?: "text" | "email" | "url";
      readonly suggestions?: readonly string[];
    }
    | { readonly kind: "paragraph"; readonly maxLength?: number; readonly rows?: number }
    | {
      readonly kind: "number";
      readonly min?: number;
      readonly max?: number;
      readonly step?: number | "any";
      readonly unit?: string;
    }
    | {
      readonly kind: "select";
      readonly options: readonly SelectOption[];
      /** First line, for a choice that is not made. */
      readonly empty?: string;
    }
  );

/** Fields that belong together, under a heading of their own. */
export interface SettingGroup {
  readonly legend: string;
  readonly hint?: string;
  readonly fields: readonly SettingField[];
}

/** What a ticked box sends. */
export const TICKED = "true";

/** The form that shows a record: a box that is not ticked sends nothing, null is an empty text. */
export function formOfSettings(
  groups: readonly SettingGroup[],
  record: object,
): URLSearchParams {
  const form = new URLSearchParams();
  for (const { name, kind } of fieldsOf(groups)) {
    const value = valueOf(record, name);
    if (kind !== "checkbox") form.set(name, value === null ? "" : String(value));
    else if (value === true) form.set(name, TICKED);
  }
  return form;
}

/** A field of two versions of a record. */
export interface SettingDifference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** What differs between two versions, in words. */
export function settingDifferences(
  groups: readonly SettingGroup[],
  { mine, theirs }: { readonly mine: object; readonly theirs: object },
): SettingDifference[] {
  return fieldsOf(groups)
    .map((field) => ({
      label: field.label,
      mine: inWords(field, valueOf(mine, field.name)),
      theirs: inWords(field, valueOf(theirs, field.name)),
    }))
    .filter((row) => row.mine !== row.theirs);
}

/** Every field, in order. */
export function fieldsOf(groups: readonly SettingGroup[]): SettingField[] {
  return groups.flatMap(({ fields }) => fields);
}

function valueOf(record: object, name: string): SettingValue {
  const value: unknown = Reflect.get(record, name);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

function inWords(field: SettingField, value: SettingValue): string {
  if (field.kind === "checkbox") return value === true ? "On" : "Off";
  if (value === null || value === "") return "Not set";
  if (field.kind === "select") {
    return field.options.find((option) => option.value === String(value))?.label ?? String(value);
  }
  return field.kind === "number" && field.unit ? `${value} ${field.unit}` : String(value);
}

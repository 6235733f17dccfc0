/** The fields of a settings record, as data: names, labels, controls and values in words. Pure. */
import type { SelectOption } from "../fields.tsx";
import { changedRows, type Difference } from "../record/conflict.ts";

/** The value of a field. */
export type SettingValue = string | number | boolean | null;

interface FieldWords {
  /** Name of the field in the record and in the form. */
  readonly name: string;
  readonly label: string;
  /** What the setting does. */
  readonly hint?: string;
  /** Whether it may be empty, which means null; not for checkboxes. */
  readonly optional?: boolean;
}

/** One field, by the kind of its control. */
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
      /** Label of a first option with an empty value. */
      readonly empty?: string;
    }
  );

/** A group of fields under a heading. */
export interface SettingGroup {
  readonly legend: string;
  readonly hint?: string;
  readonly fields: readonly SettingField[];
}

/** The value that a ticked checkbox sends. */
export const TICKED = "true";

/** Returns the form for a record. An unticked checkbox has no field; null becomes an empty text. */
export function formOfSettings(
  groups: readonly SettingGroup[],
  record: object,
): URLSearchParams {
  const form = new URLSearchParams();
  for (const { name, kind } of settingsIn(groups)) {
    const value = valueOf(record, name);
    if (kind !== "checkbox") form.set(name, value === null ? "" : String(value));
    else if (value === true) form.set(name, TICKED);
  }
  return form;
}

/** Returns the fields in which two versions differ, in words. */
export function settingDifferences(
  groups: readonly SettingGroup[],
  { mine, theirs }: { readonly mine: object; readonly theirs: object },
): Difference[] {
  return changedRows(
    settingsIn(groups).map((field) => ({
      label: field.label,
      mine: inWords(field, valueOf(mine, field.name)),
      theirs: inWords(field, valueOf(theirs, field.name)),
    })),
  );
}

function settingsIn(groups: readonly SettingGroup[]): SettingField[] {
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

/** Labels of attribute values. */
import type { Catalog, Known, TypedValue, ValueType } from "@/lib/catalog/mod.ts";
import { truncate } from "@/lib/text/mod.ts";

/** Label and explanation of each value type. */
export const VALUE_TYPES: Readonly<Record<ValueType, { label: string; hint: string }>> = {
  enum: { label: "Labels", hint: "one or several words of a set, such as “Aluminium, Oak”" },
  range: { label: "Range", hint: "from one number to another, such as “28–36”" },
  dimension: { label: "Measurement", hint: "one number, with a note where it needs one" },
};

/** The choices of “What is known”, in display order. */
export const KNOWN: readonly { known: Known; label: string; hint: string }[] = [
  { known: "value", label: "A value", hint: "It is known. Enter it below." },
  { known: "untested", label: "Not tested", hint: "It could be tested, and has not been." },
  { known: "na", label: "Not applicable", hint: "It has no meaning for this system." },
  { known: "none", label: "None", hint: "The system does not have it." },
  { known: "empty", label: "Not stated", hint: "Nothing is published yet." },
];

/** Whether a value is stated; “None” counts, “Not stated” does not. */
export function isFilled(value: TypedValue | undefined): boolean {
  return value !== undefined && value.type !== "empty";
}

const RAW_LENGTH = 400;

/** Formats a raw CMS value as text of at most 400 characters; objects read `name: value`. */
export function rawText(raw: unknown): string {
  const text = plainText(raw);
  return text.length > RAW_LENGTH ? `${truncate(text, RAW_LENGTH)}…` : text;
}

function plainText(raw: unknown): string {
  if (typeof raw === "string") return raw.trim() === "" ? "(empty text)" : raw;
  if (Array.isArray(raw) && raw.length > 0) return raw.map(plainText).join(", ");
  if (!(raw instanceof Object) || Object.keys(raw).length === 0) return JSON.stringify(raw) ?? "";
  return Object.entries(raw)
    .map(([name, part]) => `${name}: ${part instanceof Object ? JSON.stringify(part) : part}`)
    .join(", ");
}

/** Returns the live options of live factors that require something of an attribute, as "Factor: Option". */
export function optionsAsking({ factors }: Catalog, attributeId: string): string[] {
  return factors.filter(({ retired }) => !retired).flatMap(({ name, options }) =>
    options.filter(({ retired, requirements }) =>
      !retired && requirements.some((requirement) => requirement.attributeId === attributeId)
    ).map(({ label }) => `${name}: ${label}`)
  );
}

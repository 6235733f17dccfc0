/** The catalog's own words for what staff edit. */
import type {
  Attribute,
  Catalog,
  Known,
  TypedValue,
  ValueType,
} from "../../../../lib/catalog/mod.ts";

/** What the values of an attribute are like. */
export const VALUE_TYPES: Readonly<Record<ValueType, { label: string; hint: string }>> = {
  enum: { label: "Labels", hint: "one or several words of a set, such as “Aluminium, Oak”" },
  range: { label: "Range", hint: "from one number to another, such as “28–36”" },
  dimension: { label: "Measurement", hint: "one number, with a note where it needs one" },
};

/** What can be known of an attribute, in the order in which it is asked. */
export const KNOWN: readonly { known: Known; label: string; hint: string }[] = [
  { known: "value", label: "A value", hint: "It is known. Enter it below." },
  { known: "untested", label: "Not tested", hint: "It could be tested, and has not been." },
  { known: "na", label: "Not applicable", hint: "It has no meaning for this system." },
  { known: "none", label: "None", hint: "The system does not have it." },
  { known: "empty", label: "Not stated", hint: "Nothing is published yet." },
];

/** Attributes that are not retired, under the headings of a data sheet and in their order. */
export function attributeGroups(catalog: Catalog): { group: string; attributes: Attribute[] }[] {
  const live = catalog.attributes.filter(({ retired }) => !retired);
  return [...Map.groupBy(live, ({ group }) => group)]
    .map(([group, attributes]) => ({ group, attributes }));
}

/** Whether a value says something, if only that there is none. */
export function isFilled(value: TypedValue | undefined): boolean {
  return value !== undefined && value.type !== "empty";
}

const RAW_LENGTH = 400;

/** What the content system said, as text: plain where it is plain, else with the names of its fields. */
export function rawText(raw: unknown): string {
  const text = plainText(raw);
  return text.length > RAW_LENGTH ? `${text.slice(0, RAW_LENGTH)}…` : text;
}

function plainText(raw: unknown): string {
  if (typeof raw === "string") return raw.trim() === "" ? "(empty text)" : raw;
  if (Array.isArray(raw) && raw.length > 0) return raw.map(plainText).join(", ");
  if (!(raw instanceof Object) || Object.keys(raw).length === 0) return JSON.stringify(raw) ?? "";
  return Object.entries(raw)
    .map(([name, part]) => `${name}: ${part instanceof Object ? JSON.stringify(part) : part}`)
    .join(", ");
}

/** A live option of a live factor that asks something of an attribute. */
export function optionsAsking({ factors }: Catalog, attributeId: string): string[] {
  return factors.filter(({ retired }) => !retired).flatMap(({ name, options }) =>
    options.filter(({ retired, requirements }) =>
      !retired && requirements.some((requirement) => requirement.attributeId === attributeId)
    ).map(({ label }) => `${name}: ${label}`)
  );
}

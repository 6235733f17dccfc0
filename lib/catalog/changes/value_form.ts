/** Converts a typed value to form fields and back. Pure. */
import { z } from "zod";
import { type CheckedForm, checkForm, optionalLineField, repeatable } from "@/lib/http/mod.ts";
import type { Catalog, TypedValue, ValueType } from "../schema.ts";
import { foldLabel } from "../value.ts";
import { compareNames } from "@/lib/text/mod.ts";

/** Limits of a value: a number of labels, input lines for new labels, and lengths of texts in characters. */
export const VALUE_LIMITS: {
  readonly labels: number;
  readonly label: number;
  /** Input lines for labels that no system has yet. */
  readonly others: number;
  readonly text: number;
  readonly note: number;
} = { labels: 20, label: 80, others: 3, text: 120, note: 120 };

/** The form field `known`: a value of the attribute's type, or one of the presence-like types. */
const Known = z.enum(["value", "untested", "na", "none", "empty"]);
/** A value of the form field `known`: `value`, or a presence-like type (spec §2.2). */
export type Known = z.infer<typeof Known>;

/** The attribute that a value form is parsed for. */
export interface ValueContext {
  readonly valueType: ValueType;
  /** The labels of the attribute, from {@linkcode knownLabels}. */
  readonly known: readonly string[];
  /** The value as stored, or null. */
  readonly current: TypedValue | null;
}

/** Returns the form fields of a value; null gives an empty form. */
export function formOfValue(value: TypedValue | null): URLSearchParams {
  const form = new URLSearchParams({ known: knownOf(value) });
  if (value?.type === "enum") {
    for (const label of value.labels) form.append("label", label);
  }
  if (value?.type === "range") {
    form.set("min", numberText(value.min));
    form.set("max", numberText(value.max));
    form.set("text", value.label ?? "");
  }
  if (value?.type === "dimension") {
    form.set("measurement", numberText(value.measurement));
    form.set("note", value.note ?? "");
  }
  return form;
}

/**
 * Parses a value form into a typed value, or into one message per wrong field. A stored value that comes back
 * unchanged is accepted even if it breaks the limits, because the CMS may have supplied it.
 */
export function valueOfForm(form: URLSearchParams, context: ValueContext): CheckedForm<TypedValue> {
  const known = Known.safeParse(form.get("known"));
  if (!known.success) return wrong("known", "Choose what is known");
  if (known.data !== "value") return { ok: true, value: { type: known.data } };
  // A CMS value may break limits that staff must observe, so accept it when the form returns it unchanged.
  const { current } = context;
  if (current?.type === context.valueType && isAsShown(form, current)) {
    return { ok: true, value: current };
  }
  switch (context.valueType) {
    case "enum":
      return labelsOfForm(form, context);
    case "range":
      return rangeOfForm(form);
    case "dimension":
      return dimensionOfForm(form);
  }
}

/** The names of the form fields of every value type. */
const VALUE_FIELDS = [
  ...["label", "other-0", "other-1", "other-2", "first"],
  ...["min", "max", "text", "measurement", "note"],
];

/** Whether a form returns a value as it was rendered, ignoring the order and case of labels. */
function isAsShown(form: URLSearchParams, value: TypedValue): boolean {
  const shown = formOfValue(value);
  const textOf = (fields: URLSearchParams, name: string) =>
    JSON.stringify(
      fields.getAll(name).filter((text) => text !== "")
        .map((text) => name === "label" ? foldLabel(text) : text).sort(),
    );
  return VALUE_FIELDS.every((name) => textOf(form, name) === textOf(shown, name));
}

/**
 * Returns every label of an attribute, from the values of systems and the requirements of options, in alphabetical
 * order. Labels that differ only in case are returned once, in the first spelling found.
 */
export function knownLabels({ systems, factors }: Catalog, attributeId: string): string[] {
  const labels = [
    ...systems.flatMap(({ values }) =>
      values.flatMap((cell) =>
        cell.attributeId === attributeId && cell.value.type === "enum" ? cell.value.labels : []
      )
    ),
    ...factors.flatMap(({ options }) =>
      options.flatMap(({ requirements }) =>
        requirements.flatMap(({ attributeId: asked, predicate }) =>
          asked === attributeId && predicate.kind === "includes" ? predicate.labels : []
        )
      )
    ),
  ];
  return distinct(labels).sort(compareNames);
}

function knownOf(value: TypedValue | null): Known {
  const parsed = Known.safeParse(value?.type);
  return parsed.success ? parsed.data : "value";
}

const label = () => optionalLineField(VALUE_LIMITS.label);

const LabelsForm = z.object({
  label: repeatable(
    z.array(label()).max(VALUE_LIMITS.labels, `Choose at most ${VALUE_LIMITS.labels}`).prefault([]),
  ),
  "other-0": label(),
  "other-1": label(),
  "other-2": label(),
  first: label(),
});

/** Parses an enum. Stored labels that are still wanted come first in their order, then the ticked and typed ones. */
function labelsOfForm(
  form: URLSearchParams,
  { known, current }: ValueContext,
): CheckedForm<TypedValue> {
  const [own, entered] = [new Set(known), new URLSearchParams(form)];
  for (const label of own) entered.delete("label", label);
  const checked = checkForm(entered, LabelsForm);
  if (!checked.ok) return { ok: false, fields: onField(checked.fields, "label") };
  const { label: unknown, first, ...others } = checked.value;
  const ticked = [...form.getAll("label").filter((label) => own.has(label)), ...unknown];
  const spelling = new Map(known.map((label) => [foldLabel(label), label]));
  const given = [...ticked, ...Object.values(others)]
    .flatMap((label) => label === null ? [] : spelling.get(foldLabel(label)) ?? label);
  const wanted = new Set(given.map(foldLabel));
  const stored = current?.type === "enum" ? current.labels : [];
  const kept = stored.filter((label) => wanted.has(foldLabel(label)));
  const labels = distinct([...kept, ...given]);
  if (labels.length === 0) return wrong("label", "Tick at least one, or enter another");
  const most = Math.max(VALUE_LIMITS.labels, stored.length);
  if (labels.length > most) {
    return wrong("label", `Choose at most ${most}`);
  }
  if (first === null) return { ok: true, value: { type: "enum", labels } };
  const leading = labels.find((label) => foldLabel(label) === foldLabel(first));
  if (leading === undefined) return wrong("first", "Tick it above as well");
  return {
    ok: true,
    value: { type: "enum", labels: [leading, ...labels.filter((label) => label !== leading)] },
  };
}

const RangeForm = z.object({
  min: numberField(),
  max: numberField(),
  text: optionalLineField(VALUE_LIMITS.text),
});

function rangeOfForm(form: URLSearchParams): CheckedForm<TypedValue> {
  const checked = checkForm(form, RangeForm);
  if (!checked.ok) return checked;
  const { min, max, text } = checked.value;
  if (min !== null && max !== null && min > max) {
    return wrong("max", "The highest value is below the lowest");
  }
  if (min === null && max === null && text === null) {
    return wrong("min", "Enter a lowest value, a highest one or both; or say it in words");
  }
  if (text !== null && (min !== null || max !== null)) {
    return wrong("text", "Leave this empty beside a number, because nobody would see it");
  }
  return { ok: true, value: { type: "range", min, max, label: text } };
}

const DimensionForm = z.object({
  measurement: numberField(),
  note: optionalLineField(VALUE_LIMITS.note),
});

function dimensionOfForm(form: URLSearchParams): CheckedForm<TypedValue> {
  const checked = checkForm(form, DimensionForm);
  if (!checked.ok) return checked;
  const { measurement, note } = checked.value;
  return measurement === null
    ? wrong("measurement", "Enter a number, such as 4.5")
    : { ok: true, value: { type: "dimension", measurement, note } };
}

/** An optional number field; empty gives null. A comma is refused, because it may be a decimal or a thousands mark. */
export function numberField() {
  const message =
    "Enter a number, such as 4.5, with at most 9 digits before the point and 6 behind it";
  return z.string().default("").transform((text) => text.trim())
    .pipe(z.string().regex(/^([+-]?(\d{1,9}(\.\d{0,6})?|\.\d{1,6}))?$/, message))
    // Adding 0 turns -0 into 0.
    .transform((text) => text === "" ? null : Number(text) + 0);
}

/** Prints a number so that {@linkcode numberField} accepts it: without an exponent, with at most 6 decimals. */
export function numberText(value: number | null): string {
  if (value === null) return "";
  const text = String(value);
  return text.includes("e") ? value.toFixed(6).replace(/\.?0+$/, "") : text;
}

/** Moves the errors of a repeated field from `name.<index>` to `name`, so that it has one message. */
function onField(fields: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) =>
      path.startsWith(`${name}.`) ? [name, message] : [path, message]
    ),
  );
}

/** Removes labels that repeat an earlier one in another case. */
function distinct(labels: readonly string[]): string[] {
  const spelling = new Map<string, string>();
  for (const label of labels) {
    if (!spelling.has(foldLabel(label))) spelling.set(foldLabel(label), label);
  }
  return [...spelling.values()];
}

/** Refuses a form with a message beside one field. */
export function wrong(name: string, message: string): CheckedForm<never> {
  return { ok: false, fields: { [name]: message } };
}

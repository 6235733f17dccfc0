/** Generates sample values for schemas, for the page `/api`. */
import type { z } from "zod";
import { SAMPLE_VALUES } from "./sample_values.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-04T12:00:00Z",
  date: "2026-03-04",
  email: "buyer@example.com",
  uri: "https://example.com/systems/heron-lite",
  uuid: "0b6d2f1e-7c61-4c0e-9a60-3a2f6c0f6b1a",
};

/** Depth from which lists are empty and nullable values are null. */
const MAX_DEPTH = 5;

/** Placeholder for a string without a sample value. */
export const SAMPLE_BLANK = "...";

/**
 * Returns a small value that a schema allows. A property takes its value from {@linkcode SAMPLE_VALUES} if there is
 * one; otherwise it gets the first of several choices, and one entry per list. `components` holds the schemas that
 * `schema` may refer to, by id.
 */
export function sampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): unknown {
  return sample(schema, { components, depth: 0, name: "" });
}

interface Place {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly depth: number;
  /** Name of the property, or of the property whose list contains the value. */
  readonly name: string;
}

function sample(schema: JsonSchema, place: Place): unknown {
  if (schema.$ref) {
    const target = place.components[schema.$ref.split("/").at(-1) ?? ""];
    return target ? sample(target, place) : {};
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return sample(chooseVariant(variants, place.depth), place);
  switch (typeOf(schema)) {
    case "object":
      return sampleObject(schema, place);
    case "array": {
      if (place.depth > MAX_DEPTH || typeof schema.items !== "object") return [];
      return Array.isArray(schema.items) ? [] : [sample(schema.items, place)];
    }
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "number":
      return Math.max(1.5, schema.minimum ?? 1.5);
    case "boolean":
      return true;
    case "string":
      return sampleText(schema);
    default:
      return null;
  }
}

/** Returns the first variant that is not null; the null one where samples end. */
function chooseVariant(variants: readonly JsonSchema[], depth: number): JsonSchema {
  const isNull = ({ type }: JsonSchema) => type === "null";
  const last = depth > MAX_DEPTH ? variants.find(isNull) : undefined;
  return last ?? variants.find((one) => !isNull(one)) ?? variants[0] ?? {};
}

function sampleObject(schema: JsonSchema, place: Place): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    typeof property === "object" ? [[name, valueOf(name, property, place)] as const] : []
  );
  return Object.fromEntries(entries);
}

function valueOf(name: string, property: JsonSchema, place: Place): unknown {
  const known = [`${place.name}.${name}`, name].find((key) => key in SAMPLE_VALUES);
  if (known !== undefined) return SAMPLE_VALUES[known];
  return sample(property, { ...place, depth: place.depth + 1, name });
}

/** Returns the type of a schema, without `null` when it is nullable. */
function typeOf({ type }: JsonSchema) {
  return Array.isArray(type) ? type.find((one) => one !== "null") : type;
}

function sampleText({ format, maxLength = Infinity }: JsonSchema): string {
  return (FORMATS[format ?? ""] ?? SAMPLE_BLANK).slice(0, maxLength);
}

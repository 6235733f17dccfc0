/** Describes JSON Schemas in words for the page `/api`. */
import type { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The description of one property of an object. */
export interface FieldDescription {
  name: string;
  /** The type in words: "string", "list of SystemSummary", "string or null". */
  type: string;
  /** Id of the component that the type refers to; null when there is none. */
  component: string | null;
  required: boolean;
  description: string | null;
}

/** Describes the properties of an object schema in declaration order; returns an empty list for any other schema. */
export function describeFields(schema: JsonSchema): FieldDescription[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const resolved = typeof property === "object" ? property : {};
    return {
      name,
      ...describeType(resolved),
      required: schema.required?.includes(name) ?? false,
      description: resolved.description ?? null,
    };
  });
}

function describeType(schema: JsonSchema): Pick<FieldDescription, "type" | "component"> {
  if (schema.$ref) {
    const component = schema.$ref.split("/").at(-1) ?? null;
    return { type: component ?? "object", component };
  }
  if (schema.const !== undefined) return { type: JSON.stringify(schema.const), component: null };
  if (schema.enum) {
    return {
      type: schema.enum.map((value) => JSON.stringify(value)).join(" or "),
      component: null,
    };
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const described = variants.map(describeType);
    return {
      type: described.map(({ type }) => type).join(" or "),
      component: described.find(({ component }) => component)?.component ?? null,
    };
  }
  if (schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items)) {
    const { type, component } = describeType(schema.items);
    return { type: `list of ${type}`, component };
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : schema.type;
  return {
    type: schema.format ? `${type} (${schema.format})` : type ?? "anything",
    component: null,
  };
}

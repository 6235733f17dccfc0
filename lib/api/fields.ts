/** JSON Schema in words, for the page that people read. */
import type { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A property of an object as a reader needs it. */
export interface FieldDescription {
  name: string;
  /** "string", "list of", "or null": the type in words. */
  type: string;
  /** Component that the type names, where it names one. */
  component: string | null;
  required: boolean;
  description: string | null;
}

/** The properties of an object schema, in the order declared; none for any other schema. */
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

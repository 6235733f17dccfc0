import {
  type Attribute,
  type Catalog,
  knownLabels,
  type System,
  type ValueKey,
} from "@/lib/catalog/mod.ts";

/** The system and the attribute of a value, with the attribute's neighbours. */
export interface ValuePlace {
  readonly key: ValueKey;
  readonly system: System;
  readonly attribute: Attribute;
  /** All labels that the attribute has on any system; empty for other value types. */
  readonly labels: readonly string[];
  /** The neighbours in the order of the data sheet. */
  readonly previous: Attribute | null;
  readonly next: Attribute | null;
  /** Position among the attributes, from 1. */
  readonly number: number;
  readonly count: number;
}

/**
 * Finds the system and the attribute of a value; null when either does not exist or the attribute is retired
 * (spec §4.2). A retired system still shows its values.
 */
export function valuePlace(
  catalog: Catalog,
  { systemId, attributeId }: ValueKey,
): ValuePlace | null {
  const live = catalog.attributes.filter(({ retired }) => !retired);
  // As in the table of a system's values, the attributes of a group stand together.
  const attributes = [...Map.groupBy(live, ({ group }) => group).values()].flat();
  const index = attributes.findIndex(({ id }) => id === attributeId);
  const attribute = attributes[index];
  const system = catalog.systems.find(({ id }) => id === systemId);
  if (!attribute || !system) return null;
  return {
    key: { systemId, attributeId },
    system,
    attribute,
    labels: attribute.valueType === "enum" ? knownLabels(catalog, attributeId) : [],
    previous: attributes[index - 1] ?? null,
    next: attributes[index + 1] ?? null,
    number: index + 1,
    count: attributes.length,
  };
}

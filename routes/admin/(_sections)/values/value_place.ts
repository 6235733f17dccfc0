import {
  type Attribute,
  type Catalog,
  knownLabels,
  type System,
  type ValueKey,
} from "../../../../lib/catalog/mod.ts";
import { attributeGroups } from "./labels.ts";

/** The system and the attribute that a value belongs to, and what lies around it. */
export interface ValuePlace {
  readonly key: ValueKey;
  readonly system: System;
  readonly attribute: Attribute;
  /** The labels that the attribute has anywhere. */
  readonly labels: readonly string[];
  /** The neighbours in the order of the data sheet. */
  readonly previous: Attribute | null;
  readonly next: Attribute | null;
  /** From 1, of how many. */
  readonly number: number;
  readonly count: number;
}

/**
 * Finds where a value belongs. Retired systems keep values to be looked at; retired attributes show none
 * (spec §4.2). Null where there is no such place.
 */
export function valuePlace(
  catalog: Catalog,
  { systemId, attributeId }: ValueKey,
): ValuePlace | null {
  const attributes = attributeGroups(catalog).flatMap(({ attributes }) => attributes);
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

/** Compares systems attribute by attribute (spec §4.2). */
import type { Attribute, System, TypedValue } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";
import { EMPTY, foldLabel, valueOf } from "./value.ts";
import { type Comparison, type ComparisonRow, summarizeSystem } from "./view.ts";

/** The systems to compare, as columns in the order given, and optionally the attributes, as rows. */
interface ComparisonRequest {
  systemIds: readonly string[];
  /** Limits and orders the rows; when absent or empty, every enabled attribute is a row, in catalog order. */
  attributeIds?: readonly string[];
}

/**
 * Compares systems attribute by attribute (spec §4.2).
 *
 * Unknown, retired and draft systems are left out, and so are unknown, retired and disabled attributes; repeated ids
 * count once. A system without a value for an attribute has `empty` there.
 */
export function compareSystems(snapshot: Snapshot, request: ComparisonRequest): Comparison {
  const systems = pick(request.systemIds, snapshot.systemById);
  const attributes = request.attributeIds?.length
    ? pick(request.attributeIds, snapshot.attributeById)
    : snapshot.attributes;
  return {
    systems: systems.map((system) => summarizeSystem(snapshot, system)),
    rows: attributes.map((attribute) => compareAttribute(attribute, systems)),
  };
}

/**
 * Whether two values are equal to a buyer (spec §4.2). Enums compare their label sets, ignoring order and case. Ranges
 * compare their bounds, and their labels only when neither has a bound. Dimensions compare measurement and note. The
 * presence-like types compare by type alone. Values of different types are never equal.
 */
export function sameValue(a: TypedValue, b: TypedValue): boolean {
  if (a.type === "enum" && b.type === "enum") return sameLabels(a.labels, b.labels);
  if (a.type === "range" && b.type === "range") {
    if (a.min !== b.min || a.max !== b.max) return false;
    return a.min !== null || a.max !== null || a.label === b.label;
  }
  if (a.type === "dimension" && b.type === "dimension") {
    return a.measurement === b.measurement && a.note === b.note;
  }
  return a.type === b.type;
}

function compareAttribute(attribute: Attribute, systems: readonly System[]): ComparisonRow {
  const values = systems.map((system): [string, TypedValue] => [
    system.id,
    valueOf(system, attribute.id) ?? EMPTY,
  ]);
  const [first, ...rest] = values;
  return {
    attributeId: attribute.id,
    name: attribute.name,
    group: attribute.group,
    description: attribute.description,
    unit: attribute.unit,
    values: Object.fromEntries(values),
    differs: first !== undefined && rest.some(([, value]) => !sameValue(first[1], value)),
  };
}

function sameLabels(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a.map(foldLabel));
  const right = new Set(b.map(foldLabel));
  return left.size === right.size && left.isSubsetOf(right);
}

function pick<T>(ids: readonly string[], byId: ReadonlyMap<string, T>): T[] {
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

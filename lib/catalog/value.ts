/** Values of attributes, as all rooms read and compare them. */
import type { AttributeValue, System, TypedValue } from "./schema.ts";

/** The value of an attribute that nothing is stated for (spec §2.2). */
export const EMPTY: TypedValue = Object.freeze({ type: "empty" });

/** Values by attribute. Only frozen lists are indexed, because others can change. */
const indexes = new WeakMap<readonly AttributeValue[], ReadonlyMap<string, TypedValue>>();

/**
 * Returns the value of a system's attribute; null without a system or a value. A snapshot compares every system with
 * every requirement, so the values of its systems are indexed.
 */
export function valueOf(system: System | undefined, attributeId: string): TypedValue | null {
  if (system === undefined) return null;
  const { values } = system;
  let index = indexes.get(values);
  if (index === undefined) {
    if (!Object.isFrozen(values)) {
      return values.find((cell) => cell.attributeId === attributeId)?.value ?? null;
    }
    index = new Map(values.map((cell) => [cell.attributeId, cell.value]));
    indexes.set(values, index);
  }
  return index.get(attributeId) ?? null;
}

/** Returns a label without case: labels that differ only in case, or in how accents are encoded, are the same (spec §4.2). */
export function foldLabel(label: string): string {
  return label.normalize("NFC").toLowerCase();
}

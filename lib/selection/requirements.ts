/** Checks what the selected options require of a system's attributes (design §6.3). */
import {
  type Attribute,
  foldLabel,
  type OptionRequirement,
  type Predicate,
  type System,
  type TypedValue,
  valueOf,
} from "../catalog/mod.ts";

/**
 * Whether a system meets every requirement of an option. Requirements on attributes outside
 * `attributeById` (unknown, retired or disabled) ask nothing; a missing value is `empty`.
 */
export function meetsRequirements(
  system: System,
  requirements: readonly OptionRequirement[],
  attributeById: ReadonlyMap<string, Attribute>,
): boolean {
  return requirements.every(({ attributeId, predicate }) => {
    if (!attributeById.has(attributeId)) return true;
    const value = valueOf(system, attributeId);
    return value !== null && satisfies(value, predicate);
  });
}

/**
 * Whether a value satisfies a predicate. A predicate on another type of value is not satisfied, and
 * `untested`, `na`, `none` and `empty` satisfy none. Labels compare without case, as they do in a
 * comparison (spec §4.2); a range without any bound covers nothing.
 */
export function satisfies(value: TypedValue, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case "includes": {
      if (value.type !== "enum") return false;
      const labels = new Set(value.labels.map(foldLabel));
      return predicate.labels.some((label) => labels.has(foldLabel(label)));
    }
    case "covers": {
      if (value.type !== "range" || (value.min === null && value.max === null)) return false;
      const { min, max } = value;
      return (min ?? -Infinity) <= predicate.value && predicate.value <= (max ?? Infinity);
    }
    case "at-least":
      return value.type === "dimension" && value.measurement >= predicate.value;
    case "at-most":
      return value.type === "dimension" && value.measurement <= predicate.value;
  }
}

/** Compares two values of an attribute for a loss. */
import { perSnapshot, type Snapshot, type TypedValue } from "../catalog/mod.ts";

/** By attribute, the predicates with which options require it; they tell which direction of a measurement is better. */
const directions = perSnapshot(({ factors }: Snapshot) => {
  const kinds = new Map<string, Set<string>>();
  for (const { requirements } of factors.flatMap(({ options }) => options)) {
    for (const { attributeId, predicate } of requirements) {
      const known = kinds.get(attributeId) ?? new Set();
      kinds.set(attributeId, known.add(predicate.kind));
    }
  }
  return kinds;
});

/**
 * Whether changing an attribute from one value to another loses something: a label is missing, a range reaches less
 * far, a measurement is worse in the direction that the options' requirements imply, or a value is replaced by none.
 * Values that cannot be ordered are not a loss.
 */
export function givesUp(
  snapshot: Snapshot,
  attributeId: string,
  { from, to }: { from: TypedValue | null; to: TypedValue | null },
): boolean {
  if (from?.type === "enum" && to?.type === "enum") {
    const kept = new Set(to.labels.map((label) => label.toLowerCase()));
    return from.labels.some((label) => !kept.has(label.toLowerCase()));
  }
  if (from?.type === "range" && to?.type === "range") {
    if ([from, to].some(({ min, max }) => min === null && max === null)) return false;
    return (from.min ?? -Infinity) < (to.min ?? -Infinity) ||
      (from.max ?? Infinity) > (to.max ?? Infinity);
  }
  if (from?.type === "dimension" && to?.type === "dimension") {
    const kinds = directions(snapshot).get(attributeId);
    const [more, less] = [kinds?.has("at-least") ?? false, kinds?.has("at-most") ?? false];
    if (more === less) return false;
    return more ? to.measurement < from.measurement : to.measurement > from.measurement;
  }
  return hasFigure(from) && !hasFigure(to);
}

function hasFigure(value: TypedValue | null): boolean {
  return value?.type === "enum" || value?.type === "range" || value?.type === "dimension";
}

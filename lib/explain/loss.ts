/** Compares two values of an attribute for a loss. */
import {
  betterOf,
  foldLabel,
  perSnapshot,
  type Snapshot,
  type TypedValue,
} from "../catalog/mod.ts";

/** By attribute, the predicates with which options require it; they tell which direction of a measurement is better. */
const directions = perSnapshot(({ factors }: Snapshot) => {
  const kinds = new Map<string, Set<string>>();
  for (const { requirements } of factors.flatMap(({ options }) => options)) {
    for (const { attributeId, predicate } of requirements) {
      kinds.getOrInsertComputed(attributeId, () => new Set()).add(predicate.kind);
    }
  }
  return kinds;
});

/**
 * Whether changing an attribute from one value to another loses something: a label is missing and part of no other
 * (“Exterior” is part of “Interior and exterior”), a range is worse at either end, a measurement is worse, or a value is
 * replaced by none. The unit says which direction is worse, and for a measurement first of all the options'
 * requirements. Without a direction, a range is worse that covers less, and no measurement is. Values that cannot be
 * ordered are not a loss.
 */
export function givesUp(
  snapshot: Snapshot,
  attributeId: string,
  { from, to }: { from: TypedValue | null; to: TypedValue | null },
): boolean {
  const better = betterOf(snapshot.attributeById.get(attributeId)?.unit ?? null);
  if (from?.type === "enum" && to?.type === "enum") return losesLabel(from, to);
  if (from?.type === "range" && to?.type === "range") return narrows(from, to, better);
  if (from?.type === "dimension" && to?.type === "dimension") {
    const kinds = directions(snapshot).get(attributeId);
    const [more, less] = [kinds?.has("at-least") ?? false, kinds?.has("at-most") ?? false];
    const wanted = more === less ? better : more ? "higher" : "lower";
    if (wanted === null) return false;
    return wanted === "higher"
      ? to.measurement < from.measurement
      : to.measurement > from.measurement;
  }
  return hasFigure(from) && !hasFigure(to);
}

type ValueOf<Type extends TypedValue["type"]> = Extract<TypedValue, { readonly type: Type }>;

function losesLabel(from: ValueOf<"enum">, to: ValueOf<"enum">): boolean {
  const kept = new Set(
    to.labels.flatMap((label) => [label, ...label.split(" and ")].map(foldLabel)),
  );
  return from.labels.some((label) => !kept.has(foldLabel(label)));
}

function narrows(
  from: ValueOf<"range">,
  to: ValueOf<"range">,
  better: ReturnType<typeof betterOf>,
): boolean {
  if ([from, to].some(({ min, max }) => min === null && max === null)) return false;
  const least = (to.min ?? -Infinity) - (from.min ?? -Infinity);
  const most = (to.max ?? Infinity) - (from.max ?? Infinity);
  if (better === "higher") return least < 0 || most < 0;
  if (better === "lower") return least > 0 || most > 0;
  return least > 0 || most < 0;
}

function hasFigure(value: TypedValue | null): boolean {
  return value?.type === "enum" || value?.type === "range" || value?.type === "dimension";
}

/** Lists what a buyer's answers require of the attributes of a system (design §6.3). */
import type { Predicate, Snapshot, TypedValue } from "../catalog/mod.ts";
import { satisfies } from "./requirements.ts";

/** A requirement that answers put on an attribute. */
export interface Asked {
  readonly predicate: Predicate;
  /** Labels of the options with this requirement. */
  readonly because: readonly string[];
}

/** Returns the distinct requirements of the selected options by attribute id. Unknown options have none. */
export function askedByAnswers(
  snapshot: Snapshot,
  optionIds: readonly string[],
): ReadonlyMap<string, readonly Asked[]> {
  const selected = new Set(optionIds);
  const demands = snapshot.factors.flatMap(({ options }) => options)
    .filter(({ id }) => selected.has(id))
    .flatMap(({ label, requirements }) =>
      requirements
        .filter(({ attributeId }) => snapshot.attributeById.has(attributeId))
        .map((requirement) => ({ ...requirement, label }))
    );
  const byAttribute = Map.groupBy(demands, ({ attributeId }) => attributeId);
  return new Map([...byAttribute].map(([attributeId, members]) => {
    const same = Map.groupBy(members, ({ predicate }) => JSON.stringify(predicate));
    const asked = [...same.values()].flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : [{ predicate: first.predicate, because: [first, ...rest].map(({ label }) => label) }]
    );
    return [attributeId, asked] as const;
  }));
}

/** Returns whether a value meets all requirements. */
export function hasAsked(value: TypedValue, asked: readonly Asked[]): boolean {
  return asked.every(({ predicate }) => satisfies(value, predicate));
}

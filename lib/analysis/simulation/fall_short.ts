/** Finds the requirements of answers that systems do not meet (design §6.3). Pure. */
import {
  type OptionRequirement,
  type Predicate,
  type Snapshot,
  type System,
  type TypedValue,
  valueOf,
} from "@/lib/catalog/mod.ts";
import { labelAnswers, type LabelledAnswer } from "@/lib/journey/mod.ts";
import { meetsRequirements } from "@/lib/selection/mod.ts";

/** The parts of an attribute that a sentence about its values needs. */
interface NamedAttribute {
  readonly id: string;
  readonly name: string;
  readonly unit: string | null;
}

/** A requirement of one answer on one attribute. */
export interface Demand {
  readonly answer: LabelledAnswer;
  readonly attribute: NamedAttribute;
  readonly wanted: Predicate;
}

/** A demand that a system does not meet. */
export interface Shortfall extends Demand {
  /** The value of the system; null when it has none. */
  readonly has: TypedValue | null;
}

/** A system that a demand rules out. */
export interface RuledOut {
  readonly system: System;
  /** The value of the system; null when it has none. */
  readonly has: TypedValue | null;
  /** Whether a fired rule recommends the system. */
  readonly named: boolean;
}

/** A demand with the systems that it rules out, those recommended by a fired rule first. */
export interface DemandReport extends Demand {
  readonly ruledOut: readonly RuledOut[];
}

/** Returns the demands of the selected options on enabled attributes, in asking order. */
export function demandsOf(snapshot: Snapshot, optionIds: readonly string[]): Demand[] {
  return everyDemand(snapshot, optionIds).flatMap(({ answer, attributeId, predicate }) => {
    const attribute = snapshot.attributeById.get(attributeId);
    return attribute ? [{ answer, attribute, wanted: predicate }] : [];
  });
}

/** Returns the demands that have no effect, because their attribute is disabled, retired or missing. */
export function idleDemandsOf(snapshot: Snapshot, optionIds: readonly string[]): Demand[] {
  return everyDemand(snapshot, optionIds).flatMap(({ answer, attributeId, predicate: wanted }) => {
    if (snapshot.attributeById.has(attributeId)) return [];
    const stored = snapshot.catalog.attributes.find(({ id }) => id === attributeId);
    const attribute = stored ?? { id: attributeId, name: attributeId, unit: null };
    return [{ answer, attribute, wanted }];
  });
}

function everyDemand(
  snapshot: Snapshot,
  optionIds: readonly string[],
): (OptionRequirement & { answer: LabelledAnswer })[] {
  const options = new Map(
    snapshot.factors.flatMap((factor) => factor.options.map((option) => [option.id, option])),
  );
  return labelAnswers(snapshot, optionIds).flatMap((answer) =>
    (options.get(answer.optionId)?.requirements ?? []).map((asked) => ({ ...asked, answer }))
  );
}

/** Returns the demands that a system does not meet, decided by the engine's own `meetsRequirements`. */
export function shortfallsOf(
  { attributeById }: Snapshot,
  system: System,
  demands: readonly Demand[],
): Shortfall[] {
  return demands.filter(({ attribute, wanted }) =>
    !meetsRequirements(
      system,
      [{ attributeId: attribute.id, predicate: wanted }],
      attributeById,
    )
  ).map((demand) => ({ ...demand, has: valueOf(system, demand.attribute.id) }));
}

/** Returns each demand with the live systems that do not meet it. `named` holds the ids that fired rules recommend. */
export function reportDemands(
  snapshot: Snapshot,
  demands: readonly Demand[],
  named: ReadonlySet<string>,
): DemandReport[] {
  return demands.map((demand) => {
    const ruledOut = snapshot.systems
      .filter((system) => shortfallsOf(snapshot, system, [demand]).length > 0)
      .map((system) => ({
        system,
        has: valueOf(system, demand.attribute.id),
        named: named.has(system.id),
      }));
    return {
      ...demand,
      ruledOut: ruledOut.toSorted((a, b) => Number(b.named) - Number(a.named)),
    };
  });
}

/** Where a system falls short of what the answers require (design §6.3). Pure. */
import type {
  OptionRequirement,
  Predicate,
  Snapshot,
  System,
  TypedValue,
} from "../../catalog/mod.ts";
import { labelAnswers, type LabelledAnswer } from "../../journey/mod.ts";
import { meetsRequirements } from "../../selection/mod.ts";

/** An attribute, as far as a sentence about its figures needs it. */
export interface NamedAttribute {
  readonly id: string;
  readonly name: string;
  readonly unit: string | null;
}

/** What one answer asks of one attribute. */
export interface Demand {
  readonly answer: LabelledAnswer;
  readonly attribute: NamedAttribute;
  readonly wanted: Predicate;
}

/** A demand that a system does not meet. */
export interface Shortfall extends Demand {
  /** What it has; null when nothing is stated. */
  readonly has: TypedValue | null;
}

/** Why a demand counts for nothing: its attribute is switched off, retired or not there. */
export type IdleDemand = Demand & { readonly idle: "off" | "retired" | "gone" };

/** A system that demands rule out. */
export interface RuledOut {
  readonly system: System;
  readonly has: TypedValue | null;
  /** Whether a fired rule put it forward. */
  readonly named: boolean;
}

/** A demand with the systems that it rules out, those that a fired rule put forward first. */
export interface DemandReport extends Demand {
  readonly ruledOut: readonly RuledOut[];
}

/** What the selected options ask of attributes that count, in asking order. */
export function demandsOf(snapshot: Snapshot, optionIds: readonly string[]): Demand[] {
  return everyDemand(snapshot, optionIds).flatMap(({ answer, attributeId, predicate }) => {
    const attribute = snapshot.attributeById.get(attributeId);
    return attribute ? [{ answer, attribute, wanted: predicate }] : [];
  });
}

/** What the selected options ask of attributes that do not count at present. */
export function idleDemandsOf(snapshot: Snapshot, optionIds: readonly string[]): IdleDemand[] {
  return everyDemand(snapshot, optionIds).flatMap(({ answer, attributeId, predicate: wanted }) => {
    if (snapshot.attributeById.has(attributeId)) return [];
    const stored = snapshot.catalog.attributes.find(({ id }) => id === attributeId);
    const attribute = stored ?? { id: attributeId, name: attributeId, unit: null };
    return [{
      answer,
      attribute,
      wanted,
      idle: !stored ? "gone" : stored.retired ? "retired" : "off",
    }];
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

/** The demands that a system does not meet. The engine judges, so both are always of one mind. */
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
  ).map((demand) => ({ ...demand, has: valueOf(system, demand) }));
}

/** Demand by demand, the systems that fall short of it. */
export function reportDemands(
  snapshot: Snapshot,
  demands: readonly Demand[],
  named: ReadonlySet<string>,
): DemandReport[] {
  return demands.map((demand) => {
    const ruledOut = snapshot.systems
      .filter((system) => shortfallsOf(snapshot, system, [demand]).length > 0)
      .map((system) => ({ system, has: valueOf(system, demand), named: named.has(system.id) }));
    return {
      ...demand,
      ruledOut: ruledOut.toSorted((a, b) => Number(b.named) - Number(a.named)),
    };
  });
}

function valueOf({ values }: System, { attribute }: Demand): TypedValue | null {
  return values.find(({ attributeId }) => attributeId === attribute.id)?.value ?? null;
}

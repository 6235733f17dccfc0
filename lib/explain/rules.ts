/** Explains the fired rules: which answers made each fire, which systems it named, and what dropped those. */
import type { Role, Snapshot } from "../catalog/mod.ts";
import { compareStrength, type Selection } from "../selection/mod.ts";
import { askedOptions, selectedOf } from "./rule_parts.ts";
import { type Shortfall, shortfallOf } from "./shortfall.ts";

/** A system that a fired rule names. */
export interface NamedSystem {
  readonly systemId: string;
  readonly role: Role;
  /** The requirement that dropped it; null if the system was put forward. */
  readonly dropped: Shortfall | null;
}

/** An explanation of a fired rule. */
interface RuleExplanation {
  readonly ruleId: string;
  readonly name: string;
  /** Ids of the selected options in its conditions, in asking order; empty if it has only `none` conditions. */
  readonly because: readonly string[];
  /** Its systems that are in the catalog, each once: preferred before alternative, then by rank. */
  readonly systems: readonly NamedSystem[];
}

/** Explains the fired rules of a selection, in priority order. */
export function explainRules(snapshot: Snapshot, selection: Selection): RuleExplanation[] {
  const selected = new Set(selection.context.optionIds);
  return selection.firedRules.map(({ ruleId, name }) => {
    const rule = snapshot.ruleById.get(ruleId);
    const outcomes = rule?.outcomes.filter(({ systemId }) => snapshot.systemById.has(systemId)) ??
      [];
    const ordered = outcomes.toSorted(compareStrength);
    const first = new Map(ordered.toReversed().map((outcome) => [outcome.systemId, outcome]));
    return {
      ruleId,
      name,
      because: selectedOf(snapshot, selected, askedOptions(rule)),
      systems: ordered.filter((outcome) => first.get(outcome.systemId) === outcome).map((
        { systemId, role },
      ) => ({ systemId, role, dropped: shortfallOf(snapshot, systemId, selected) })),
    };
  });
}

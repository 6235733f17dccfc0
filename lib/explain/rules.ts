/** What each fired rule did: which answers made it fire, which systems it named, and what dropped them. */
import type { Role, Snapshot } from "../catalog/mod.ts";
import type { Selection } from "../selection/mod.ts";
import { type Shortfall, shortfallOf } from "./shortfall.ts";

/** A system that a fired rule names. */
export interface NamedSystem {
  readonly systemId: string;
  readonly role: Role;
  /** What dropped it; null where it was put forward. */
  readonly dropped: Shortfall | null;
}

/** A rule that fired, explained to a buyer. */
export interface RuleExplanation {
  readonly ruleId: string;
  readonly name: string;
  /** The selected options in its conditions, in asking order; none where it only says what must be absent. */
  readonly because: readonly string[];
  /** Systems on offer, each once, the preferred ones first and then by rank. */
  readonly systems: readonly NamedSystem[];
}

/** Explains the fired rules of a selection, in the order in which they count. */
export function explainRules(snapshot: Snapshot, selection: Selection): RuleExplanation[] {
  const selected = new Set(selection.context.optionIds);
  return selection.firedRules.map(({ ruleId, name }) => {
    const rule = snapshot.ruleById.get(ruleId);
    const asked = new Set(
      rule?.conditions.flatMap(({ operator, optionIds }) => operator === "none" ? [] : optionIds),
    );
    const outcomes = rule?.outcomes.filter(({ systemId }) => snapshot.systemById.has(systemId)) ??
      [];
    const ordered = outcomes.toSorted((a, b) =>
      Number(a.role !== "preferred") - Number(b.role !== "preferred") || a.rank - b.rank
    );
    const first = new Map(ordered.toReversed().map((outcome) => [outcome.systemId, outcome]));
    return {
      ruleId,
      name,
      because: snapshot.factors.flatMap(({ options }) =>
        options.flatMap(({ id }) => selected.has(id) && asked.has(id) ? [id] : [])
      ),
      systems: ordered.filter((outcome) => first.get(outcome.systemId) === outcome).map((
        { systemId, role },
      ) => ({ systemId, role, dropped: shortfallOf(snapshot, systemId, selected) })),
    };
  });
}

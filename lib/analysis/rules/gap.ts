/** Explains why a set of answers ends without a pick. */
import type { System } from "@/lib/catalog/mod.ts";
import { meetsRequirements, select } from "@/lib/selection/mod.ts";
import type { TrackSpace } from "./space.ts";

/** The reason why answers lead to no pick. */
export interface GapReason {
  /**
   * A minimal subset of the answers whose requirements drop every system that a fired rule names. Empty when no rule
   * fired, or when no system that a fired rule names is on offer.
   */
  readonly optionIds: readonly string[];
  /** Systems that meet every requirement of the answers: when there are any, a rule is missing, not a system. */
  readonly wouldDo: readonly string[];
}

/** Explains an answer set that has no pick. */
export function explainGap(space: TrackSpace, answers: readonly string[]): GapReason {
  const { snapshot, track } = space;
  const { firedRules } = select(snapshot, { optionIds: answers, track });
  const fired = new Set(firedRules.map(({ ruleId }) => ruleId));
  const offered = new Set(
    space.firing.filter(({ rule }) => fired.has(rule.id))
      .flatMap(({ rule }) => rule.outcomes.map(({ systemId }) => systemId)),
  );
  const systems = snapshot.systems.filter(({ id }) => offered.has(id));
  return {
    optionIds: systems.length === 0 ? [] : fewestThatDrop(space, systems, answers),
    wouldDo: snapshot.systems.filter((system) => failing(space, system, answers).length === 0)
      .map(({ id }) => id),
  };
}

/** Removes answers, one at a time, while the remaining ones still drop every system. */
function fewestThatDrop(
  space: TrackSpace,
  systems: readonly System[],
  answers: readonly string[],
): string[] {
  let needed = [...answers];
  for (const id of answers) {
    const fewer = needed.filter((other) => other !== id);
    if (systems.every((system) => failing(space, system, fewer).length > 0)) needed = fewer;
  }
  return needed;
}

function failing(
  { snapshot, factors }: TrackSpace,
  system: System,
  answers: readonly string[],
): string[] {
  const options = factors.flatMap(({ factor }) => factor.options);
  return options
    .filter(({ id, requirements }) =>
      answers.includes(id) && !meetsRequirements(system, requirements, snapshot.attributeById)
    )
    .map(({ id }) => id);
}

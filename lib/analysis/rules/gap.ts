/** Why a set of answers ends without a pick, in the fewest answers that say it. */
import type { System } from "../../catalog/mod.ts";
import { meetsRequirements, select } from "../../selection/mod.ts";
import type { TrackSpace } from "./space.ts";

/** What stands between answers and a pick. */
export interface GapReason {
  /** The fewest of the answers whose requirements drop all that fired; empty where nothing fired. */
  readonly optionIds: readonly string[];
  /** Systems that satisfy the whole answer, so that a rule is missing and not a system. */
  readonly wouldDo: readonly string[];
}

/** Explains an answer set without a pick. */
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

/** Takes away answers as long as the rest still drop every system. */
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

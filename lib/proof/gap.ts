/** Why a set of answers ends without a pick, in the fewest answers that say it. */
import type { System } from "../catalog/mod.ts";
import { meetsRequirements, select } from "../selection/mod.ts";
import type { TrackSpace } from "./witness.ts";

/** One kind of gap; sets of answers with the same reason are one kind. */
export interface Gap {
  /** `no-rule`: nothing fired. `requirements`: what fired surfaced only systems that fall short. */
  cause: "no-rule" | "requirements";
  /** The fewest of the answers whose requirements drop all that fired; empty without a rule. */
  optionIds: string[];
  /** Systems that would satisfy the whole answer, so that a rule is missing and not a system. */
  wouldDo: string[];
  /** The first set of answers that showed it. */
  answers: string[];
  count: number;
}

/** Explains answers that have no pick; the count is 1. */
export function explainGap(space: TrackSpace, answers: string[]): Gap {
  const { snapshot, track } = space;
  const fired = new Set(
    select(snapshot, { optionIds: answers, track }).firedRules.map(({ ruleId }) => ruleId),
  );
  const offered = new Set(
    space.rules.filter(({ id }) => fired.has(id))
      .flatMap(({ outcomes }) => outcomes.map(({ systemId }) => systemId)),
  );
  const systems = snapshot.systems.filter(({ id }) => offered.has(id));
  return {
    cause: systems.length === 0 ? "no-rule" : "requirements",
    optionIds: systems.length === 0 ? [] : fewestThatDrop(space, systems, answers),
    wouldDo: snapshot.systems.filter((system) => failing(space, system, answers).length === 0)
      .map(({ id }) => id),
    answers,
    count: 1,
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
  { snapshot, optionById }: TrackSpace,
  system: System,
  answers: readonly string[],
): string[] {
  return answers.filter((id) =>
    !meetsRequirements(system, optionById.get(id)?.requirements ?? [], snapshot.attributeById)
  );
}

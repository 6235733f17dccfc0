/** Which systems the answers so far have not ruled out. */
import type { PlayCondition, PlayRule, WizardModel } from "./model.ts";

/**
 * The systems that further answers could still surface, as places in the model's list, in its order: a
 * rule that the answers do not contradict names the system, and no selected option requires what it
 * lacks. An unanswered question contradicts nothing. Answering a single-choice question never adds one.
 */
export function systemsInPlay(model: WizardModel, optionIds: readonly string[]): number[] {
  return [...supportInPlay(model, optionIds).keys()].sort((a, b) => a - b);
}

/** The systems in play that are named to the buyer, and how many more there are. */
export interface Shortlist {
  /** Places in the model's list, best supported first. */
  readonly places: readonly number[];
  /** How many are in play beside those. */
  readonly more: number;
}

/**
 * The first few of the systems in play: those with a rule of which the answers meet the most conditions, and of equals
 * those that stand first in the catalog. So with nothing answered it is the catalog's own order.
 */
export function shortlist(
  model: WizardModel,
  optionIds: readonly string[],
  { limit = 4 }: { limit?: number } = {},
): Shortlist {
  const ranked = [...supportInPlay(model, optionIds)]
    .sort(([place, support], [other, otherSupport]) => otherSupport - support || place - other)
    .map(([place]) => place);
  return { places: ranked.slice(0, limit), more: Math.max(ranked.length - limit, 0) };
}

/** The systems in play, each with the most conditions of one of its rules that the answers meet. */
function supportInPlay(model: WizardModel, optionIds: readonly string[]): Map<number, number> {
  const selected = new Set(optionIds);
  const answered = new Set(
    model.questions
      .filter(({ options }) => options.some(({ id }) => selected.has(id)))
      .map(({ id }) => id),
  );
  const stands = ({ factorId, operator, optionIds: wanted }: PlayCondition): boolean => {
    if (!answered.has(factorId)) return true;
    if (operator === "all") return wanted.every((id) => selected.has(id));
    return wanted.some((id) => selected.has(id)) === (operator === "any");
  };
  const metBy = ({ conditions }: PlayRule): number =>
    conditions.filter(({ factorId }) => answered.has(factorId)).length;
  const support = new Map<number, number>();
  for (const rule of model.rules.filter(({ conditions }) => conditions.every(stands))) {
    const met = metBy(rule);
    for (const place of rule.systems) {
      support.set(place, Math.max(support.get(place) ?? 0, met));
    }
  }
  for (const id of selected) {
    if (Object.hasOwn(model.failing, id)) {
      model.failing[id]?.forEach((place) => support.delete(place));
    }
  }
  return support;
}

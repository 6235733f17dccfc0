/** Computes which systems the answers so far have not ruled out. */
import type { PlayCondition, WizardModel } from "./model.ts";

/**
 * Returns the systems in play, as ascending indices into the model's list: systems that a rule not contradicted by the
 * answers surfaces, and that fail no requirement of a selected option. An unanswered question contradicts nothing.
 * Answering a single-choice question never adds a system.
 */
export function systemsInPlay(model: WizardModel, optionIds: readonly string[]): number[] {
  return [...supportInPlay(model, optionIds).keys()].sort((a, b) => a - b);
}

/** The systems in play that are shown to the buyer, and the number of others. */
export interface Shortlist {
  /** Indices into the model's list, best supported first. */
  readonly places: readonly number[];
  /** How many other systems are in play. */
  readonly more: number;
}

const SHOWN = 4;

/**
 * Returns the best supported systems in play, at most four. The engine's pick for these answers comes first, because a
 * fired rule counts more than one that further answers could fire. Ties are broken by catalog order, and without answers
 * the result is in catalog order.
 */
export function shortlist(model: WizardModel, optionIds: readonly string[]): Shortlist {
  const ranked = [...supportInPlay(model, optionIds)]
    .sort(([place, support], [other, otherSupport]) => otherSupport - support || place - other)
    .map(([place]) => place);
  return { places: ranked.slice(0, SHOWN), more: ranked.slice(SHOWN).length };
}

/**
 * Returns the support of each system in play, by index: the greatest strength with which a fired rule surfaces it, or
 * else the most conditions that the answers meet of one of its rules. A condition on an unanswered question is neither
 * met nor contradicted.
 */
function supportInPlay(
  { questions, rules, failing }: WizardModel,
  optionIds: readonly string[],
): Map<number, number> {
  const chosen = new Set(optionIds);
  const selected = questions.flatMap(({ options }) => options.map(({ id }) => chosen.has(id)));
  const answered = questions.map(({ options }) => options.some(({ id }) => chosen.has(id)));
  const isSelected = (option: number) => selected[option];
  const isMet = ({ operator, options }: PlayCondition) =>
    operator === "all"
      ? options.every(isSelected)
      : options.some(isSelected) === (operator === "any");
  const support = new Map<number, number>();
  for (const { conditions, systems } of rules) {
    const decided = conditions.filter(({ question }) => answered[question]);
    if (!decided.every(isMet)) continue;
    const fires = chosen.size > 0 && conditions.every(isMet);
    for (const [place, strength] of systems) {
      support.set(place, Math.max(support.get(place) ?? 0, fires ? strength : decided.length));
    }
  }
  for (const id of optionIds) {
    if (Object.hasOwn(failing, id)) failing[id]?.forEach((place) => support.delete(place));
  }
  return support;
}

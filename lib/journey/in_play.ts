/** Computes which systems the answers so far have not ruled out. */
import type { PlayCondition, WizardModel } from "./model.ts";

/**
 * Returns the systems in play, as ascending indices into the model's list: systems that a rule not contradicted by the
 * answers surfaces, and that fail no requirement of a selected option. An unanswered question contradicts nothing.
 * Answering a single-choice question never adds a system.
 */
export function systemsInPlay(model: WizardModel, optionIds: readonly string[]): number[] {
  return [...placesInPlay(model, optionIds).keys()].sort((a, b) => a - b);
}

/** The systems in play that are shown to the buyer, and the number of others. */
export interface Shortlist {
  /** Indices into the model's list: the pick so far, then the best supported first. */
  readonly places: readonly number[];
  /** Whether the first of them is the pick so far. Without a fired rule there is none. */
  readonly isPicked: boolean;
  /** How many other systems are in play. */
  readonly more: number;
}

const SHOWN = 4;

/**
 * Returns at most four systems in play: the engine's pick for the answers so far (design §6.4), then the best supported.
 * A system's support is the most conditions that the answers meet of one of its rules; ties are broken by catalog order.
 * Without answers the result is in catalog order.
 */
export function shortlist(model: WizardModel, optionIds: readonly string[]): Shortlist {
  const inPlay = [...placesInPlay(model, optionIds)];
  const lowest = Math.min(...inPlay.map(([, { precedence }]) => precedence));
  const isPick = ({ precedence }: InPlay) => Number(precedence === lowest);
  const ranked = inPlay
    .sort(([place, own], [other, others]) =>
      isPick(others) - isPick(own) || others.support - own.support || place - other
    )
    .map(([place]) => place);
  return {
    places: ranked.slice(0, SHOWN),
    isPicked: lowest < Infinity,
    more: ranked.slice(SHOWN).length,
  };
}

/** What the answers so far say for a system that they have not ruled out. */
interface InPlay {
  /** The most conditions of one of its rules that the answers meet. */
  readonly support: number;
  /** The lowest precedence among fired outcomes; Infinity when none of its rules fires. */
  readonly precedence: number;
}

/**
 * Returns the systems in play, by index. A condition on an unanswered question is neither met nor contradicted, except
 * that a rule fires only if all its conditions are met, and none fires without an answer.
 */
function placesInPlay(
  { questions, rules, failing }: WizardModel,
  optionIds: readonly string[],
): Map<number, InPlay> {
  const chosen = new Set(optionIds);
  const selected = questions.flatMap(({ options }) => options.map(({ id }) => chosen.has(id)));
  const answered = questions.map(({ options }) => options.some(({ id }) => chosen.has(id)));
  const begun = answered.includes(true);
  const isSelected = (option: number) => selected[option];
  const isMet = ({ operator, options }: PlayCondition) =>
    operator === "all"
      ? options.every(isSelected)
      : options.some(isSelected) === (operator === "any");
  const inPlay = new Map<number, InPlay>();
  for (const { conditions, systems, precedences } of rules) {
    const decided = conditions.filter(({ question }) => answered[question]);
    if (!decided.every(isMet)) continue;
    const fires = begun && conditions.every(isMet);
    systems.forEach((place, index) => {
      const { support, precedence } = inPlay.get(place) ?? { support: 0, precedence: Infinity };
      inPlay.set(place, {
        support: Math.max(support, decided.length),
        precedence: fires ? Math.min(precedence, precedences[index] ?? Infinity) : precedence,
      });
    });
  }
  for (const id of optionIds) {
    if (Object.hasOwn(failing, id)) failing[id]?.forEach((place) => inPlay.delete(place));
  }
  return inPlay;
}

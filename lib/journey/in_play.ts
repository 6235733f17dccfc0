/** Which systems the answers so far have not ruled out. */
import type { PlayCondition, WizardModel } from "./model.ts";

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
  const { placeOf, questionOf, rules } = rulesByPlace(model);
  const selected = new Uint8Array(placeOf.size);
  const answered = new Uint8Array(model.questions.length);
  for (const id of optionIds) {
    const question = questionOf.get(id);
    if (question !== undefined) answered[question] = 1;
    const place = placeOf.get(id);
    if (place !== undefined) selected[place] = 1;
  }
  const support = new Map<number, number>();
  for (const { conditions, systems } of rules) {
    const met = metOf(conditions, selected, answered);
    if (met === CONTRADICTED) continue;
    for (const place of systems) support.set(place, Math.max(support.get(place) ?? 0, met));
  }
  for (const id of optionIds) {
    if (Object.hasOwn(model.failing, id)) {
      model.failing[id]?.forEach((place) => support.delete(place));
    }
  }
  return support;
}

const CONTRADICTED = -1;

/** How many of a rule's conditions the answers meet, or that they contradict one. */
function metOf(
  conditions: readonly PlacedCondition[],
  selected: Uint8Array,
  answered: Uint8Array,
): number {
  let met = 0;
  for (const { question, operator, options } of conditions) {
    if (answered[question] !== 1) continue;
    let count = 0;
    for (const option of options) count += selected[option] ?? 0;
    const stands = operator === "all"
      ? count === options.length
      : (count > 0) === (operator === "any");
    if (!stands) return CONTRADICTED;
    met++;
  }
  return met;
}

/** A condition by places, which are found sooner than ids. */
interface PlacedCondition {
  readonly question: number;
  readonly operator: PlayCondition["operator"];
  readonly options: readonly number[];
}

interface RulesByPlace {
  /** Of each option that a condition names, its place among them. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** Of each option that is offered, the place of its question. */
  readonly questionOf: ReadonlyMap<string, number>;
  readonly rules: readonly {
    readonly conditions: readonly PlacedCondition[];
    readonly systems: readonly number[];
  }[];
}

const known = new WeakMap<WizardModel, RulesByPlace>();

function rulesByPlace(model: WizardModel): RulesByPlace {
  let rules = known.get(model);
  if (rules === undefined) known.set(model, rules = placeRules(model));
  return rules;
}

function placeRules({ questions, rules }: WizardModel): RulesByPlace {
  const placeOf = new Map<string, number>();
  const questionPlace = new Map(questions.map(({ id }, place) => [id, place]));
  const placed = rules.map(({ conditions, systems }) => ({
    systems,
    conditions: conditions.map(({ factorId, operator, optionIds }): PlacedCondition => ({
      question: questionPlace.get(factorId) ?? -1,
      operator,
      options: optionIds.map((id) => {
        const place = placeOf.get(id) ?? placeOf.size;
        placeOf.set(id, place);
        return place;
      }),
    })),
  }));
  const questionOf = new Map(
    questions.flatMap(({ options }, place) => options.map(({ id }) => [id, place] as const)),
  );
  return { placeOf, questionOf, rules: placed };
}

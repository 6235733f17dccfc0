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

/**
 * Returns the best supported systems in play, at most `limit` (default 4). A system's support is the most conditions
 * that the answers meet of one of its rules; ties are broken by catalog order. Without answers the result is in catalog
 * order.
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

/** Returns the support of each system in play, by index. */
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

/** Counts the conditions that the answers meet; `CONTRADICTED` if they contradict one. */
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
    const isMet = operator === "all"
      ? count === options.length
      : (count > 0) === (operator === "any");
    if (!isMet) return CONTRADICTED;
    met++;
  }
  return met;
}

/** A condition with indices instead of ids, for fast look-ups. */
interface PlacedCondition {
  readonly question: number;
  readonly operator: PlayCondition["operator"];
  readonly options: readonly number[];
}

interface RulesByPlace {
  /** Index of each option that a condition names. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** Index of the question of each offered option. */
  readonly questionOf: ReadonlyMap<string, number>;
  readonly rules: readonly {
    readonly conditions: readonly PlacedCondition[];
    readonly systems: readonly number[];
  }[];
}

const indexCache = new WeakMap<WizardModel, RulesByPlace>();

function rulesByPlace(model: WizardModel): RulesByPlace {
  let rules = indexCache.get(model);
  if (rules === undefined) indexCache.set(model, rules = placeRules(model));
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

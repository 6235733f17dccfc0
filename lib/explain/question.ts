/**
 * One question in a decision table. An answer to it is represented by its mask: the boxes whose demands on the question
 * it meets. The intersection of the masks of all questions is the set of boxes that contain the answers.
 */
import type { Factor } from "../catalog/mod.ts";
import { conditionHolds } from "../selection/mod.ts";
import {
  BudgetSpent,
  type DemandingBox,
  divideAnswers,
  Meter,
  type OptionTest,
} from "../analysis/mod.ts";
import { atOnce } from "../timing/mod.ts";
import { addBox, areSame, type Boxes, noBoxes, removeBox, subtract, unite } from "./boxes.ts";

/** Step limit for dividing the answers to one question into classes; see {@linkcode QuestionTable.isWhole}. */
const DIVIDING_BUDGET = 4_000;

/** A class of answers to one question that all rules and requirements treat alike, represented by one of them. */
export interface Choice {
  /** The member of the class with the fewest options, in the question's order; empty for a skip. */
  readonly optionIds: readonly string[];
  /** The boxes whose demands on this question it meets. */
  readonly mask: Boxes;
}

/** The answers to a question that are worth trying. */
export interface Choices {
  /** One answer of each class, the skip first; only the skip for a question that the track does not ask. */
  readonly choices: readonly Choice[];
  /** False if the rules distinguish too many answers to list; `choices` then has single options only. */
  readonly isWhole: boolean;
}

/** A question, and which boxes its answers leave possible, for every track with one rule set. */
export interface QuestionMasks {
  readonly factor: Factor;
  /** The boxes with demands on it. */
  readonly demanding: Boxes;
  /** Returns the mask of any set of its options, even one that cannot be selected. */
  readonly maskOf: (selected: readonly string[]) => Boxes;
  /** Lists the answers of a track that asks it. Computed once. */
  readonly choices: () => Choices;
}

/** A question of a track. */
export interface QuestionTable extends Omit<QuestionMasks, "choices">, Choices {
  /** Whether the track asks it. */
  readonly isAsked: boolean;
}

/** The boxes of a rule set. */
interface RuleSetBoxes {
  /** In order of precedence; their numbers begin at 1. */
  readonly boxes: readonly DemandingBox[];
  readonly boxesOf: ReadonlyMap<string | null, Boxes>;
  readonly all: Boxes;
}

/** Compiles a question. Each distinct demand is tested once per answer, however many boxes make it. */
export function compileQuestion(factor: Factor, ruleSet: RuleSetBoxes): QuestionMasks {
  const { all } = ruleSet;
  const conditions = conditionsOn(factor, ruleSet);
  const { excluded, demands } = exclusionsOn(factor, ruleSet);
  const demanding: Boxes = new Int32Array(all.length);
  for (const { numbers } of conditions) for (const number of numbers) addBox(demanding, number);
  for (const boxes of excluded.values()) unite(demanding, boxes);

  const given = all.slice();
  removeBox(given, 0);
  const leaves = (selected: readonly string[]): Boxes => {
    const ids = new Set(selected);
    const mask = (ids.size === 0 ? all : given).slice();
    for (const { demand, numbers } of conditions) {
      if (!conditionHolds(demand, ids)) { for (const number of numbers) removeBox(mask, number); }
    }
    for (const id of ids) subtract(mask, excluded.get(id) ?? NONE);
    return mask;
  };
  const none = leaves([]);
  const single = new Map(factor.options.map(({ id }) => [id, leaves([id])]));
  const maskOf = (selected: readonly string[]): Boxes => {
    const [first] = selected;
    if (first === undefined) return none;
    return (selected.length === 1 ? single.get(first) : undefined) ?? leaves(selected);
  };

  let known: Choices | undefined;
  const choices = () => known ??= list();
  function list(): Choices {
    const answers = factor.multiple
      ? divide(factor, [...conditions.map(({ demand }) => demand), ...demands])
      : distinct(single);
    const listed = answers ?? factor.options.map(({ id }) => [id]);
    return {
      choices: [[], ...listed].map((optionIds) => ({ optionIds, mask: maskOf(optionIds) })),
      isWhole: answers !== null,
    };
  }
  return { factor, demanding, maskOf, choices };
}

/** Returns the answers to a question that a track does not ask. */
export function onlySkip({ maskOf }: QuestionMasks): Choices {
  return { choices: [{ optionIds: [], mask: maskOf([]) }], isWhole: true };
}

const NONE = noBoxes(0);

/** Returns the distinct demands of rules on a question, each with the numbers of the boxes that make it. */
function conditionsOn({ id }: Factor, { boxes }: RuleSetBoxes) {
  const conditions = new Map<string, { readonly demand: OptionTest; readonly numbers: number[] }>();
  for (const [place, box] of boxes.entries()) {
    for (const demand of box.conditions.get(id) ?? []) {
      const key = `${demand.operator}:${demand.optionIds.join()}`;
      const known = conditions.get(key);
      if (known) known.numbers.push(place + 1);
      else conditions.set(key, { demand, numbers: [place + 1] });
    }
  }
  return [...conditions.values()];
}

/**
 * Returns the boxes that each option of a question excludes because their systems fail its requirements, and the distinct
 * demands that say so.
 */
function exclusionsOn({ id }: Factor, { boxes, boxesOf, all }: RuleSetBoxes) {
  const excluded = new Map<string, Boxes>();
  const demands = new Map<string, OptionTest>();
  const systems = new Map(boxes.map(({ system, requirements }) => [system.id, requirements]));
  for (const [systemId, requirements] of systems) {
    for (const demand of requirements.get(id) ?? []) {
      demands.set(demand.optionIds.join(), demand);
      for (const optionId of demand.optionIds) {
        const own = excluded.get(optionId) ?? new Int32Array(all.length);
        unite(own, boxesOf.get(systemId) ?? NONE);
        excluded.set(optionId, own);
      }
    }
  }
  return { excluded, demands: demands.values() };
}

/** Lists the single options with distinct masks, the first of each mask. */
function distinct(single: ReadonlyMap<string, Boxes>): (readonly string[])[] {
  const kept: [string, Boxes][] = [];
  for (const [id, mask] of single) {
    if (!kept.some(([, other]) => areSame(mask, other))) kept.push([id, mask]);
  }
  return kept.map(([id]) => [id]);
}

/** Lists one answer of each class, without the skip; null if dividing exceeds its budget. */
function divide(factor: Factor, demands: readonly OptionTest[]): (readonly string[])[] | null {
  try {
    const meter = new Meter(DIVIDING_BUDGET);
    const { classes } = atOnce(divideAnswers(factor, { start: 0, demands, meter }));
    return classes.flatMap(({ fewestGiven }) => fewestGiven ? [fewestGiven] : []);
  } catch (error) {
    if (error instanceof BudgetSpent) return null;
    throw error;
  }
}

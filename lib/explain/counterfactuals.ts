/** The smallest changes of answers that lead to another system. */
import {
  areSame,
  type Boxes,
  firstShared,
  hasBox,
  intersect,
  meet,
  meetAll,
  noBoxes,
  subtract,
} from "./boxes.ts";
import type { Choice, DecisionTable, QuestionTable } from "./table.ts";

/** More changed answers than these are another buyer. */
export const MAX_CHANGES = 3;

/** What is changed of one answer. */
export interface Change {
  readonly factorId: string;
  /** The options selected now; none where the question is open. */
  readonly from: readonly string[];
  /** The options to select instead; none takes the answer back. */
  readonly to: readonly string[];
}

/** A system, and the changes that make it the pick. */
export interface Counterfactual {
  readonly systemId: string;
  readonly changes: readonly Change[];
}

/** An asked question as it is answered. */
export interface AnsweredQuestion {
  readonly question: QuestionTable;
  readonly selected: readonly string[];
  readonly mask: Boxes;
}

/**
 * For every system other than the pick that at most {@linkcode MAX_CHANGES} changed answers lead to, the smallest
 * such changes; of changes of the same size, those of the questions asked first, then those that select the fewest
 * options. The smallest come first.
 *
 * @param fixed what the answers to questions that the track does not ask leave of the boxes.
 */
export function findCounterfactuals(
  table: DecisionTable,
  answers: readonly AnsweredQuestion[],
  { fixed, pick }: { fixed: Boxes; pick: string | null },
): Counterfactual[] {
  return new Search(table, answers, pick).run(fixed);
}

/** A way to answer the questions of a group otherwise. */
interface Candidate {
  readonly choices: readonly Choice[];
  /** How many options it selects. */
  readonly options: number;
}

class Search {
  readonly #table: DecisionTable;
  readonly #answers: readonly AnsweredQuestion[];
  /** By question, the choices that leave other boxes than its answer: any other is no change that matters. */
  readonly #others: readonly (readonly Choice[])[];
  /** By question, what the answers to it and to all after it leave. */
  readonly #after: readonly Boxes[];
  /** The boxes of systems that are still sought. */
  readonly #wanted: Boxes;
  readonly #found: Counterfactual[] = [];
  /** Places of the questions that are changed, and by question changed what the others before it leave. */
  readonly #changed: number[] = [];
  readonly #before: readonly Boxes[];
  /** By question changed, its choice and what it leaves. */
  readonly #choices: Choice[] = [];
  readonly #left: readonly Boxes[];

  constructor(table: DecisionTable, answers: readonly AnsweredQuestion[], pick: string | null) {
    this.#table = table;
    this.#answers = answers;
    this.#others = answers.map(({ question, mask }) =>
      question.choices.filter((choice) => !areSame(choice.mask, mask))
    );
    const after = [table.all];
    for (const { mask } of answers.toReversed()) after.push(intersect(after.at(-1) ?? mask, mask));
    this.#after = after.reverse();
    this.#wanted = table.all.slice();
    for (const id of [null, pick]) subtract(this.#wanted, table.boxesOf.get(id) ?? NONE);
    const blank = () => Array.from({ length: MAX_CHANGES + 1 }, () => table.all.slice());
    this.#before = blank();
    this.#left = blank();
  }

  run(fixed: Boxes): Counterfactual[] {
    this.#before[0]?.set(fixed);
    for (let size = 1; size <= MAX_CHANGES; size++) this.#changeFrom(0, size);
    return this.#found;
  }

  /** Tries each group of so many further questions from a place on, those asked first first. */
  #changeFrom(start: number, size: number): void {
    const depth = this.#changed.length;
    const before = at(this.#before, depth);
    if (size === 0) {
      return this.#tryGroup(intersect(before, at(this.#after, start), at(this.#left, 0)));
    }
    const inner = at(this.#before, depth + 1);
    const running = before.slice();
    for (let place = start; place + size <= this.#answers.length; place++) {
      inner.set(running);
      this.#changed.push(place);
      this.#changeFrom(place + 1, size - 1);
      this.#changed.pop();
      intersect(running, at(this.#answers, place).mask, running);
    }
  }

  /** Finds what a group leads to, where `rest` is what the answers to all other questions leave. */
  #tryGroup(rest: Boxes): void {
    if (!meet(rest, this.#wanted)) return;
    const best = new Map<string, Candidate>();
    this.#choose(0, 0, best);
    for (const [systemId, { choices }] of best) {
      subtract(this.#wanted, this.#table.boxesOf.get(systemId) ?? NONE);
      this.#found.push({
        systemId,
        changes: this.#changed.map((place, depth) => {
          const { question, selected } = at(this.#answers, place);
          return {
            factorId: question.factor.id,
            from: selected,
            to: choices[depth]?.optionIds ?? [],
          };
        }),
      });
    }
  }

  /** Tries every way to answer the group otherwise that a wanted box outlives. */
  #choose(depth: number, options: number, best: Map<string, Candidate>): void {
    const left = at(this.#left, depth);
    const place = this.#changed[depth];
    if (place === undefined) return this.#judge(left, options, best);
    const next = at(this.#left, depth + 1);
    for (const choice of at(this.#others, place)) {
      if (!meetAll(left, choice.mask, this.#wanted)) continue;
      intersect(left, choice.mask, next);
      this.#choices[depth] = choice;
      this.#choose(depth + 1, options + choice.optionIds.length, best);
    }
  }

  #judge(left: Boxes, options: number, best: Map<string, Candidate>): void {
    const first = firstShared(left, left);
    const systemId = this.#table.systemIds[first];
    if (systemId === undefined || systemId === null || !hasBox(this.#wanted, first)) return;
    const known = best.get(systemId);
    if (known !== undefined && known.options <= options) return;
    best.set(systemId, { choices: this.#choices.slice(0, this.#changed.length), options });
  }
}

const NONE = noBoxes(0);

function at<T>(list: readonly T[], place: number): T {
  const value = list[place];
  if (value === undefined) throw new RangeError(`There is no place ${place}`);
  return value;
}

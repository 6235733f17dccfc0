/** Finds the smallest changes of answers that lead to another system. */
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
import { TooMuch, Work } from "./work.ts";
import type { Choice, QuestionTable } from "./question.ts";
import type { DecisionTable } from "./table.ts";

/** Largest number of changed answers; with more changes, it would be a different buyer's case. */
const MAX_CHANGES = 3;

/**
 * Most work of a search, in words of box sets that it compares: about ten milliseconds. The demo takes a tenth of it, but
 * with thousands of rules and dozens of questions three changes can be made in millions of ways.
 */
const MAX_WORDS = 500_000;

/** A change of one answer. */
export interface Change {
  readonly factorId: string;
  /** The options selected now; empty if the question is open. */
  readonly from: readonly string[];
  /** The options to select instead; empty removes the answer. */
  readonly to: readonly string[];
}

/** A system, and the changes that make it the pick. */
export interface Counterfactual {
  readonly systemId: string;
  readonly changes: readonly Change[];
}

/** A question of the track with its current answer; `mask` is that answer's mask. */
export interface AnsweredQuestion {
  readonly question: QuestionTable;
  readonly selected: readonly string[];
  readonly mask: Boxes;
}

/**
 * Returns, for each system other than the pick that at most {@linkcode MAX_CHANGES} changed answers lead to, the
 * change of the fewest answers. Ties go to the questions asked first, then to the fewest selected options. Sorted by
 * number of changes. When trying them all would take too long, the search stops: what it has found is right and
 * smallest, but systems that take more changes can be absent.
 *
 * @param options `fixed`: the boxes that the answers to questions which the track does not ask leave possible.
 */
export function findCounterfactuals(
  table: DecisionTable,
  answers: readonly AnsweredQuestion[],
  { fixed, pick }: { fixed: Boxes; pick: string | null },
): Counterfactual[] {
  return new Search(table, answers, pick).run(fixed);
}

/** New answers to the changed questions. */
interface Candidate {
  readonly choices: readonly Choice[];
  /** Number of options that they select. */
  readonly options: number;
}

class Search {
  readonly #table: DecisionTable;
  readonly #answers: readonly AnsweredQuestion[];
  /** By question, the choices whose mask differs from that of the current answer; the rest change nothing. */
  readonly #others: readonly (readonly Choice[])[];
  /** By question, the boxes that the current answers to it and all later questions leave possible. */
  readonly #after: readonly Boxes[];
  /** The boxes of systems that no counterfactual was found for yet. */
  readonly #wanted: Boxes;
  readonly #found: Counterfactual[] = [];
  /** Indexes of the questions to change, ascending. */
  readonly #changed: number[] = [];
  /** By depth in `#changed`, the boxes that the unchanged questions before that one leave possible. */
  readonly #before: readonly Boxes[];
  /** By depth in `#changed`, the new choice. */
  readonly #choices: Choice[] = [];
  /** By depth in `#changed`, the boxes that the unchanged answers and the choices before that depth leave possible. */
  readonly #left: readonly Boxes[];
  readonly #work = new Work(MAX_WORDS);

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
    try {
      for (let size = 1; size <= MAX_CHANGES; size++) this.#changeFrom(0, size);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
    }
    return this.#found;
  }

  /** Tries each combination of `size` more questions from the index `start` on, those asked first before others. */
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

  /**
   * Searches the changes of the questions in `#changed`; `rest` are the boxes that the other answers leave possible.
   */
  #tryGroup(rest: Boxes): void {
    this.#work.spend(this.#wanted);
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

  /** Tries every combination of new choices that leaves a wanted box possible. */
  #choose(depth: number, options: number, best: Map<string, Candidate>): void {
    const left = at(this.#left, depth);
    const place = this.#changed[depth];
    if (place === undefined) return this.#judge(left, options, best);
    const next = at(this.#left, depth + 1);
    for (const choice of at(this.#others, place)) {
      this.#work.spend(this.#wanted);
      if (!meetAll(left, choice.mask, this.#wanted)) continue;
      intersect(left, choice.mask, next);
      this.#choices[depth] = choice;
      this.#choose(depth + 1, options + choice.optionIds.length, best);
    }
  }

  /** Keeps the current choices for the system that they lead to, if it is wanted and they select the fewest options. */
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

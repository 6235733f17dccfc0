/**
 * Finds which open questions can change the pick. Builds a reduced decision diagram of the pick as a function of the
 * open answers; a question has a node in it exactly if the pick depends on it.
 */
import {
  addBox,
  type Boxes,
  countShared,
  cutAfter,
  firstShared,
  hasBox,
  intersect,
  isWithin,
  keyOf,
  meet,
  noBoxes,
  subtract,
} from "./boxes.ts";
import { TooMuch, Work } from "./work.ts";
import type { QuestionTable } from "./question.ts";
import type { DecisionTable } from "./table.ts";

/** Most work on a diagram, in words of box sets: about ten milliseconds. */
const MAX_WORDS = 200_000;

/**
 * Returns the open questions that can change the pick, alone or after others. Exact, unless the diagram would become
 * too large. Then it returns every open question that a remaining box has a demand on, or every open question if
 * nothing is answered yet.
 *
 * @param mask the boxes that the answers so far leave possible.
 */
export function findChanging(
  table: DecisionTable,
  open: readonly QuestionTable[],
  mask: Boxes,
): ReadonlySet<QuestionTable> {
  // Questions with the most demands on them come first, because answering them rules out the most boxes.
  const order = open.map((question) => ({ question, rules: countShared(question.demanding, mask) }))
    .filter(({ rules }) => rules > 0)
    .sort((a, b) => b.rules - a.rules)
    .map(({ question }) => question);
  // While nothing is answered (box 0 is possible), any answer can change the pick from none.
  const scope = hasBox(mask, 0) ? [...order, ...open.filter((q) => !order.includes(q))] : order;
  const diagram = new Diagram(table, scope);
  try {
    diagram.build(0, mask.slice());
    return diagram.changing;
  } catch (error) {
    if (error instanceof TooMuch) return new Set(scope);
    throw error;
  }
}

class Diagram {
  readonly changing = new Set<QuestionTable>();
  readonly #table: DecisionTable;
  readonly #questions: readonly QuestionTable[];
  /** By level, the boxes without demands on the questions from that level on. */
  readonly #free: readonly Boxes[];
  /** By level, the node built for each set of possible boxes. */
  readonly #known: readonly Map<string, number>[];
  readonly #leaves = new Map<string | null, number>();
  readonly #nodes = new Map<string, number>();
  readonly #work = new Work(MAX_WORDS);

  /** By level, a reused buffer for the boxes that a choice there leaves possible. */
  readonly #left: readonly Boxes[];
  readonly #none: Boxes;
  /** Box 0 alone, which contains only the empty answer set and so depends on every question. */
  readonly #empty: Boxes;

  constructor(table: DecisionTable, questions: readonly QuestionTable[]) {
    this.#table = table;
    this.#questions = questions;
    this.#known = questions.map(() => new Map());
    this.#left = questions.map(() => table.all.slice());
    this.#none = noBoxes(table.systemIds.length);
    this.#empty = noBoxes(table.systemIds.length);
    addBox(this.#empty, 0);
    const free = table.all.slice();
    const byLevel = [free.slice()];
    for (const question of questions.toReversed()) {
      subtract(free, question.demanding);
      subtract(free, this.#empty);
      byLevel.unshift(free.slice());
    }
    this.#free = byLevel;
  }

  /**
   * Returns the node of the function from the answers at `level` and below to the pick. Equal functions share a node.
   *
   * @param left the boxes still possible. Boxes that can no longer decide are removed from it in place.
   */
  build(level: number, left: Boxes): number {
    this.#work.spend(left);
    const decided = firstShared(left, this.#free[level] ?? this.#none);
    if (decided !== -1) cutAfter(left, decided);
    const systemId = this.#table.systemIds[decided] ?? null;
    const question = this.#questions[level];
    const own = this.#table.boxesOf.get(systemId) ?? this.#none;
    if (question === undefined || isWithin(left, own)) return this.#leaf(systemId);
    const key = keyOf(left);
    const known = this.#known[level]?.get(key);
    if (known !== undefined) return known;
    const made = this.#node(question, level, left);
    this.#known[level]?.set(key, made);
    return made;
  }

  #node(question: QuestionTable, level: number, left: Boxes): number {
    if (!hasBox(left, 0) && !meet(question.demanding, left)) return this.build(level + 1, left);
    if (!question.isWhole) throw new TooMuch();
    const next = new Set<number>();
    const children: number[] = [];
    for (const { mask } of question.choices) {
      const child = this.build(level + 1, intersect(left, mask, this.#left[level]));
      children.push(child);
      next.add(child);
    }
    const [only] = children;
    if (next.size === 1 && only !== undefined) return only;
    this.changing.add(question);
    const key = `${level} ${children.join()}`;
    return this.#nodes.get(key) ?? this.#number(this.#nodes, key);
  }

  #leaf(systemId: string | null): number {
    return this.#leaves.get(systemId) ?? this.#number(this.#leaves, systemId);
  }

  #number<K>(numbers: Map<K, number>, key: K): number {
    const number = this.#leaves.size + this.#nodes.size;
    numbers.set(key, number);
    return number;
  }
}

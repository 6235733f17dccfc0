/**
 * What the questions that are still open can change. The pick as a function of the open answers is made into a reduced
 * decision diagram, in which a question has a node exactly when the pick depends on it.
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
import type { DecisionTable, QuestionTable } from "./table.ts";

/** Nodes past which nothing is claimed: tens of milliseconds. */
const MAX_NODES = 50_000;

/**
 * Finds the open questions that can change the pick, alone or after others, where `mask` is what the answers so far
 * leave of the boxes. Exact; where rules tell so many answers apart that it would take too long, every open question
 * that some rule left looks at counts as one that can.
 */
export function findChanging(
  table: DecisionTable,
  open: readonly QuestionTable[],
  mask: Boxes,
): ReadonlySet<QuestionTable> {
  // The questions that most rules look at come first: they leave the fewest boxes to tell apart.
  const order = open.map((question) => ({ question, rules: countShared(question.demanding, mask) }))
    .filter(({ rules }) => rules > 0)
    .sort((a, b) => b.rules - a.rules)
    .map(({ question }) => question);
  // The empty answer set differs from others on every question, wherever it can still be given.
  const scope = hasBox(mask, 0) ? [...order, ...open.filter((q) => !order.includes(q))] : order;
  const diagram = new Diagram(table, scope);
  try {
    diagram.build(0, mask.slice());
    return diagram.changing;
  } catch (error) {
    if (error instanceof TooLarge) return new Set(scope);
    throw error;
  }
}

class TooLarge extends Error {}

class Diagram {
  readonly changing = new Set<QuestionTable>();
  readonly #table: DecisionTable;
  readonly #questions: readonly QuestionTable[];
  /** By level, the boxes that demand nothing of the questions from there on. */
  readonly #free: readonly Boxes[];
  /** By level, the function that each set of boxes left stands for. */
  readonly #known: readonly Map<string, number>[];
  readonly #leaves = new Map<string | null, number>();
  readonly #nodes = new Map<string, number>();
  #count = 0;

  /** By level, what a choice there leaves. */
  readonly #left: readonly Boxes[];
  readonly #none: Boxes;
  /** The box of the empty answer set, which every question tells apart. */
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
   * The number of the function that the boxes left are, from a level on; the same function has the same number. What
   * can no longer decide is taken out of the boxes.
   */
  build(level: number, left: Boxes): number {
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
    if (!question.isWhole) throw new TooLarge();
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
    if (this.#count >= MAX_NODES) throw new TooLarge();
    numbers.set(key, this.#count);
    return this.#count++;
  }
}

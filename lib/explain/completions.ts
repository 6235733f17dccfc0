/**
 * What the questions that are still open can change. The pick as a function of the open answers is made into a reduced
 * decision diagram, in which a question has a node exactly when the pick depends on it.
 */
import { type DecisionTable, firstOf, type QuestionTable } from "./table.ts";

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
  mask: bigint,
): ReadonlySet<QuestionTable> {
  // The questions that most rules look at come first: they leave the fewest boxes to tell apart.
  const order = open.filter(({ demanding }) => (demanding & mask) !== 0n)
    .sort((a, b) => countBits(b.demanding & mask) - countBits(a.demanding & mask));
  // The empty answer set differs from others on every question, wherever it can still be given.
  const scope = (mask & 1n) === 0n ? order : [...order, ...open.filter((q) => !order.includes(q))];
  const diagram = new Diagram(table, scope);
  try {
    diagram.build(0, mask);
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
  readonly #free: readonly bigint[];
  /** By level, the function that each set of boxes left stands for. */
  readonly #known: readonly Map<bigint, number>[];
  readonly #leaves = new Map<string | null, number>();
  readonly #nodes = new Map<string, number>();
  #count = 0;

  constructor(table: DecisionTable, questions: readonly QuestionTable[]) {
    this.#table = table;
    this.#questions = questions;
    this.#known = questions.map(() => new Map());
    let demanding = 0n;
    const free = [table.all];
    for (const question of questions.toReversed()) {
      demanding |= question.demanding | 1n;
      free.unshift(table.all & ~demanding);
    }
    this.#free = free;
  }

  /** The number of the function that the boxes left are, from a level on; the same function has the same number. */
  build(level: number, mask: bigint): number {
    const free = mask & (this.#free[level] ?? 0n);
    const decided = free & -free;
    const left = mask & ((decided << 1n) - 1n);
    const systemId = this.#table.systemIds[firstOf(decided)] ?? null;
    const question = this.#questions[level];
    const own = this.#table.boxesOf.get(systemId) ?? 0n;
    if (question === undefined || (left & ~own) === 0n) return this.#leaf(systemId);
    const known = this.#known[level]?.get(left);
    if (known !== undefined) return known;
    const made = this.#node(question, level, left);
    this.#known[level]?.set(left, made);
    return made;
  }

  #node(question: QuestionTable, level: number, left: bigint): number {
    if (((question.demanding | 1n) & left) === 0n) return this.build(level + 1, left);
    if (!question.isWhole) throw new TooLarge();
    const next = new Set<number>();
    const children: number[] = [];
    for (const { mask } of question.choices) {
      const child = this.build(level + 1, left & mask);
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

function countBits(mask: bigint): number {
  return mask.toString(2).replaceAll("0", "").length;
}

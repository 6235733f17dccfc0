/** Divides the answers to one factor into equivalence classes: no rule or system distinguishes answers of one class. */
import type { Factor, RuleCondition } from "@/lib/catalog/mod.ts";
import type { Steps } from "@/lib/timing/mod.ts";
import { type Span, wordsOf } from "./region.ts";
import { BudgetSpent, type Meter } from "./work.ts";

/** Most classes per question. With more, memory would run out before the budget of steps does. */
const MAX_CLASSES = 20_000;

/** A demand of a rule or a system on the answer to one factor. */
export type OptionTest = Pick<RuleCondition, "operator" | "optionIds">;

/** Answers to one factor that meet the same demands. Skipping the question counts as an answer. */
interface AnswerClass {
  /** Number of answers in the class. */
  readonly all: bigint;
  /** Number of answers in the class that do not skip the question. */
  readonly complete: bigint;
  /** An answer with the fewest options. */
  readonly fewest: readonly string[];
  /** An answer with the fewest options among those that do not skip the question; null when there is none. */
  readonly fewestGiven: readonly string[] | null;
  /** How many answers of the class contain each option, by the index of the option in the factor. */
  readonly withOption: readonly bigint[];
}

/** A factor with its classes and its words in a region. */
export interface DividedFactor extends Span {
  readonly factor: Factor;
  readonly classes: readonly AnswerClass[];
  /** Returns the words of the classes that meet all `demands`. The factor must have been divided by each of them. */
  readonly holding: (demands: readonly OptionTest[]) => number[];
}

/** A class under construction. */
interface Draft extends AnswerClass {
  /**
   * One bit per demand: set when an option of the demand is selected, or, for the operator `all`, when one is not.
   * That is enough to decide in the end which demands are met.
   */
  readonly touched: bigint;
}

/** The bits that an option sets in a draft when it is selected, and when it is not. */
interface Mark {
  readonly id: string;
  readonly selected: bigint;
  readonly unselected: bigint;
}

/**
 * Divides the answers to a factor into classes: skipping it, each single option, and for a multiple-choice factor each
 * set of options. The sets are built option by option and merged after each one, so that the number of classes depends
 * on the demands and not on the number of sets.
 *
 * @throws {BudgetSpent} when the budget is spent, or for more than 20,000 classes.
 */
export function* divideAnswers(
  factor: Factor,
  { start, demands, meter }: {
    start: number;
    demands: readonly OptionTest[];
    meter: Meter;
  },
): Steps<DividedFactor> {
  const known = new Map(demands.flat().map((demand) => [keyOf(demand), demand]));
  const bits = new Map([...known.keys()].map((key, place) => [key, 1n << BigInt(place)]));
  const marks = factor.options.map(({ id }): Mark => {
    const naming = [...known].filter(([, { optionIds }]) => optionIds.includes(id));
    const sum = (ofAll: boolean) =>
      naming.filter(([, { operator }]) => (operator === "all") === ofAll)
        .reduce((mask, [key]) => mask | (bits.get(key) ?? 0n), 0n);
    return { id, selected: sum(false), unselected: sum(true) };
  });
  const classes = yield* (factor.multiple ? subsets : singles)(marks, meter);
  const { length } = classes;
  const words = new Map([...known].map(([key, { operator }]) => {
    const meets = (place: number) =>
      (((classes[place]?.touched ?? 0n) & (bits.get(key) ?? 0n)) !== 0n) === (operator === "any");
    return [key, wordsOf(length, meets)];
  }));
  const wordsFor = (demand: OptionTest) => words.get(keyOf(demand)) ?? wordsOf(length, () => false);
  return {
    factor,
    classes,
    start,
    end: start + wordsOf(length, () => true).length,
    holding: (list) => list.map(wordsFor).reduce(both, wordsOf(length, () => true)),
  };
}

function skip(marks: readonly Mark[]): Draft {
  return {
    touched: 0n,
    all: 1n,
    complete: 0n,
    fewest: [],
    fewestGiven: null,
    withOption: marks.map(() => 0n),
  };
}

/** The classes of a single-choice factor: skipping it, or one of its options. */
function* singles(marks: readonly Mark[], meter: Meter): Steps<Draft[]> {
  const drafts = new Map<bigint, Draft>();
  for (const chosen of [-1, ...marks.keys()]) {
    if (meter.spend()) yield;
    let draft = skip(marks);
    for (const place of marks.keys()) {
      draft = answer(draft, marks, { place, chosen: place === chosen });
    }
    add(drafts, draft);
  }
  return [...drafts.values()];
}

/** The classes of a multiple-choice factor: any set of its options. */
function* subsets(marks: readonly Mark[], meter: Meter): Steps<Draft[]> {
  let drafts = [skip(marks)];
  for (const place of marks.keys()) {
    const next = new Map<bigint, Draft>();
    for (const draft of drafts) {
      if (meter.spend()) yield;
      add(next, answer(draft, marks, { place, chosen: false }));
      add(next, answer(draft, marks, { place, chosen: true }));
    }
    if (next.size > MAX_CLASSES) {
      throw new BudgetSpent(
        `Stopped at a question with more than ${MAX_CLASSES} classes of answers`,
      );
    }
    drafts = [...next.values()];
  }
  return drafts;
}

function add(drafts: Map<bigint, Draft>, draft: Draft): void {
  const same = drafts.get(draft.touched);
  drafts.set(draft.touched, same ? unite(same, draft) : draft);
}

function both(a: readonly number[], b: readonly number[]): number[] {
  return a.map((word, index) => word & (b[index] ?? 0));
}

/** Returns the draft after an option is chosen or left out. */
function answer(
  draft: Draft,
  marks: readonly Mark[],
  { place, chosen }: { place: number; chosen: boolean },
): Draft {
  const mark = marks[place];
  if (mark === undefined) return draft;
  if (!chosen) return { ...draft, touched: draft.touched | mark.unselected };
  const fewest = [...draft.fewest, mark.id];
  return {
    touched: draft.touched | mark.selected,
    all: draft.all,
    complete: draft.all,
    fewest,
    fewestGiven: fewest,
    withOption: draft.withOption.with(place, draft.all),
  };
}

function unite(a: Draft, b: Draft): Draft {
  return {
    touched: a.touched,
    all: a.all + b.all,
    complete: a.complete + b.complete,
    fewest: shorter(a.fewest, b.fewest),
    fewestGiven: a.fewestGiven && b.fewestGiven
      ? shorter(a.fewestGiven, b.fewestGiven)
      : a.fewestGiven ?? b.fewestGiven,
    withOption: a.withOption.map((count, place) => count + (b.withOption[place] ?? 0n)),
  };
}

function shorter(a: readonly string[], b: readonly string[]): readonly string[] {
  return b.length < a.length ? b : a;
}

function keyOf({ operator, optionIds }: OptionTest): string {
  return `${operator}:${[...optionIds].sort().join()}`;
}

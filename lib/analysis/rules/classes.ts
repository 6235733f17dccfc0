/** The answers to one factor, divided into classes that every rule and system treats alike. */
import type { Factor, RuleCondition } from "../../catalog/mod.ts";
import { type Span, wordsOf } from "./region.ts";
import { BudgetSpent, type Meter, type Work } from "./work.ts";

/** With more classes to a question, memory would be spent before the budget is. */
const MAX_CLASSES = 20_000;

/** What a rule or a system demands of the answer to one factor. */
export type OptionTest = Pick<RuleCondition, "operator" | "optionIds">;

/** Answers to one factor that all demands treat alike; skipping the question is one of the answers. */
export interface AnswerClass {
  /** How many answers it holds, and how many of them are not a skip. */
  readonly all: bigint;
  readonly complete: bigint;
  /** The answer with the fewest options, and the one with the fewest that is not a skip, if any. */
  readonly fewest: readonly string[];
  readonly fewestGiven: readonly string[] | null;
  /** How many of its answers have an option, by the option's place in the factor. */
  readonly withOption: readonly bigint[];
}

/** A factor with its classes and its place in a region. */
export interface DividedFactor extends Span {
  readonly factor: Factor;
  readonly classes: readonly AnswerClass[];
  /** The classes that meet all of some demands, each of which it was divided by. */
  readonly holding: (demands: readonly OptionTest[]) => number[];
}

/** A class on its way. */
interface Draft extends AnswerClass {
  /**
   * A bit for each demand: whether an option of it is selected, or for `all` whether one is not. That is
   * enough to know at the end which demands are met.
   */
  readonly touched: bigint;
}

/** What selecting an option, or not, does to a draft. */
interface Mark {
  readonly id: string;
  readonly selected: bigint;
  readonly unselected: bigint;
}

/**
 * Divides the answers to a factor: skipping it, one option, or any options where several may be chosen.
 * Those are made option by option, so that many options make no more classes than demands tell apart.
 */
export function* divideAnswers(
  factor: Factor,
  { start, demands, meter }: {
    start: number;
    demands: readonly OptionTest[];
    meter: Meter;
  },
): Work<DividedFactor> {
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

/** Skipping, or one of the options. */
function* singles(marks: readonly Mark[], meter: Meter): Work<Draft[]> {
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

/** Any of the options. */
function* subsets(marks: readonly Mark[], meter: Meter): Work<Draft[]> {
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

/** A draft after the buyer has chosen an option, or left it. */
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

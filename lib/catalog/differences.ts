/** Explains in words why the values of a comparison row differ (spec §2.2, §4.2). */
import { sameValue } from "./comparison.ts";
import { formatList } from "../text/mod.ts";
import { betterOf, measure, type Reading } from "./units.ts";
import type { TypedValue } from "./schema.ts";
import { foldLabel } from "./value.ts";

/** One system's value in a row, with the system's name. */
interface NamedValue {
  readonly name: string;
  readonly value: TypedValue;
}

/** How to print figures, and whether more than two systems are compared. */
interface SideBySide extends Reading {
  /** If so, sentences name the system that is compared with: "6 in more than Heron Lite". */
  readonly areMany: boolean;
}

type Enum = Extract<TypedValue, { type: "enum" }>;
type Range = Extract<TypedValue, { type: "range" }>;
type Dimension = Extract<TypedValue, { type: "dimension" }>;

interface Named<V extends TypedValue> {
  readonly name: string;
  readonly value: V;
}

/**
 * Explains in one or two sentences why values differ: by which labels, which bound, how much, or by a note. Systems
 * without a value are left out, because their cells say why, such as "not tested". Returns null when `sameValue` finds
 * all other values equal, and only then.
 */
export function explainDifference(values: readonly NamedValue[], reading: Reading): string | null {
  const enums = ofType<Enum>(values, "enum");
  const ranges = ofType<Range>(values, "range");
  const dimensions = ofType<Dimension>(values, "dimension");
  const [first, ...rest] = [...enums, ...ranges, ...dimensions];
  if (first === undefined || rest.every(({ value }) => sameValue(first.value, value))) return null;
  const kinds = [enums, ranges, dimensions].filter(({ length }) => length > 0);
  const sideBySide = { ...reading, areMany: values.length > 2 };
  const sentences = [
    kinds.length > 1 ? DIFFERENT_WAYS : "",
    enums.length > 1 ? labels(enums) : "",
    ranges.length > 1 ? bounds(ranges, sideBySide) : "",
    dimensions.length > 1 ? measurements(dimensions, sideBySide) : "",
  ];
  return [...new Set(sentences)].filter((sentence) => sentence !== "").join(" ");
}

function ofType<V extends TypedValue>(
  values: readonly NamedValue[],
  type: V["type"],
): Named<V>[] {
  return values.filter((each): each is Named<V> => each.value.type === type);
}

/** "Only Heron Lite: Satin glass." */
function labels(values: readonly Named<Enum>[]): string {
  const printed = new Map<string, string>();
  const holders = new Map<string, string[]>();
  for (const { name, value } of values) {
    for (const [folded, label] of new Map(value.labels.map((each) => [foldLabel(each), each]))) {
      if (!printed.has(folded)) printed.set(folded, label);
      holders.set(folded, [...holders.get(folded) ?? [], name]);
    }
  }
  const byHolders = Map.groupBy(
    [...holders].filter(([, names]) => names.length < values.length),
    ([, names]) => formatList(names),
  );
  return [...byHolders].map(([names, members]) =>
    `Only ${names}: ${members.map(([folded]) => printed.get(folded) ?? folded).join(", ")}.`
  ).join(" ");
}

/** "Heron Thermal has 5 STC more at the upper limit." A range without bounds has no limit that could be named: it is words, or nothing. */
function bounds(values: readonly Named<Range>[], reading: SideBySide): string {
  const bounded = values.filter(({ value: { min, max } }) => min !== null || max !== null);
  const unbounded = values.filter((each) => !bounded.includes(each));
  const isMixed = bounded.length > 0 || differ(unbounded.map(({ value }) => value.label));
  const namesOf = (isWorded: boolean) =>
    unbounded.filter(({ value }) => isMixed && (value.label !== null) === isWorded)
      .map(({ name }) => name);
  const [worded, silent] = [namesOf(true), namesOf(false)];
  return [
    worded.length > 0 ? `In words alone: ${formatList(worded)}.` : "",
    silent.length > 0 ? `Not stated: ${formatList(silent)}.` : "",
    limits(bounded, reading),
  ].filter((sentence) => sentence !== "").join(" ");
}

/** The differences at both limits, in one sentence if they are to the advantage of the same systems. */
function limits(values: readonly Named<Range>[], reading: SideBySide): string {
  const [lower, upper] = [bound(values, reading, "min"), bound(values, reading, "max")];
  const [low, high] = [lower.spread, upper.spread];
  const sentences = low && high && low.subject === high.subject && low.than === high.than
    ? [lower.open, upper.open, atBothLimits(low, high)]
    : [lower.open, atLimit(low, "lower"), upper.open, atLimit(high, "upper")];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function atBothLimits(low: Spread, high: Spread): string {
  return low.amount === high.amount
    ? inSentence(low, " at both limits")
    : inSentence(low, ` at the lower limit and ${high.amount} at the upper limit`);
}

function atLimit(spread: Spread | null, limit: "lower" | "upper"): string {
  return spread === null ? "" : inSentence(spread, ` at the ${limit} limit`);
}

/** One limit of the values: a sentence about those without it, and the spread of the others. */
interface Bound {
  readonly open: string;
  readonly spread: Spread | null;
}

function bound(values: readonly Named<Range>[], reading: SideBySide, side: "min" | "max"): Bound {
  const figures = values.map(({ name, value }) => ({ name, figure: value[side] }));
  if (!differ(figures.map(({ figure }) => figure))) return { open: "", spread: null };
  const open = figures.filter(({ figure }) => figure === null).map(({ name }) => name);
  const known = figures.flatMap(({ name, figure }) => figure === null ? [] : [{ name, figure }]);
  const limit = side === "min" ? "lower" : "upper";
  return {
    open: open.length > 0 && known.length > 0 ? `No ${limit} limit: ${formatList(open)}.` : "",
    spread: spreadOf(known, reading),
  };
}

const DIFFERENT_WAYS = "They are stated in different ways.";

/** A note that changes what a figure measures: pounds per square foot are not the weight of a panel. */
const BASIS = /^(?:for each|per) /i;

/**
 * "Heron Thermal has 6 in more.", followed by a sentence about the notes when they differ. Figures for different things
 * are not subtracted.
 */
function measurements(values: readonly Named<Dimension>[], reading: SideBySide): string {
  if (
    differ(values.map(({ value: { note } }) => note !== null && BASIS.test(note) ? note : null))
  ) {
    return DIFFERENT_WAYS;
  }
  const figures = values.map(({ name, value }) => ({ name, figure: value.measurement }));
  const notesDiffer = differ(values.map(({ value }) => value.note));
  if (!differ(figures.map(({ figure }) => figure))) {
    return notesDiffer ? "The figure is the same, the notes differ." : "";
  }
  const spread = spreadOf(figures, reading);
  const sentence = spread === null ? "" : inSentence(spread);
  return notesDiffer ? `${sentence} The notes differ too.` : sentence;
}

interface Figure {
  readonly name: string;
  readonly figure: number;
}

/** How much the highest figure exceeds the lowest, as the parts of a sentence. */
interface Spread {
  /** "Heron Thermal has" */
  readonly subject: string;
  /** "6 in more" */
  readonly amount: string;
  /** " than Heron Lite", or nothing if there are only two systems. */
  readonly than: string;
  /** ", which is better", or nothing. */
  readonly merit: string;
}

/**
 * Returns how much the highest figure exceeds the lowest, from the better system's side when one end is better. "More"
 * and "less" are right for widths, times and ratings alike, unlike "higher" and "lower". Null if the figures are equal.
 */
function spreadOf(figures: readonly Figure[], reading: SideBySide): Spread | null {
  const sorted = figures.toSorted((a, b) => a.figure - b.figure);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || lowest.figure === highest.figure) return null;
  const better = betterOf(reading.unit);
  const isLow = better === "lower";
  const [named, others] = isLow ? [lowest, highest] : [highest, lowest];
  const namesAt = (end: Figure) =>
    formatList(figures.filter(({ figure }) => figure === end.figure).map(({ name }) => name));
  const among = figures.filter(({ figure }) => figure === named.figure).length;
  const by = measure(highest.figure - lowest.figure, reading);
  return {
    subject: `${namesAt(named)} ${among > 1 ? "have" : "has"}`,
    amount: `${by} ${isLow ? "less" : "more"}`,
    than: reading.areMany ? ` than ${namesAt(others)}` : "",
    merit: better === null ? "" : ", which is better",
  };
}

function inSentence({ subject, amount, than, merit }: Spread, where = ""): string {
  return `${subject} ${amount}${than}${where}${merit}.`;
}

function differ(values: readonly unknown[]): boolean {
  return values.some((value) => value !== values[0]);
}

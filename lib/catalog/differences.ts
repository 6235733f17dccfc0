/** Explains in words why the values of a comparison row differ (spec §2.2, §4.2). */
import { sameValue } from "./comparison.ts";
import { formatValue } from "./format.ts";
import { formatList } from "./format_list.ts";
import { betterOf, measure, type Reading } from "./units.ts";
import type { TypedValue } from "./schema.ts";

/** One system's value in a row, with the system's name. */
export interface NamedValue {
  readonly name: string;
  readonly value: TypedValue;
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
 * without a value are named with the reason, such as "not tested". Returns null when `sameValue` finds all values
 * equal, and only then.
 */
export function explainDifference(values: readonly NamedValue[], reading: Reading): string | null {
  const [first, ...rest] = values;
  if (first === undefined || rest.every(({ value }) => sameValue(first.value, value))) return null;
  const enums = ofType<Enum>(values, "enum");
  const ranges = ofType<Range>(values, "range");
  const dimensions = ofType<Dimension>(values, "dimension");
  const absent = values.length - enums.length - ranges.length - dimensions.length;
  const kinds = [enums, ranges, dimensions].filter(({ length }) => length > 0);
  const sentences = [
    absent > 0 ? absences(values) : "",
    kinds.length > 1 ? DIFFERENT_WAYS : "",
    enums.length > 1 ? labels(enums) : "",
    ranges.length > 1 ? bounds(ranges, reading) : "",
    dimensions.length > 1 ? measurements(dimensions, reading) : "",
  ];
  return [...new Set(sentences)].filter((sentence) => sentence !== "").join(" ");
}

function ofType<V extends TypedValue>(
  values: readonly NamedValue[],
  type: V["type"],
): Named<V>[] {
  return values.filter((each): each is Named<V> => each.value.type === type);
}

/** "Nothing to compare: Heron Lite (not tested)." */
function absences(values: readonly NamedValue[]): string {
  const words = values.flatMap(({ name, value }) =>
    value.type === "enum" || value.type === "range" || value.type === "dimension"
      ? []
      : [`${name} (${formatValue(value, null).toLowerCase()})`]
  );
  return `Nothing to compare: ${formatList(words)}.`;
}

/** "Only Heron Lite: Satin glass." */
function labels(values: readonly Named<Enum>[]): string {
  const printed = new Map<string, string>();
  const holders = new Map<string, string[]>();
  for (const { name, value } of values) {
    for (const [folded, label] of new Map(value.labels.map((each) => [each.toLowerCase(), each]))) {
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
function bounds(values: readonly Named<Range>[], reading: Reading): string {
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
    bound(bounded, { reading, side: "min", limit: "lower" }),
    bound(bounded, { reading, side: "max", limit: "upper" }),
  ].filter((sentence) => sentence !== "").join(" ");
}

interface Bound {
  readonly reading: Reading;
  readonly side: "min" | "max";
  readonly limit: string;
}

function bound(values: readonly Named<Range>[], { reading, side, limit }: Bound): string {
  const figures = values.map(({ name, value }) => ({ name, figure: value[side] }));
  if (!differ(figures.map(({ figure }) => figure))) return "";
  const open = figures.filter(({ figure }) => figure === null).map(({ name }) => name);
  const known = figures.flatMap(({ name, figure }) => figure === null ? [] : [{ name, figure }]);
  return [
    open.length > 0 && known.length > 0 ? `No ${limit} limit: ${formatList(open)}.` : "",
    spread(known, { reading, where: ` at the ${limit} limit` }),
  ].filter((sentence) => sentence !== "").join(" ");
}

const DIFFERENT_WAYS = "They are stated in different ways.";

/** A note that changes what a figure measures: pounds for each square foot are no pounds of a panel. */
const BASIS = /^(?:for each|per) /i;

/**
 * "Heron Thermal has 6 in more.", followed by a sentence about the notes when they differ. Figures for different things
 * are not subtracted.
 */
function measurements(values: readonly Named<Dimension>[], reading: Reading): string {
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
  const sentence = spread(figures, { reading });
  return notesDiffer ? `${sentence} The notes differ too.` : sentence;
}

interface Figure {
  readonly name: string;
  readonly figure: number;
}

/**
 * Returns a sentence on how much the highest figure exceeds the lowest, from the better system's side when one end is
 * better. "More" and "less" are right for widths, times and ratings alike, unlike "higher" and "lower".
 */
function spread(
  figures: readonly Figure[],
  { reading, where = "" }: { reading: Reading; where?: string },
): string {
  const sorted = figures.toSorted((a, b) => a.figure - b.figure);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || lowest.figure === highest.figure) return "";
  const better = betterOf(reading.unit);
  const isLow = better === "lower";
  const named = isLow ? lowest : highest;
  const among = sorted.filter(({ figure }) => figure === named.figure).map(({ name }) => name);
  const verb = among.length > 1 ? "have" : "has";
  const by = measure(highest.figure - lowest.figure, reading);
  const than = figures.length > 2 ? ` than ${isLow ? highest.name : lowest.name}` : "";
  const merit = better === null ? "" : ", which is better";
  return `${formatList(among)} ${verb} ${by} ${isLow ? "less" : "more"}${than}${where}${merit}.`;
}

function differ(values: readonly unknown[]): boolean {
  return values.some((value) => value !== values[0]);
}

/** Cuts a document into passages that can be found and quoted on their own. */
import type { Block } from "./document.ts";
import { layOut, MAX_WORDS, type Section, type Unit } from "./layout.ts";

/** Minimum words of a passage, unless there is nothing to join it with. */
export const MIN_WORDS = 60;
const IDEAL_WORDS = 110;
/** Fewer words than this are useless on their own and are joined even with another section. */
const SCRAP_WORDS = 6;

/** A passage: a slice of the document's text. */
export interface Passage {
  /** Sequence number in the document, from 1. */
  readonly seq: number;
  readonly heading: string | null;
  readonly text: string;
}

/** A document's text and its passages, in order. */
interface CutDocument {
  readonly text: string;
  readonly passages: readonly Passage[];
}

/**
 * Cuts a document into passages of 60 to 180 words, at headings, blocks, lines and sentences, in this order of
 * preference. A longer sentence stays whole. A section that is too short is joined with its neighbours under the same
 * parent heading, and a scrap of a few words with any neighbour that has room; a heading in between stays in the text.
 * Every passage is a verbatim slice of the text, passages do not overlap, and together they contain every sentence.
 * Deterministic.
 */
export function cutDocument(title: string, blocks: readonly Block[]): CutDocument {
  const { text, units } = layOut(title, blocks);
  const label = headingLabels(units);
  const passages = bestCuts(units, text).map(([from, to], index) => {
    const first = unitAt(units, from);
    return {
      seq: index + 1,
      heading: label(leadSection(units.slice(from, to), first.section)),
      text: text.slice(first.start, unitAt(units, to - 1).end),
    };
  });
  return { text, passages };
}

/** Costs that the cut minimises. They share a unit with the squared deviation from the ideal number of words. */
const COSTS = {
  /** A passage that is too short, in addition to the square of the missing words. */
  short: 1_000,
  /** A passage of a few words. */
  scrap: 100_000,
  /** A heading with another parent inside a passage: worse than anything but a scrap. */
  astray: 20_000,
  /** A heading inside a passage. */
  joined: 300,
  /** A cut between a list and the line that introduces it. */
  announced: 200,
  sentence: 40,
  line: 20,
  block: 10,
} as const;

/** Returns the cheapest cut as pairs of the first unit and the one after the last, by dynamic programming. */
function bestCuts(units: readonly Unit[], text: string): [number, number][] {
  const cost = [0];
  const begin = [0];
  for (let end = 1; end <= units.length; end++) {
    let words = 0;
    let joined = 0;
    let best = Infinity;
    for (let from = end - 1; from >= 0; from--) {
      const unit = unitAt(units, from);
      if (from < end - 1) {
        const next = unitAt(units, from + 1).section;
        if (next !== unit.section) {
          joined += isKin(unit.section, next) ? COSTS.joined : COSTS.astray;
          words += next.words;
        }
      }
      words += unit.words;
      if (words > MAX_WORDS && from < end - 1) break;
      const total = (cost[from] ?? 0) + joined + sizeCost(words) + cutCost(units, from, text);
      if (total < best) {
        best = total;
        begin[end] = from;
      }
    }
    cost[end] = best;
  }
  const cuts: [number, number][] = [];
  for (let end = units.length; end > 0; end = begin[end] ?? 0) cuts.push([begin[end] ?? 0, end]);
  return cuts.reverse();
}

/** Returns the section that labels a passage: its first, unless that is only a scrap joined with another section. */
function leadSection(units: readonly Unit[], first: Section): Section {
  const words = units.reduce((sum, unit) => unit.section === first ? sum + unit.words : sum, 0);
  const next = units.find(({ section }) => section !== first)?.section;
  return next === undefined || words >= SCRAP_WORDS || isKin(first, next) ? first : next;
}

/** Whether two sections have the same parent, or the first is the parent of the second. */
function isKin(section: Section, next: Section): boolean {
  return next.parent === section.parent || next.parent === section;
}

function sizeCost(words: number): number {
  if (words > MAX_WORDS) return 0;
  const beside = (words - IDEAL_WORDS) ** 2 / 50;
  if (words < SCRAP_WORDS) return beside + COSTS.scrap;
  return words < MIN_WORDS ? beside + COSTS.short + (MIN_WORDS - words) ** 2 : beside;
}

/** Returns the cost of a cut before a unit. */
function cutCost(units: readonly Unit[], index: number, text: string): number {
  const previous = units[index - 1];
  const unit = unitAt(units, index);
  if (previous === undefined || previous.section !== unit.section) return 0;
  return COSTS[unit.begins] + (text[previous.end - 1] === ":" ? COSTS.announced : 0);
}

/** Returns a function that labels sections by heading, with the parent's heading if a heading occurs more than once. */
function headingLabels(units: readonly Unit[]): (section: Section) => string | null {
  const sections = new Set(units.map(({ section }) => section));
  const uses = new Map<string | null, number>();
  for (const { heading } of sections) uses.set(heading, (uses.get(heading) ?? 0) + 1);
  return ({ heading, parent }) =>
    heading !== null && parent?.heading && (uses.get(heading) ?? 0) > 1
      ? `${parent.heading}: ${heading}`
      : heading;
}

function unitAt(units: readonly Unit[], index: number): Unit {
  const unit = units[index];
  if (unit === undefined) throw new RangeError(`Cannot take unit ${index} of ${units.length}`);
  return unit;
}

/** Takes a sentence about several systems apart: "Quarry Panel reaches STC 51 and Heron Lite STC 32". Pure. */
import { hasName } from "@/lib/text/mod.ts";
import type { Claim } from "./claim.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { without } from "./negation.ts";
import { termsOf } from "./terms.ts";
import { RATINGS } from "./units.ts";

const AND = "(?:and|but|while|whereas|versus|compared (?:with|to))";
const CUTS = new RegExp(`[,;]\\s(?:${AND}\\s)?|\\s${AND}\\s`, "i");
/** Words for what systems have together or beside each other, which no part of such a sentence says. */
const TOGETHER =
  /\b(?:than|both|same|like|unlike|neither|either|together|respectively|they|them|all|each other|as \w{1,15} as)\b/i;
/** Longest sentence that is taken apart, in UTF-16 units. */
const LONGEST = 600;

/** The words of a sentence about one system. */
interface Part {
  readonly text: string;
  readonly system: string;
  readonly figures: readonly Figure[];
}

/** The text between two names of a list. */
const LISTED = /^s?(?:,? (?:and|or|&) |, )$/i;

/**
 * Returns a sentence that states a figure of a list of systems ("Quarry Panel and Heron Lite weigh 95 pounds") once for each
 * of them, alone; none if it also lists figures ("95 and 340 pounds"), because then it states one for each.
 */
export function eachOfList(
  { text, systems, placed }: Pick<Claim, "text" | "systems" | "placed">,
): readonly string[] {
  if (systems.length < 2 || placed.length === 0 || placed.some(({ beside }) => beside !== null)) {
    return [];
  }
  const places = systems.flatMap((name) =>
    Array.from(text.matchAll(new RegExp(RegExp.escape(name), "giu")), ({ index }) => ({
      start: index,
      end: index + name.length,
    }))
  ).toSorted((one, other) => one.start - other.start);
  const isList = places.slice(1).every(({ start }, at) =>
    LISTED.test(text.slice(places[at]?.end ?? 0, start))
  );
  const [start, end] = [places[0]?.start ?? 0, places.at(-1)?.end ?? 0];
  return isList ? systems.map((name) => text.slice(0, start) + name + text.slice(end)) : [];
}

/**
 * Takes a sentence apart that states figures of several systems, each system in a part of its own. A part that leaves out
 * what is stated ("and Heron Lite STC 32") is also returned with the words of the part before it. Returns none if a part has
 * no figure or several systems, or if the sentence speaks of the systems together.
 */
export function partsBySystem(
  { text, systems }: Pick<Claim, "text" | "systems">,
): readonly string[] {
  if (systems.length < 2 || text.length > LONGEST || TOGETHER.test(text)) return [];
  const parts: Part[] = [];
  let whole: Part | undefined;
  const completed: string[] = [];
  for (const words of grouped(text.split(CUTS), systems)) {
    const [system, ...others] = systems.filter((name) => hasName(words, name));
    const part = { text: words, system: system ?? "", figures: figuresOf(words) };
    if (system === undefined || others.length > 0 || part.figures.length === 0) return [];
    parts.push(part);
    if (whole !== undefined && leavesOut(part)) {
      const complete = completedBy(whole, part);
      if (complete === null) return [];
      completed.push(complete);
    } else if (whole !== undefined && !areAlike(whole, part)) return [];
    else whole = part;
  }
  return parts.length < 2 ? [] : [...parts.map(({ text }) => text), ...completed];
}

/**
 * Joins pieces of a sentence so that each has a system. A piece without one belongs to the system before it, unless it has
 * no figure and follows one, because then it may be about all of them: none is returned.
 */
function grouped(pieces: readonly string[], systems: readonly string[]): string[] {
  const groups: string[] = [];
  let before = "";
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (systems.some((name) => hasName(piece, name))) {
      groups.push(before + piece);
      before = "";
    } else if (last === undefined) before += `${piece}, `;
    else if (figuresOf(last).length > 0 && figuresOf(piece).length === 0) return [];
    else groups[groups.length - 1] = `${last}, ${piece}`;
  }
  return groups;
}

/** Whether a part says nothing but a system and its figures. */
function leavesOut(part: Part): boolean {
  return wordsOf(part).length === 0;
}

/** Returns the stems of a part's significant words besides the system, its figures and the names of ratings. */
function wordsOf({ text, system, figures }: Part): string[] {
  return termsOf(without(replaced(text, figures, () => " "), [system]))
    .map(({ stem }) => stem).filter((stem) => !RATINGS.has(stem));
}

/** Returns a text with something else in place of its figures. */
function replaced(text: string, figures: readonly Figure[], by: (at: number) => string): string {
  return figures.reduceRight(
    (rest, { start, end }, at) => rest.slice(0, start) + by(at) + rest.slice(end),
    text,
  );
}

/** Whether two parts state the same kind of figure, with a word in common. */
function areAlike(one: Part, other: Part): boolean {
  const kinds = new Set(one.figures.map(({ dimension }) => dimension));
  const words = new Set(wordsOf(one));
  return other.figures.every(({ dimension }) => kinds.has(dimension)) &&
    wordsOf(other).some((word) => words.has(word));
}

/** Returns a part with the system and the figures of another; null if the figures are not of the same kinds. */
function completedBy(part: Part, { system, figures, text }: Part): string | null {
  const areOfAKind = part.figures.length === figures.length &&
    figures.every((figure, at) =>
      figure.dimension === null || figure.dimension === part.figures[at]?.dimension
    );
  if (!areOfAKind) return null;
  const words = replaced(part.text, part.figures, (at) => {
    const { start = 0, end = 0 } = figures[at] ?? {};
    return text.slice(start, end);
  });
  return without(words, [part.system], system);
}

/** Figures in sentences: what a passage says of one thing is not said of another. */
import { type Figure, figuresOf, sameFigure } from "./figures.ts";
import { isStop, stemOf } from "./terms.ts";

/** A figure with the words around it, by how close they stand. */
export interface Placed {
  readonly figure: Figure;
  /** What stands before and after it: from 1 for its neighbour to almost 0. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
  /** The figure it is listed with: "340 and 520 pounds". */
  readonly beside: Figure | null;
}

const TOKENS = /\p{L}[\p{L}\p{N}'’-]*|\d[\d.,/]*|[,;:()–—]/gu;
const BOUNDARIES = /^(?:[,;:()–—]|and|but|while|whereas|which)$/;
const ARTICLES = /^(?:a|an|the)$/;
/** How much further away a word is behind a comma or an "and". */
const CLAUSE = 3;
/** Small words tell a figure's part in a range, and little else. */
const SMALL = 0.4;
/** A word that stands on the other side may mean another figure. */
const OTHER_SIDE = 0.5;
const FURTHEST = 24;
/** Tokens that are looked at on each side: articles are no step. */
const REACH = 2 * FURTHEST;

/** The figures of one sentence, each with its surroundings. */
export function placedFigures(sentence: string): Placed[] {
  const figures = figuresOf(sentence);
  const tokens = Array.from(sentence.matchAll(TOKENS), ({ 0: text, index }) => ({
    text: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }));
  return figures.map((figure, at) => ({
    figure,
    beside:
      [figures[at - 1], figures[at + 1]].find((other) => areListed(sentence, figure, other)) ??
        null,
    before: around(upTo(tokens.findLastIndex(({ end }) => end <= figure.start) + 1)),
    after: around(from(tokens.findIndex(({ start }) => start >= figure.end))),
  }));

  function upTo(place: number) {
    return tokens.slice(Math.max(place - REACH, 0), place).reverse();
  }

  function from(place: number) {
    return place === -1 ? [] : tokens.slice(place, place + REACH);
  }
}

const LISTED = /^[\s,]{0,3}(?:and|or)?\s?(?:\p{L}{1,5}\s)?$/u;

function areListed(text: string, one: Figure, other: Figure | undefined): boolean {
  if (other === undefined || one.dimension !== other.dimension) return false;
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  const between = text.slice(first.end, second.start);
  return between.length < 14 && LISTED.test(between) && /,|and|or/.test(between);
}

function around(tokens: readonly { readonly text: string }[]): Map<string, number> {
  const found = new Map<string, number>();
  let distance = 0;
  for (const { text } of tokens) {
    if (BOUNDARIES.test(text)) distance += CLAUSE;
    else if (!ARTICLES.test(text)) distance++;
    if (distance > FURTHEST) break;
    if (ARTICLES.test(text) || !/^\p{L}/u.test(text)) continue;
    const key = stemOf(text);
    const weight = (isStop(text) ? SMALL : 1) / distance;
    if (weight > (found.get(key) ?? 0)) found.set(key, weight);
  }
  return found;
}

/** How much the surroundings of two figures have in common. */
function likeness(a: Placed, b: Placed): number {
  return shared(a.before, b.before) + shared(a.after, b.after) +
    (shared(a.before, b.after) + shared(a.after, b.before)) * OTHER_SIDE;
}

function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of a) sum += Math.min(weight, b.get(word) ?? 0);
  return sum;
}

/** "A and B weigh 5 and 6": which is whose is not told by what stands beside it. */
function areAssigned(stated: Placed, candidate: Placed): boolean {
  if ((stated.beside === null) === (candidate.beside === null)) return false;
  return candidate.beside !== null && sameFigure(candidate.beside, stated.figure) ||
    stated.beside !== null && sameFigure(stated.beside, candidate.figure);
}

/** By how much the surroundings of another figure must be the more alike. */
const CLEARLY = 0.15;

/**
 * Figures of a claim that its passage has, but elsewhere: where the claim puts one, the passage has another of the same kind. Figures in
 * tables are left to their rows.
 */
export function displacedFigures(
  claim: { readonly text: string; readonly placed: readonly Placed[] },
  { placed }: { readonly placed: readonly Placed[] },
): string[] {
  if (placed.length < 2) return [];
  const displaced: string[] = [];
  for (const stated of claim.placed) {
    let [own, other] = [-1, 0];
    for (const candidate of placed) {
      const alike = likeness(stated, candidate);
      if (sameFigure(stated.figure, candidate.figure)) own = Math.max(own, alike);
      else if (
        stated.figure.dimension === candidate.figure.dimension && !areAssigned(stated, candidate)
      ) {
        other = Math.max(other, alike);
      }
    }
    if (own >= 0 && other > own + CLEARLY) {
      displaced.push(claim.text.slice(stated.figure.start, stated.figure.end));
    }
  }
  return displaced;
}

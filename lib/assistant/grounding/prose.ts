/** Checks figures in sentences by the words around them, so that one thing's figure is not attributed to another. */
import { type Figure, figuresOf, sameFigure } from "./figures.ts";
import { isStop, stemOf } from "./terms.ts";

/** A figure with the words around it, weighted by proximity. */
export interface Placed {
  readonly figure: Figure;
  /** Stems before and after it with their weight: 1 for the adjacent word, decreasing with distance. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
  /** The figure that it is listed with, as in "340 and 520 pounds". */
  readonly beside: Figure | null;
}

const TOKENS = /\p{L}[\p{L}\p{N}'’-]*|\d[\d.,/]*|[,;:()–—]/gu;
const BOUNDARIES = /^(?:[,;:()–—]|and|but|while|whereas|which)$/;
const ARTICLES = /^(?:a|an|the)$/;
/** Distance that a clause boundary such as a comma or "and" adds. */
const CLAUSE = 3;
/** Weight of a stop word: it can tell the two ends of a range apart, but little else. */
const SMALL = 0.4;
/** Weight of a word that is on the other side of the figure, because it may belong to another figure. */
const OTHER_SIDE = 0.5;
const FURTHEST = 24;
/** Most tokens that are read on each side. More than the distance, because articles do not count as steps. */
const REACH = 2 * FURTHEST;

/** Returns the figures of one sentence with the words around each. */
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

/** Returns how similar the contexts of two figures are. */
function likeness(a: Placed, b: Placed): number {
  return shared(a.before, b.before) + shared(a.after, b.after) +
    (shared(a.before, b.after) + shared(a.after, b.before)) * OTHER_SIDE;
}

function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of a) sum += Math.min(weight, b.get(word) ?? 0);
  return sum;
}

/**
 * Whether exactly one of two figures is listed beside the other's value. In a list such as "A and B weigh 5 and 6", the
 * context does not tell which figure belongs to which thing.
 */
function areAssigned(stated: Placed, candidate: Placed): boolean {
  if ((stated.beside === null) === (candidate.beside === null)) return false;
  return candidate.beside !== null && sameFigure(candidate.beside, stated.figure) ||
    stated.beside !== null && sameFigure(stated.beside, candidate.figure);
}

/** Margin by which another figure's context must be more similar. */
const CLEARLY = 0.15;

/**
 * Returns the figures of a claim that the passage states in another context: in the claim's context, the passage has a
 * different figure of the same dimension. Figures in tables are checked by `crossedFigures` instead.
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

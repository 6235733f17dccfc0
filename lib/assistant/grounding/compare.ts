/** Scores how well one passage supports one claim. */
import type { Claim } from "./claim.ts";
import { miscounted, multiplied, turnedBounds } from "./counts.ts";
import { answersFigure, type Figure, sameFigure } from "./figures.ts";
import { turnedNegation } from "./negation.ts";
import type { Prepared } from "./passages.ts";
import { displacedFigures } from "./prose.ts";
import { crossedFigures } from "./rows.ts";
import type { Term } from "./terms.ts";

/** The result of comparing a claim with a passage. */
export interface Comparison {
  readonly passage: Prepared;
  /** Similarity from 0 to 1. */
  readonly likeness: number;
  /** Offsets of the best-matching part of the passage's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The claim's figures, names and negation that the passage lacks or contradicts. */
  readonly contradictions: readonly string[];
  /** Words of the claim that the passage does not contain. */
  readonly missing: readonly string[];
}

/** Most consecutive sentences of a passage that may support one claim together. */
const MAX_SENTENCES = 3;
/** Weights of the claim's words found anywhere in the material, found in one place, and found next to each other. */
const WEIGHTS = { union: 0.25, place: 0.5, order: 0.25 };
/** Largest distance, in terms, between two words of a passage that are neighbours in the claim. */
const SIDE_BY_SIDE = 4;
/** Weight of a figure relative to a word. */
const FIGURE_WEIGHT = 1.5;

interface Around {
  readonly passage: Prepared;
  readonly material: readonly Prepared[];
  /** Share of the claim's words that occur anywhere in the material. */
  readonly union: number;
}

/** Compares a claim with a passage of the material: its similarity, contradictions and missing words. */
export function compare(claim: Claim, { passage, material, union }: Around): Comparison {
  const wanted = claim.figures.map((figure) =>
    passage.figures.some((other) => sameFigure(figure, other))
  );
  const place = bestPlace(claim, passage);
  const figures = {
    all: claim.figures.length * FIGURE_WEIGHT,
    found: wanted.filter(Boolean).length * FIGURE_WEIGHT,
  };
  const share = (place.found + figures.found) / Math.max(1, claim.telling.length + figures.all);
  const quoted = claim.quotes.some((quote) => passage.plain.includes(quote));
  const likeness = quoted
    ? Math.max(0.95, share)
    : WEIGHTS.union * Math.min(union, share * 1.6) + WEIGHTS.place * share +
      WEIGHTS.order * orderOf(claim, passage);
  const text = passage.text.slice(place.from, place.to);
  return {
    passage,
    likeness: Math.min(1, likeness),
    from: place.from,
    to: place.to,
    contradictions: [
      ...strangeFigures(claim, { passage, material }),
      ...crossedFigures(claim, passage),
      ...displacedFigures(claim, passage),
      ...strangeSystems(claim, passage),
      ...strangeNames(claim, { passage, material }),
      ...turnedNegation(claim, { text, naming: passage.naming }),
      ...turnedBounds(claim, passage),
      ...multiplied(claim, passage),
      ...miscounted(claim, passage),
    ],
    missing: claim.terms.filter(({ stem }) =>
      !passage.places.has(stem) && !passage.labels.has(stem)
    )
      .map((term) => wordOf(claim, term)),
  };
}

/** Returns the run of sentences that contains most of the claim's words; the shortest run wins a tie. */
function bestPlace(
  { telling }: Claim,
  { sentences, labels, text }: Prepared,
): { readonly found: number; readonly from: number; readonly to: number } {
  const stems = telling.map(({ stem }) => stem);
  const areLabels = stems.map((stem) => labels.has(stem));
  const labelled = areLabels.filter(Boolean).length;
  let best = { found: labelled, from: 0, to: text.length };
  let bestOwn = 0;
  for (const [first] of sentences.entries()) {
    const seen = new Uint8Array(stems.length);
    let [own, found] = [0, labelled];
    for (let last = first; last < Math.min(sentences.length, first + MAX_SENTENCES); last++) {
      const here = sentences[last]?.stems;
      for (const [at, stem] of stems.entries()) {
        if (seen[at] === 1 || !here?.has(stem)) continue;
        seen[at] = 1;
        own++;
        if (!areLabels[at]) found++;
      }
      const from = sentences[first]?.start ?? 0;
      const to = sentences[last]?.end ?? text.length;
      // Each additional sentence costs half a word, so that longer runs do not win by length.
      const worth = own - (last - first) * 0.5;
      if (worth > bestOwn) {
        bestOwn = worth;
        best = { found, from, to };
      }
    }
  }
  return best;
}

/** Returns the share of neighbouring words of the claim that are also close to each other in the passage. */
function orderOf({ terms }: Claim, { places }: Prepared): number {
  if (terms.length < 2) return terms.every(({ stem }) => places.has(stem)) ? 1 : 0;
  let together = 0;
  for (const [index, { stem }] of terms.entries()) {
    const next = terms[index + 1];
    if (next === undefined) break;
    const [here = [], there = []] = [places.get(stem), places.get(next.stem)];
    const near = here.some((a) => there.some((b) => Math.abs(b - a) <= SIDE_BY_SIDE));
    if (near) together++;
  }
  return together / (terms.length - 1);
}

type Material = Pick<Around, "passage" | "material">;

function envelopeIn(material: readonly Prepared[]): Prepared | undefined {
  return material.find(({ key }) => key === null);
}

/** Returns the figures that are neither in the passage nor in the envelope. */
function strangeFigures(claim: Claim, { passage, material }: Material): string[] {
  const envelope = envelopeIn(material);
  const given = passage.key === null ? [] : passage.figures;
  return claim.figures.filter((figure) =>
    !given.some((other) => sameFigure(figure, other)) &&
    !(envelope !== undefined && isAnswered(claim, figure, envelope))
  )
    .map(({ start, end }) => claim.text.slice(start, end));
}

/**
 * Whether the buyer's answers state a figure of a claim. A number without a unit says nothing by itself, so the word
 * nearest to it has to stand in the same answer or its question: 120 people are no 120 panels.
 */
export function isAnswered(
  { terms }: Pick<Claim, "terms">,
  figure: Figure,
  { textFigures, sentences }: Prepared,
): boolean {
  const away = ({ start, end }: Term) => Math.max(start - figure.end, figure.start - end);
  const [nearest] = figure.dimension === null
    ? terms.toSorted((one, other) => away(one) - away(other))
    : [];
  return textFigures.some((answer) =>
    answersFigure(answer, figure) && (nearest === undefined ||
      sentences.some(({ start, end, stems }) =>
        answer.start >= start && answer.end <= end && stems.has(nearest.stem)
      ))
  );
}

/**
 * Returns the names of systems that a passage about other systems does not have. Their words alone may occur in it: the
 * passages about Quarry Steel speak of panels.
 */
function strangeSystems({ systems }: Claim, passage: Prepared): readonly string[] {
  if (passage.key === null || passage.systems.length === 0) return [];
  return systems.filter((name) => !passage.systems.includes(name));
}

/**
 * Returns the names that the passage does not contain. A name of the envelope is accepted if the passage has no name
 * that the claim lacks, and the claim no other system. Any other name is accepted only if the passage has neither names
 * nor labels and no other passage has the name.
 */
function strangeNames(claim: Claim, { passage, material }: Material): string[] {
  const envelope = envelopeIn(material);
  const others = claim.systems.length > 1 ||
    [...passage.names].some((name) => !claim.terms.some(({ stem }) => stem === name));
  return claim.names.filter(({ stem }) => {
    if (passage.key === null && passage.places.has(stem)) return !isToldOf(claim, stem, passage);
    if (passage.places.has(stem) || passage.labels.has(stem)) return false;
    if (envelope !== undefined && (envelope.places.has(stem))) return others;
    const namedElsewhere = material.some((other) =>
      other !== passage && (other.places.has(stem) || other.labels.has(stem))
    );
    return namedElsewhere || passage.names.size > 0 || passage.labels.size > 0;
  }).map((term) => wordOf(claim, term));
}

/** Whether a line of the envelope has a name and a word of the claim: its lines are about different systems. */
function isToldOf({ telling }: Claim, name: string, { sentences }: Prepared): boolean {
  return sentences.some(({ stems }) =>
    stems.has(name) && telling.some(({ stem }) => stems.has(stem))
  );
}

function wordOf({ text }: Claim, { start, end }: Term): string {
  return text.slice(start, end);
}

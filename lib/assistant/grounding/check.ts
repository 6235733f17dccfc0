/**
 * The grounding guard: whether every sentence of an answer is carried by the passages it was given (spec §4.5).
 * Pure and deterministic; reads each text a bounded number of times.
 */
import { compare, type Comparison } from "./compare.ts";
import { type GroundingPassage, prepare, type Prepared } from "./passages.ts";
import { splitSentences } from "./sentences.ts";
import { type Claim, claimOf } from "./claim.ts";

/** An answer, and what it may rest on. */
export interface GroundingInput {
  readonly text: string;
  readonly passages: readonly GroundingPassage[];
  /** What is known of the buyer's way; counts as material (spec §4.5). */
  readonly envelope?: string | null;
}

/** What the guard makes of one sentence. */
export interface GroundedSentence {
  /** Where it stands in the answer, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 0 to 1; a sentence too short to claim anything has 1. */
  readonly score: number;
  /** The passage that carries it, or comes closest; null where the envelope does, or nothing. */
  readonly key: string | null;
  /** Where in the passage's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Words, figures and names that nothing carries; empty for a sentence that stands. */
  readonly missing: readonly string[];
}

/** What the guard makes of an answer. */
export interface GroundingVerdict {
  readonly grounded: boolean;
  /** That of the weakest substantive sentence, from 0 to 1; 1 where none claims anything. */
  readonly score: number;
  readonly sentences: readonly GroundedSentence[];
}

/** A sentence that scores less is carried by nothing. */
export const GROUNDED_FROM = 0.45;
/** The most that is named of what a sentence lacks. */
const MAX_MISSING = 20;
/** What is left of a sentence's score where its figures, negations or names are not those of one passage. */
const CONTRADICTED = 0.5;

/**
 * Checks an answer against its material. A sentence stands when enough of its significant words are in the passages
 * and the envelope, or when it quotes one word for word; any that does not blocks the whole answer. With `strict`, its
 * figures (by value), negations and proper names must besides come from one passage, the second layer of the guard
 * (`ASSISTANT_STRICT_GROUNDING`). Sentences too short to claim anything are exempt (spec §4.5).
 */
export function checkGrounding(
  { text, passages, envelope }: GroundingInput,
  { strict }: { readonly strict: boolean } = { strict: true },
): GroundingVerdict {
  const material = passages.map(prepare);
  if (envelope) material.push(prepare({ key: null, text: envelope }));
  const sentences = splitSentences(text)
    .map((span) => checkClaim(claimOf(text, span), { material, strict }));
  const score = sentences.reduce((least, sentence) => Math.min(least, sentence.score), 1);
  return { grounded: score >= GROUNDED_FROM, score, sentences };
}

interface Against {
  readonly material: readonly Prepared[];
  readonly strict: boolean;
}

function checkClaim(claim: Claim, { material, strict }: Against): GroundedSentence {
  const { start, end } = claim;
  const nowhere = { key: null, from: 0, to: 0 };
  if (!claim.isSubstantive) return { start, end, score: 1, ...nowhere, missing: [] };
  const unfounded = { start, end, score: 0, ...nowhere, missing: wordsOf(claim) };
  if (claim.isEndless) return unfounded;
  const union = shareInAll(claim, material);
  let best: Comparison | null = null;
  for (const passage of material) {
    const compared = compare(claim, { passage, material, union });
    if (best === null || worth(compared, strict) > worth(best, strict)) best = compared;
  }
  if (best === null) return unfounded;
  const score = worth(best, strict);
  const stands = score >= GROUNDED_FROM;
  const { passage: { key }, from, to } = best;
  const where = key === null || best.likeness === 0 ? nowhere : { key, from, to };
  const missing = stands ? [] : [...strict ? best.contradictions : [], ...best.missing];
  return { start, end, score, ...where, missing: [...new Set(missing)] };
}

/** What a comparison counts for: less than enough, where the second layer objects. */
function worth({ likeness, contradictions }: Comparison, strict: boolean): number {
  return strict && contradictions.length > 0
    ? Math.min(likeness, GROUNDED_FROM * 1.8) * CONTRADICTED
    : likeness;
}

/** The share of a claim's words that are anywhere in the material. */
function shareInAll({ terms }: Claim, material: readonly Prepared[]): number {
  if (terms.length === 0) return material.length > 0 ? 1 : 0;
  const found = terms.filter(({ stem }) =>
    material.some(({ places, labels }) => places.has(stem) || labels.has(stem))
  );
  return found.length / terms.length;
}

function wordsOf({ terms, figures, text }: Claim): string[] {
  return [
    ...figures.map((figure) => text.slice(figure.start, figure.end)),
    ...terms.map((term) => text.slice(term.start, term.end)),
  ].slice(0, MAX_MISSING);
}

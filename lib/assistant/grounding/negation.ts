/** Detects negation mismatches: a claim denies what the passage affirms, or affirms what the passage denies. */
import { countNegations, termsOf } from "./terms.ts";

/** The entry in a sentence's missing words that marks a negation mismatch with its passage. */
export const DENIAL = "not";

const CLAUSES =
  /[,;.!?()–—]|\b(?:and|but|which|while|although|though|because|so|where|when|unless|except)\b/u;
/** Share of a clause's words that another clause must contain to count as the same statement. */
const MOST_OF_CLAUSE = 0.6;

interface Clause {
  readonly stems: readonly string[];
  readonly isDenied: boolean;
}

function clausesOf(text: string): Clause[] {
  return text.split(CLAUSES).map((clause) => ({
    stems: termsOf(clause).map(({ stem }) => stem),
    isDenied: countNegations(clause) > 0,
  })).filter(({ stems }) => stems.length > 0);
}

/**
 * Returns `[DENIAL]` if a claim and the best-matching part of a passage disagree in negation, else an empty array. A
 * claim with a negation disagrees with a text without any. Otherwise clauses are compared: some clause of the text
 * must state the same words with the opposite negation, and none with the same negation.
 */
export function turnedNegation(claim: { readonly text: string }, text: string): string[] {
  const denies = countNegations(claim.text) > 0;
  if (countNegations(text) === 0) return denies ? [DENIAL] : [];
  const theirs = clausesOf(text);
  const stems = termsOf(claim.text).map((term) => term.stem);
  const ours = [...clausesOf(claim.text), ...denies ? [] : [{ stems, isDenied: false }]];
  const turned = ours.some((clause) =>
    theirs.some((other) => other.isDenied !== clause.isDenied && saysTheSame(clause, other)) &&
    !theirs.some((other) => other.isDenied === clause.isDenied && isPartOf(other, clause))
  );
  return turned ? [DENIAL] : [];
}

/** Whether at least two words of a clause, and most of its words, occur in the other clause. */
function isPartOf(one: Clause, other: Clause): boolean {
  const words = new Set(other.stems);
  const shared = new Set(one.stems.filter((stem) => words.has(stem))).size;
  return shared >= 2 && shared >= new Set(one.stems).size * MOST_OF_CLAUSE;
}

function saysTheSame(one: Clause, other: Clause): boolean {
  return isPartOf(one, other) && isPartOf(other, one);
}

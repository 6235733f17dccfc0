/** Denials: a clause that is said not to hold where the passage says that it does, or the other way round. */
import { countNegations, termsOf } from "./terms.ts";

/** What stands among the missing words of a sentence that denies what its passage does not, or the other way round. */
export const DENIAL = "not";

const CLAUSES =
  /[,;.!?()–—]|\b(?:and|but|which|while|although|though|because|so|where|when|unless|except)\b/u;
/** From this share of its words on a clause is taken for another. */
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
 * Compares what a claim denies with what the part of a passage denies that comes closest to it: as a whole, and clause
 * by clause, where a clause of the passage says the same words the other way round and none says them this way.
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

/** Two words of one at least, and most of them, are the other's too. */
function isPartOf(one: Clause, other: Clause): boolean {
  const words = new Set(other.stems);
  const shared = new Set(one.stems.filter((stem) => words.has(stem))).size;
  return shared >= 2 && shared >= new Set(one.stems).size * MOST_OF_CLAUSE;
}

function saysTheSame(one: Clause, other: Clause): boolean {
  return isPartOf(one, other) && isPartOf(other, one);
}

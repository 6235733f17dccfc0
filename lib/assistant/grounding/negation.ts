/** Detects negation mismatches: a claim denies what the passage affirms, or affirms what the passage denies. */
import { hasName } from "@/lib/text/mod.ts";
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

/** A text read for its negations. */
interface Told {
  readonly hasNegation: boolean;
  readonly stems: readonly string[];
  readonly clauses: readonly Clause[];
}

/** Cache of the texts read last, because every sentence of an answer is compared with the same few parts of passages. */
const read = new Map<string, Told>();
const MOST_READ = 200;

function readTold(text: string): Told {
  const known = read.get(text);
  if (known !== undefined) return known;
  const told = {
    hasNegation: countNegations(text) > 0,
    stems: termsOf(text).map(({ stem }) => stem),
    clauses: text.split(CLAUSES).map((clause) => ({
      stems: termsOf(clause).map(({ stem }) => stem),
      isDenied: countNegations(clause) > 0,
    })).filter(({ stems }) => stems.length > 0),
  };
  if (read.size >= MOST_READ) read.clear();
  read.set(text, told);
  return told;
}

/** Fewest words of a title or heading with a negation that may stand in a claim of its own. */
const FEWEST_NAMING = 3;

/** The best-matching part of a passage, and the sentences of the passage's title and heading. */
interface Source {
  readonly text: string;
  readonly naming: readonly string[];
}

/**
 * Returns `[DENIAL]` if a claim and the best-matching part of a passage disagree in negation, else an empty array. A
 * claim with a negation disagrees with a text without any. Otherwise clauses are compared: some clause of the text
 * must state the same words with the opposite negation, and none with the same negation. A claim that only names its
 * source ("From “Floors without a threshold”:") agrees, and so does the negation in a title that a claim repeats.
 */
export function turnedNegation(
  claim: { readonly text: string; readonly systems?: readonly string[] },
  { text, naming }: Source,
): string[] {
  if (onlyNames(claim.text, naming)) return [];
  const said = without(claim.text, naming.filter(isTelling));
  const { systems = [] } = claim;
  // "Heron is tested" and "It is not tested" disagree as well, although one of them names its subject.
  const texts = [[said, text], [without(said, systems), without(text, systems)]] as const;
  return texts.some(([ours, theirs]) => areTurned(ours, theirs)) ? [DENIAL] : [];
}

function areTurned(said: string, text: string): boolean {
  const { hasNegation: denies, stems, clauses } = readTold(said);
  const { hasNegation, clauses: theirs } = readTold(text);
  if (!hasNegation) return denies;
  const ours = [...clauses, ...denies ? [] : [{ stems, isDenied: false }]];
  return ours.some((clause) =>
    theirs.some((other) => other.isDenied !== clause.isDenied && saysTheSame(clause, other)) &&
    !theirs.some((other) => other.isDenied === clause.isDenied && isPartOf(other, clause))
  );
}

/** Whether a text has one of the names, and apart from the names no significant word, figure or negation. */
function onlyNames(text: string, names: readonly string[]): boolean {
  const rest = without(text, names);
  return rest !== text && termsOf(rest).length === 0 && countNegations(rest) === 0 &&
    !/\p{N}/u.test(rest);
}

/** Whether a title or heading has a negation, and enough words to be recognised in a claim. */
function isTelling(name: string): boolean {
  return name.split(/\s+/).length >= FEWEST_NAMING && countNegations(name) > 0;
}

/** Returns a text with something else, by default a blank, in place of each of the names in it, ignoring case. */
export function without(text: string, names: readonly string[], instead = " "): string {
  return names.filter((name) => hasName(text, name)).reduce(
    (rest, name) => rest.replaceAll(new RegExp(RegExp.escape(name), "giu"), () => instead),
    text,
  );
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

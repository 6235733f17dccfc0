/** What a query has to know of the words of the corpus, wherever they are kept. */
import type { SpeltWord } from "./terms_spelling.ts";

/** A word of a phrase, its term unless it is a stop word, and in how many passages that is. */
export interface AskedWord {
  readonly word: string;
  readonly term: string | null;
  readonly passages: number;
}

/** A term that is in at least one passage. */
export interface KnownTerm {
  readonly term: string;
  readonly passages: number;
}

/** What is known of words, all as of one version of the corpus. */
export interface TermSource {
  /** Passages of the whole corpus, and the words of each text as often as it says them first, in their order. */
  readWords(texts: readonly string[]): Promise<{ total: number; words: AskedWord[][] }>;
  /** The terms of those words that are in a passage, by the word. */
  readKnown(words: readonly string[]): Promise<ReadonlyMap<string, KnownTerm>>;
  /** Words of the corpus that look like misspelt ones. */
  readSpelt(words: readonly string[]): Promise<readonly (SpeltWord & { asked: string })[]>;
}

/** The interface for looking up words of the corpus, in the database or in memory. */
import type { SpeltWord } from "./terms_spelling.ts";

/** A word of a text, its term (null for a stop word), and the number of passages that contain the term. */
export interface AskedWord {
  readonly word: string;
  readonly term: string | null;
  readonly passages: number;
}

/** A term that at least one passage contains, with the number of passages. */
export interface KnownTerm {
  readonly term: string;
  readonly passages: number;
}

/** Looks up words in one version of the corpus. */
export interface TermSource {
  /** Returns the number of passages in the corpus, and the distinct words of each text in order of first use. */
  readWords(texts: readonly string[]): Promise<{ total: number; words: AskedWord[][] }>;
  /** Returns the terms of the given words, by word. Words that no passage contains are absent. */
  readKnown(words: readonly string[]): Promise<ReadonlyMap<string, KnownTerm>>;
  /** Returns words of the corpus that are spelt like the given misspelt words (`asked`). */
  readSpelt(words: readonly string[]): Promise<readonly (SpeltWord & { asked: string })[]>;
}

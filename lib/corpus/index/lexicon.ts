/** A cache of how texts split into words and of the stems of words, neither of which ever changes. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { AskedWord, KnownTerm, TermSource } from "../term_source.ts";
import { readStems, storedTerms } from "../terms_store.ts";

/** The passage counts of terms in one version of the corpus. */
interface TermCounts {
  /** Number of passages in the corpus. */
  readonly total: number;
  /** The number of passages with a term; 0 for an unknown term. */
  countOf(term: string): number;
}

/** Caches words for all later versions. */
export interface Lexicon {
  /** Returns a term source with the given counts. It queries the database only for new words. */
  termsBy(counts: TermCounts, db: Kysely<Database>): TermSource;
  /** The same for texts that people write: it caches only words that occur in the corpus. */
  termsOnce(counts: TermCounts, db: Kysely<Database>): TermSource;
}

function counted(
  word: string,
  term: string | null,
  countOf: TermCounts["countOf"],
): AskedWord {
  return { word, term, passages: term === null ? 0 : countOf(term) };
}

/** How many words and texts are cached. */
const REMEMBERED = 50_000;

/** Creates an empty lexicon. */
export function createLexicon(): Lexicon {
  const splits = new Map<string, readonly string[]>();
  const stems = new Map<string, string | null>();

  function remember<V>(memory: Map<string, V>, learnt: Iterable<readonly [string, V]>): void {
    if (memory.size > REMEMBERED) memory.clear();
    for (const [key, value] of learnt) memory.set(key, value);
  }

  async function learnSplits(db: Kysely<Database>, texts: readonly string[]): Promise<void> {
    const unknown = [...new Set(texts)].filter((text) => !splits.has(text));
    if (unknown.length === 0) return;
    const { words } = await storedTerms(db).readWords(unknown);
    remember(
      splits,
      unknown.map((text, index) => [text, (words[index] ?? []).map(({ word }) => word)]),
    );
    remember(stems, words.flat().map(({ word, term }) => [word, term]));
  }

  async function learnStems(db: Kysely<Database>, words: readonly string[]): Promise<void> {
    remember(stems, await readStems(db, words.filter((word) => !stems.has(word))));
  }

  function known(words: readonly string[], counts: TermCounts): Map<string, KnownTerm> {
    return new Map(words.flatMap((word) => {
      const term = stems.get(word) ?? null;
      const passages = term === null ? 0 : counts.countOf(term);
      return term !== null && passages > 0 ? [[word, { term, passages }]] : [];
    }));
  }

  return {
    termsBy: ({ total, countOf }, db) => ({
      async readWords(texts) {
        await learnSplits(db, texts);
        const words = texts.map((text) => splits.get(text) ?? []);
        await learnStems(db, words.flat());
        return {
          total,
          words: words.map((each) =>
            each.map((word) => counted(word, stems.get(word) ?? null, countOf))
          ),
        };
      },
      async readKnown(words) {
        await learnStems(db, words);
        return known(words, { total, countOf });
      },
      readSpelt: (words) => storedTerms(db).readSpelt(words),
    }),
    termsOnce: ({ total, countOf }, db) => ({
      async readWords(texts) {
        const { words } = await storedTerms(db).readWords(texts);
        return {
          total,
          words: words.map((each) => each.map(({ word, term }) => counted(word, term, countOf))),
        };
      },
      async readKnown(words) {
        const read = await readStems(db, words.filter((word) => !stems.has(word)));
        const said = [...read].filter(([, term]) => term !== null && countOf(term) > 0);
        remember(stems, said);
        return known(words, { total, countOf });
      },
      readSpelt: (words) => storedTerms(db).readSpelt(words),
    }),
  };
}

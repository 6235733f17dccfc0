/** The in-memory copy of the corpus, kept in sync with the database (decision 14). */
import { follow, type Followed, type FollowerOptions } from "@/lib/db/mod.ts";
import { createLexicon } from "./lexicon.ts";
import { type CorpusVersion, learnPhrases, loadCorpus } from "./load.ts";
import { mergeTerms, readPhrases } from "../terms.ts";
import { type IndexedQuery, numberTerms, type PassageIndex, termsOf } from "./passage_index.ts";

/** Channel that the triggers of migration 0012 announce a new version on. */
const CHANNEL = "corpus_changed";

/** Memory limit of the index. Above it, passages are read from the database for each answer. */
const MAX_INDEX_BYTES = 192 * 1024 * 1024;

/** How many phrases are kept: several times those of a large catalog. */
const MAX_PHRASES = 10_000;

/** The corpus of this process. */
export interface FollowedCorpus extends Followed<CorpusVersion> {
  /**
   * Prepares phrases for searches in memory, for the current version and later ones.
   *
   * @throws what keeps the database from telling what they mean.
   */
  learn(phrases: readonly string[]): Promise<void>;
  /**
   * Returns the search terms of texts in an index, heaviest first; null when there are none. The texts are not cached.
   *
   * @throws what keeps the database from telling what they mean.
   */
  readTerms(index: PassageIndex, texts: readonly string[]): Promise<IndexedQuery>;
}

/** The database to follow, and the limit of the index. */
export interface OpenCorpusOptions extends FollowerOptions {
  /** Memory limit of the index, in bytes. */
  readonly maxBytes?: number;
  /** Called when the corpus exceeds the memory limit, and when it fits again. */
  readonly onHeld?: (isHeld: boolean) => void;
}

/**
 * Loads the corpus and follows its changes. While it cannot be read, the last version stays current.
 *
 * @throws the error that prevents the first load.
 */
export async function openCorpus(options: OpenCorpusOptions): Promise<FollowedCorpus> {
  const { database: { db }, maxBytes = MAX_INDEX_BYTES, onHeld } = options;
  const ids = numberTerms();
  const lexicon = createLexicon();
  const learnt = new Set<string>();
  const learning = new Map<string, Promise<void>>();
  let isHeld = true;

  const followed = await follow<CorpusVersion>({
    loadTimeoutMs: 60_000,
    ...options,
    channel: CHANNEL,
    subject: "the corpus",
    async load(known) {
      const loaded = await loadCorpus({ db, known, ids, lexicon, phrases: learnt, maxBytes });
      if ((loaded.index !== null) !== isHeld) onHeld?.(isHeld = loaded.index !== null);
      return loaded;
    },
  });

  async function readMissing(missing: readonly string[]): Promise<void> {
    const { index } = followed.current();
    if (index !== null) await learnPhrases(db, { index, ids, lexicon, phrases: missing });
    if (learnt.size + missing.length > MAX_PHRASES) learnt.clear();
    for (const phrase of missing) learnt.add(phrase);
  }

  return {
    ...followed,
    async readTerms(index, texts) {
      const known = termsOf(index, texts);
      if (known !== undefined) return known;
      const countOf = (term: string) => index.counts[ids.findId(term) ?? -1] ?? 0;
      const source = lexicon.termsOnce({ total: index.total, countOf }, db);
      const terms = mergeTerms(await readPhrases(source, texts));
      return terms && terms.map((term) => ({ ...term, id: ids.idOf(term.term) }));
    },
    async learn(phrases) {
      const known = followed.current().index?.phrases;
      const missing = [...new Set(phrases)].filter((phrase) => !known?.has(phrase));
      const unasked = missing.filter((phrase) => !learning.has(phrase));
      if (unasked.length > 0) {
        const reading = readMissing(unasked).finally(() => {
          for (const phrase of unasked) learning.delete(phrase);
        });
        for (const phrase of unasked) learning.set(phrase, reading);
      }
      await Promise.all(missing.map((phrase) => learning.get(phrase)));
    },
  };
}

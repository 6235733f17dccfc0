/** Indexes the demo corpus with MiniSearch, with stemming and stop words, which it leaves to its users. */
import type { CollectionPassage, Ranking } from "../retrieval/measure.ts";
import { published } from "./published.ts";

const MINISEARCH = "7.2.0";
const STEMMER = "2.0.1";

interface SearchOptions {
  fuzzy?: number;
  boost?: Record<string, number>;
}

interface MiniSearchModule {
  default: new (options: {
    fields: string[];
    idField: string;
    processTerm: (term: string) => string | null;
  }) => {
    addAll(documents: readonly object[]): void;
    search(text: string, options: SearchOptions): { id: string }[];
  };
}

interface StemmerModule {
  stemmer: (word: string) => string;
}

/** The stop words of Postgres, which our retrieval ignores as well. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves what which who whom this that these those am is are
  was were be been being have has had having do does did doing a an the and but if or because as until while of
  at by for with about against between into through during before after above below to from up down in out on
  off over under again further then once here there when where why how all any both each few more most other
  some such no nor not only own same so than too very s t can will just don should now`.split(
    /\s+/,
  ),
);

/** Builds a MiniSearch index of the passages: BM25+ over title, heading and text. */
export async function miniSearch(passages: readonly CollectionPassage[]): Promise<
  { name: string; ranking: (options: SearchOptions) => Ranking }
> {
  const { default: MiniSearch }: MiniSearchModule = await import(
    published("minisearch", MINISEARCH)
  );
  const { stemmer }: StemmerModule = await import(published("stemmer", STEMMER));
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    idField: "key",
    processTerm: (term) => {
      const word = term.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
      return STOP_WORDS.has(word) ? null : stemmer(word);
    },
  });
  index.addAll(passages);
  return {
    name: `minisearch ${MINISEARCH}, stemmed`,
    ranking: (options) => (text) => index.search(text, options).map(({ id }) => id),
  };
}

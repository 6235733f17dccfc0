/** A corpus of any size: the words of the demo's passages as often as there, among many rare ones. */
import type { Kysely } from "kysely";
import type { Database } from "../../lib/db/mod.ts";
import type { CollectionPassage } from "../retrieval/measure.ts";
import { seededRandom } from "./random.ts";

const BATCH = 1_000;
const PASSAGES_EACH = 10;
const WORDS_EACH = 110;
const MOST_SYSTEMS = 3;
/** Share of words that no demo passage has, as they come in catalogs of other makers. */
const FOREIGN = 0.3;
const VOCABULARY = 30_000;

/** How much, in whose words, and about what. */
export interface CorpusVolume {
  readonly count: number;
  readonly like: readonly Pick<CollectionPassage, "text">[];
  /** Each document is about one, two or three of these; about none where there are none. */
  readonly systemIds?: readonly string[];
}

/** Adds generated items until there are `count` more passages, and gives the milliseconds of each thousand. */
export async function addPassages(
  db: Kysely<Database>,
  { count, like, systemIds = [] }: CorpusVolume,
): Promise<number[]> {
  const random = seededRandom(count);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const spoken = like.flatMap(({ text }) => text.split(/\s+/));
  const times: number[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const items = Array.from({ length: BATCH / PASSAGES_EACH }, (_, index) => ({
      id: `volume-${start + index}`,
      source_key: `volume/${start + index}`,
      title: `${pick(spoken)} ${foreign(random)} ${pick(spoken)}`,
      content_type: "tech-doc" as const,
      source_kind: "upload" as const,
      version: "0",
      fetched_at: new Date(0),
      content_hash: "0",
    }));
    const passages = items.flatMap(({ id }) =>
      Array.from({ length: PASSAGES_EACH }, (_, index) => ({
        item_id: id,
        seq: index + 1,
        heading: `${pick(spoken)} ${pick(spoken)}`,
        text: Array.from(
          { length: WORDS_EACH },
          () => random() < FOREIGN ? foreign(random) : pick(spoken),
        ).join(" "),
      }))
    );
    await db.insertInto("corpus_items").values(items).execute();
    if (systemIds.length > 0) {
      const about = items.flatMap(({ id }) => {
        const systems = new Set(
          Array.from({ length: 1 + Math.floor(random() * MOST_SYSTEMS) }, () => pick(systemIds)),
        );
        return [...systems].map((systemId) => ({ item_id: id, system_id: systemId }));
      });
      await db.insertInto("corpus_item_systems").values(about).execute();
    }
    const before = performance.now();
    await db.insertInto("corpus_passages").values(passages).execute();
    times.push(performance.now() - before);
  }
  return times;
}

const SYLLABLES = ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "ze"];

/** A word by Zipf's law: the n-th is said about 1/n times as often as the first. */
function foreign(random: () => number): string {
  let rank = Math.floor(VOCABULARY ** random());
  let word = "x";
  do {
    word += SYLLABLES[rank % SYLLABLES.length];
    rank = Math.floor(rank / SYLLABLES.length);
  } while (rank > 0);
  return word;
}

/** Generates a corpus of any size: the words of the demo's passages, as often as there, mixed with many rare words. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { CollectionPassage } from "../retrieval/measure.ts";
import { seededRandom } from "./random.ts";

const BATCH = 1_000;
const PASSAGES_EACH = 10;
const WORDS_EACH = 110;
const MOST_SYSTEMS = 3;
/** Share of words that no demo passage contains, like the vocabulary of other manufacturers. */
const FOREIGN = 0.3;
const VOCABULARY = 30_000;

/** How many passages to add, the passages whose words they use, and the systems that they are about. */
interface CorpusVolume {
  readonly count: number;
  readonly like: readonly Pick<CollectionPassage, "text">[];
  /** Each document is about one to three of these, or about none if the list is empty. */
  readonly systemIds?: readonly string[];
}

/** Adds generated items with `count` passages in total, and returns the milliseconds that each 1,000 took to store. */
export async function addPassages(
  db: Kysely<Database>,
  { count, like, systemIds = [] }: CorpusVolume,
): Promise<number[]> {
  const random = seededRandom(count);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const words = like.flatMap(({ text }) => text.split(/\s+/));
  const times: number[] = [];
  for (let start = 0; start < count; start += BATCH) {
    const items = Array.from({ length: BATCH / PASSAGES_EACH }, (_, index) => ({
      id: `volume-${start + index}`,
      source_key: `volume/${start + index}`,
      title: `${pick(words)} ${foreign(random)} ${pick(words)}`,
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
        heading: `${pick(words)} ${pick(words)}`,
        text: Array.from(
          { length: WORDS_EACH },
          () => random() < FOREIGN ? foreign(random) : pick(words),
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

/** Draws a word by Zipf's law: the n-th word is about 1/n times as frequent as the first. */
function foreign(random: () => number): string {
  let rank = Math.floor(VOCABULARY ** random());
  let word = "x";
  do {
    word += SYLLABLES[rank % SYLLABLES.length];
    rank = Math.floor(rank / SYLLABLES.length);
  } while (rank > 0);
  return word;
}

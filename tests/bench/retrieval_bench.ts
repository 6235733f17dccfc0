/**
 * Measures retrieval: its ranking quality compared with MiniSearch on the same judged questions, and its speed among
 * 50,000 passages compared with Postgres full-text search and with its limit.
 *
 * The rows on a server need `TEST_DATABASE_URL` and are omitted without it.
 */
import { type Kysely, sql } from "kysely";
import { createRetriever, openCorpus, retrieve } from "@/lib/corpus/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { type Engine, migratedLocation, opened } from "../helpers/db.ts";
import {
  type Collection,
  importAbstracts,
  importCollection,
  measure,
  type Ranking,
} from "../retrieval/measure.ts";
import { addPassages } from "./corpus_volume.ts";
import { median } from "./load.ts";
import { miniSearch } from "./minisearch_peer.ts";
import type { Bench, BenchRow } from "./report.ts";

const PASSAGES = 50_000;
const ROUNDS = 5;
/** One round only, because the peer takes a quarter of a second per question. */
const PEER_ROUNDS = 1;
const LIMIT_MS = 20;
const SHOWN = 6;

export const retrieval: Bench = {
  key: "retrieval",
  title: "Retrieval",
  about:
    `Quality is measured on the embedded engine, speed on every available engine. Each of the 73 judged questions is asked in five rounds, or in one round\nwhen compared with the peer, and counts by its median. “As buyers ask” uses the retriever over the corpus in memory, which asks the database only to parse the words of a question. “In the database” uses \`retrieve()\`, which\nanswers when the corpus is too large for memory. Neither caches questions or answers.`,
  run: benchRetrieval,
};

async function benchRetrieval(): Promise<BenchRow[]> {
  const rows = await onEmpty("embedded", ({ db }) => benchQuality(db));
  const engines: Engine[] = Deno.env.get("TEST_DATABASE_URL")
    ? ["server", "embedded"]
    : ["embedded"];
  for (const engine of engines) {
    rows.push(...await onEmpty(engine, (database) => benchSpeed(database, engine)));
  }
  return rows;
}

async function onEmpty(
  engine: Engine,
  run: (database: DatabaseHandle) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  await using database = await opened(migratedLocation(engine));
  return await run(database);
}

async function benchQuality(db: Kysely<Database>): Promise<BenchRow[]> {
  const collection = await importCollection(db);
  const passages = await compareQuality(db, collection, "questions");
  const abstracts = await importAbstracts(db, collection);
  return [...passages, ...await compareQuality(db, abstracts, "long questions about abstracts")];
}

async function compareQuality(
  db: Kysely<Database>,
  collection: Collection,
  what: string,
): Promise<BenchRow[]> {
  const peer = await miniSearch(collection.passages);
  const ours = await measure(ranking(db), collection);
  const rows: BenchRow[] = [];
  for (const [name, options] of [["BM25", {}], ["BM25, fuzzy", { fuzzy: 0.2 }]] as const) {
    const theirs = await measure(peer.ranking(options), collection);
    for (const [figure, unit] of [["ndcg", "nDCG@10"], ["recall", "recall@6"]] as const) {
      const ratio = ours[figure] / theirs[figure];
      rows.push({
        name: `${unit} of retrieval, ${collection.judged.length} ${what}`,
        peer: `${peer.name}, ${name}`,
        ours: ours[figure],
        theirs: theirs[figure],
        unit: "",
        ratio,
        aim: "at least 1",
        met: ratio >= 1,
      });
    }
  }
  return rows;
}

function ranking(db: Kysely<Database>): Ranking {
  return async (text) => (await retrieve(db, { text, limit: 10 })).map(({ key }) => key);
}

async function benchSpeed(database: DatabaseHandle, engine: Engine): Promise<BenchRow[]> {
  const { db } = database;
  const collection = await importCollection(db);
  const triggered = median(await addPassages(db, { count: PASSAGES, like: collection.passages }));
  const vectors = await addVectors(db);
  await sql`vacuum analyze`.execute(db);
  const ask = (text: string) => retrieve(db, { text, limit: SHOWN });
  const held = await timeHeld(database, collection);
  // Measured alone first, because the peer reads so much that it evicts the index from memory.
  const [alone] = await slowTimes(collection, [ask], ROUNDS);
  const [ours, theirs] = await slowTimes(
    collection,
    [ask, (text) => byRank(db, text)],
    PEER_ROUNDS,
  );
  const where = `${PASSAGES.toLocaleString("en-US")} passages, ${engine}`;
  return [
    row({
      name: `p95 of a question among ${where}, as buyers ask`,
      peer: "the limit",
      ours: held,
      theirs: LIMIT_MS,
      aim: 1,
    }),
    row({
      name: `p95 of a question among ${where}, in the database`,
      peer: "ts_rank over GIN",
      ours,
      theirs,
      aim: 1,
    }),
    {
      ...row({
        name: `p95 of a question among ${where}, in the database`,
        peer: "the limit",
        ours: alone,
        theirs: LIMIT_MS,
        aim: 0,
      }),
      aim: "reported",
      met: true,
    },
    {
      ...row({
        name: `Storing 1,000 passages, indexed by words, ${engine}`,
        peer: "storing them with a tsvector and GIN",
        ours: triggered,
        theirs: vectors,
        aim: 0,
      }),
      aim: "reported",
      met: true,
    },
  ];
}

/**
 * Measures the retriever over the corpus in memory, with a new retriever per question, as a turn of the assistant does.
 */
async function timeHeld(database: DatabaseHandle, collection: Collection): Promise<number> {
  const corpus = await openCorpus({
    database,
    onError(error) {
      throw error;
    },
  });
  try {
    if (corpus.current().index === null) throw new Error("The corpus is too large to hold");
    const { db } = database;
    const ask = (text: string) =>
      createRetriever({ db, corpus, systems: [] })({ text, limit: SHOWN });
    const [held] = await slowTimes(collection, [ask], ROUNDS);
    return held;
  } finally {
    await corpus.close();
  }
}

function row(
  { name, peer, ours, theirs, aim }: Pick<BenchRow, "name" | "peer"> & {
    ours: number;
    theirs: number;
    aim: number;
  },
): BenchRow {
  const ratio = ours / theirs;
  return { name, peer, ours, theirs, unit: "ms", ratio, aim: `at most ${aim}`, met: ratio <= aim };
}

/** Copies the passages to a table with a `tsvector`, and returns the median milliseconds per 1,000. */
async function addVectors(db: Kysely<Database>): Promise<number> {
  await sql`
    create table peer_passages (
      place integer generated always as identity, item_id text, seq integer, content text,
      vector tsvector generated always as (to_tsvector('english', content)) stored
    )`.execute(db);
  await sql`create index on peer_passages using gin (vector)`.execute(db);
  const times: number[] = [];
  for (let start = 0; start < PASSAGES; start += 1_000) {
    const before = performance.now();
    await sql`
      insert into peer_passages (item_id, seq, content)
      select item_id, seq, concat_ws(' ', title, heading, text)
      from corpus_passages join corpus_items on id = item_id
      order by item_id, seq offset ${start} limit 1000`.execute(db);
    times.push(performance.now() - before);
  }
  return median(times);
}

/** The peer: plain full-text search for any of the words, ordered by the built-in rank. */
async function byRank(db: Kysely<Database>, text: string): Promise<unknown> {
  const { rows } = await sql`
    select item_id, seq, content, ts_rank(vector, query) as rank
    from peer_passages,
      (select replace(plainto_tsquery('english', ${text})::text, '&', '|')::tsquery as query) as asked
    where vector @@ query order by rank desc, place limit ${SHOWN}`.execute(db);
  return rows;
}

/** Returns each contender's 95th percentile over the questions' medians. Contenders take turns on each question. */
async function slowTimes(
  { judged }: Collection,
  contenders: readonly ((text: string) => Promise<unknown>)[],
  rounds: number,
): Promise<[number, number]> {
  const times = contenders.map(() => judged.map((): number[] => []));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { question }] of judged.entries()) {
      for (const [contender, ask] of contenders.entries()) {
        const before = performance.now();
        await ask(question.text);
        times[contender]?.[index]?.push(performance.now() - before);
      }
    }
  }
  const [ours = 0, theirs = 0] = times.map((own) => {
    const sorted = own.map(median).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  });
  return [ours, theirs];
}

/** Tests that a search in memory has the same results, order and scores as one in the database (§4.5). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createRetriever, openCorpus, retrieve } from "@/lib/corpus/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { demoLocation, eachEngine, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";
import { ABSTRACT_QUESTIONS } from "@/tests/retrieval/abstract_questions.ts";
import { QUESTIONS } from "@/tests/retrieval/questions.ts";

const NEVER_MS = 3_600_000;
/** Random queries of the demo. Set `RETRIEVER_RUNS` for a longer run. */
const RUNS = Number(Deno.env.get("RETRIEVER_RUNS") ?? 60);

type Query = Parameters<typeof retrieve>[1];

async function openBoth(
  database: DatabaseHandle,
  { systems = [] }: { readonly systems?: readonly { id: string; draft: boolean }[] } = {},
) {
  const { db } = database;
  const corpus = await openCorpus({
    database,
    pollMs: NEVER_MS,
    onError(error) {
      throw error;
    },
  });
  assert.notEqual(corpus.current().index, null);
  return {
    corpus,
    /** Searches in memory and in the database, and asserts that the results are the same. */
    async search(query: Query) {
      const found = await createRetriever({ db, corpus, systems })(query);
      assert.deepEqual(found, await retrieve(db, query), JSON.stringify(query));
      return found;
    },
    [Symbol.asyncDispose]: () => corpus.close(),
  };
}

eachEngineUnopened(
  "a search of the demo finds the same in memory as in the database (§4.5)",
  async (engine) => {
    await using database = await opened(demoLocation(engine));
    await using both = await openBoth(database);
    const { db } = database;
    const systems = await db.selectFrom("systems").select("id").orderBy("id").execute();
    const systemIds = fc.uniqueArray(fc.constantFrom(...systems.map(({ id }) => id), "no-such"), {
      minLength: 1,
      maxLength: 6,
    });
    const texts = [...QUESTIONS, ...ABSTRACT_QUESTIONS].map(({ text }) => text);
    const text = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...texts) },
      { weight: 2, arbitrary: fc.array(fc.constantFrom(...texts), { maxLength: 3 }) },
      fc.constantFrom("", " ", "the and of", "xyzzy"),
    );
    const query = fc.record(
      { text, systemIds, limit: fc.integer({ min: 1, max: 12 }) },
      { requiredKeys: ["limit"] },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        found += (await both.search(asked)).length;
      }),
      { numRuns: RUNS },
    );
    assert.ok(found > RUNS, `${found} found`);
  },
);

eachEngine(
  "a search finds the same where posting lists are too long to be read whole (§4.5)",
  async (database) => {
    const { db } = database;
    const texts = Array.from(
      { length: 4_000 },
      (_, index) =>
        `Glass ${"quiet ".repeat(index % 7)} ${index % 3 === 0 ? "storm" : "wall wall"} ${index}`,
    );
    await storeItem(db, "long", { texts, systemIds: ["heron"] });
    await storeItem(db, "other", { texts: texts.slice(0, 900), systemIds: ["heron", "finch"] });
    await storeItem(db, "nobody", { texts: texts.slice(0, 50), systemIds: [] });
    await using both = await openBoth(database);
    const scopes: Pick<Query, "systemIds">[] = [
      {},
      { systemIds: ["finch"] },
      { systemIds: ["finch", "heron"] },
      { systemIds: [] },
    ];
    for (const scope of scopes) {
      for (
        const text of ["glass", "quiet wall storm", ["glass wall", "quiet storm noise"], "699"]
      ) {
        await both.search({ text, ...scope, limit: 20 });
      }
      await both.search({ ...scope, limit: 20 });
    }
  },
);

eachEngine("documents about draft systems only are not searched (§4.5)", async (database) => {
  const { db } = database;
  const systems = [{ id: "heron", draft: true }, { id: "finch", draft: false }];
  for (const { id, draft } of systems) {
    await db.insertInto("systems").values({ id, name: id, draft }).execute();
  }
  await storeItem(db, "a", { texts: ["Quiet glass"], systemIds: ["heron"] });
  await storeItem(db, "b", { texts: ["Quiet glass wall"], systemIds: ["heron", "finch"] });
  await storeItem(db, "c", { texts: ["Quiet glass walls"], systemIds: [] });
  await storeItem(db, "d", { texts: ["Quiet oak"], systemIds: ["heron", "no-such"] });
  await storeItem(db, "e", { texts: ["Quiet oak wall"], systemIds: ["no-such"] });
  await using both = await openBoth(database, { systems });
  const idsFor = async (query: Query) =>
    (await both.search(query)).map(({ itemId }) => itemId).toSorted();
  assert.deepEqual(await idsFor({ text: "quiet", limit: 5 }), ["b", "c", "e"]);
  assert.deepEqual(await idsFor({ text: "quiet", systemIds: ["heron"], limit: 5 }), ["b"]);
  assert.deepEqual(await idsFor({ systemIds: ["heron"], limit: 5 }), ["b"]);
  assert.deepEqual(await idsFor({ systemIds: ["heron", "no-such"], limit: 5 }), ["b", "e"]);
});

eachEngine(
  "passages of drafts do not take the place of others, however many they are (§4.5)",
  async (database) => {
    const { db } = database;
    await db.insertInto("systems").values({ id: "heron", name: "Heron", draft: true }).execute();
    const texts = Array.from({ length: 2_000 }, (_, at) => `Quiet quiet glass ${at}`);
    await storeItem(db, "a", { texts, systemIds: ["heron"] });
    const others = Array.from({ length: 5 }, (_, at) => `Quiet wall of brick and much else ${at}`);
    await storeItem(db, "b", { texts: others, systemIds: ["finch"] });
    await using both = await openBoth(database, { systems: [{ id: "heron", draft: true }] });
    for (const query of [{ text: "quiet" }, { systemIds: ["finch", "heron"] }]) {
      const found = await both.search({ ...query, limit: 3 });
      assert.deepEqual(found.map(({ key }) => key), ["b:1", "b:2", "b:3"]);
    }
  },
);

eachEngine(
  "a retriever keeps to one version of the corpus while it changes (§4.5)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a", { texts: ["Quiet glass"] });
    await using both = await openBoth(database);
    const before = createRetriever({ db, corpus: both.corpus, systems: [] });
    await storeItem(db, "b", { texts: ["Quiet wall"] });
    await both.corpus.refresh();
    assert.equal((await before({ text: "quiet", limit: 5 })).length, 1);
    assert.equal((await both.search({ text: "quiet", limit: 5 })).length, 2);
  },
);

eachEngine(
  "a corpus too large for memory is searched in the database, and so are content types (§4.5)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a", { texts: ["Quiet glass"], row: { content_type: "blog" } });
    await storeItem(db, "b", { texts: ["Quiet wall"], row: { content_type: "tech-doc" } });
    await using both = await openBoth(database);
    const blogs = await both.search({ text: "quiet", contentTypes: ["blog"], limit: 5 });
    assert.deepEqual(blogs.map(({ itemId }) => itemId), ["a"]);
    const corpus = await openCorpus({
      database,
      pollMs: NEVER_MS,
      maxBytes: 0,
      onError(error) {
        throw error;
      },
    });
    try {
      assert.equal(corpus.current().index, null);
      const query = { text: "quiet", limit: 5 };
      const found = await createRetriever({ db, corpus, systems: [] })(query);
      assert.equal(found.length, 2);
      assert.deepEqual(found, await retrieve(db, query));
    } finally {
      await corpus.close();
    }
  },
);

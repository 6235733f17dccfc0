/** Tests that quotes chosen in memory are the same as those chosen in the database (§4.1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  createEvidenceReader,
  type Evidence,
  type EvidenceReader,
  type FollowedCorpus,
  openCorpus,
  type OpenCorpusOptions,
  retrieve,
} from "@/lib/corpus/mod.ts";
import type { CorpusVersion } from "@/lib/corpus/index/load.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { type Answers, evidencePhrases, select } from "@/lib/selection/mod.ts";
import { questionsOf } from "@/tests/helpers/demo_answers.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { demoLocation, eachEngine, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

const TRACKS = ["home", "hospitality", "workplace"];
const NEVER_MS = 3_600_000;
const SITE = "https://walls.example";

interface Opened extends AsyncDisposable {
  readonly corpus: FollowedCorpus;
  readonly reader: EvidenceReader;
}

async function openReader(
  database: DatabaseHandle,
  over: Partial<OpenCorpusOptions> = {},
): Promise<Opened> {
  const onError = (error: unknown) => {
    throw error;
  };
  const corpus = await openCorpus({ database, pollMs: NEVER_MS, onError, ...over });
  const reader = createEvidenceReader({
    corpus,
    retrieve: (query) => retrieve(database.db, query),
    siteUrl: SITE,
    onOutage: onError,
    // The time limit of answers; a busy machine exceeds it.
    timeoutMs: 60_000,
  });
  return { corpus, reader, [Symbol.asyncDispose]: () => corpus.close() };
}

type Context = Parameters<Evidence["about"]>[0];

async function quotes(reader: EvidenceReader, context: Context) {
  return await reader.current().about(context);
}

/** Answers to all questions of each track, the same in every run. */
function answerSets(count: number): Answers[] {
  return TRACKS.flatMap((track) => {
    const options = questionsOf(track).map((question) => fc.constantFrom(...question.options));
    return fc.sample(fc.tuple(...options), { seed: 7, numRuns: count })
      .map((chosen) => ({ track, optionIds: chosen.map(({ id }) => id) }));
  });
}

/** Answer sets per track, and rounds of changes. Set the variables for longer runs. */
const SETS = Number(Deno.env.get("ANSWER_SETS") ?? 24);
const CHANGES = Number(Deno.env.get("CORPUS_CHANGES") ?? 25);

eachEngineUnopened(
  "quotes for the demo are the same from memory as from the database (§4.1)",
  async (engine) => {
    await using database = await opened(demoLocation(engine));
    await using inMemory = await openReader(database);
    await using inDatabase = await openReader(database, { maxBytes: 0 });
    assert.notEqual(inMemory.corpus.current().index, null);
    assert.equal(inDatabase.corpus.current().index, null);
    const snapshot = compileSnapshot(await loadCatalog(database.db));
    let compared = 0;
    for (const answers of answerSets(SETS)) {
      const { lead } = select(snapshot, answers);
      if (lead === null) continue;
      const context = {
        system: { id: lead.systemId, name: lead.name },
        phrases: evidencePhrases(snapshot, answers.optionIds),
      };
      assert.deepEqual(
        await quotes(inMemory.reader, context),
        await quotes(inDatabase.reader, context),
        JSON.stringify(context),
      );
      compared++;
    }
    assert.ok(compared > SETS, `${compared} compared`);
    const known = inMemory.reader.current().about({
      system: { id: "no-such", name: "No" },
      phrases: [],
    });
    assert.deepEqual(known, [], "quotes from memory are returned without a promise");
  },
);

const SYSTEMS = ["heron", "finch", "wren"];
const WORDS = [
  "glass",
  "wall",
  "quiet",
  "12 ft",
  "pass-door",
  "storm",
  "strom",
  "noise",
  "the",
  "Heron",
];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })
  .map((some) => some.join(" "));
const itemId = fc.constantFrom("a", "b", "c", "d", "e");
const systemIds = fc.uniqueArray(fc.constantFrom(...SYSTEMS), { maxLength: 3 });

/** A write to the tables of the corpus that can change what is quoted. */
type Change = (db: Kysely<Database>) => Promise<unknown>;

const store = fc.record({
  id: itemId,
  systemIds,
  texts: fc.array(words, { maxLength: 5 }),
  heading: fc.option(words),
  kind: fc.constantFrom("pdp", "blog", "tech-doc", "marketing"),
}).map(({ id, kind, ...item }): Change => (db) =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom("corpus_items").where("id", "=", id).execute();
    const path = kind === "pdp" ? { pdp_path: `/products/${id}` } : {};
    await storeItem(trx, id, { ...item, row: { content_type: kind, ...path } });
  })
);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: store },
  itemId.map((id): Change => (db) => db.deleteFrom("corpus_items").where("id", "=", id).execute()),
  fc.tuple(itemId, words).map(([id, title]): Change => (db) =>
    db.updateTable("corpus_items").set({ title }).where("id", "=", id).execute()
  ),
  fc.tuple(itemId, fc.constantFrom("active", "retired")).map(([id, state]): Change => (db) =>
    db.updateTable("corpus_items").set({ state }).where("id", "=", id).execute()
  ),
  fc.tuple(itemId, fc.constantFrom("live", "dead")).map(([id, link]): Change => (db) =>
    db.updateTable("corpus_items").set({ link_status: link }).where("id", "=", id).execute()
  ),
  fc.tuple(itemId, words).map(([id, text]): Change => (db) =>
    db.updateTable("corpus_passages").set({ text }).where("item_id", "=", id).where("seq", "=", 1)
      .execute()
  ),
  fc.tuple(itemId, fc.constantFrom(...SYSTEMS)).map(([id, systemId]): Change => (db) =>
    db.deleteFrom("corpus_item_systems").where("item_id", "=", id)
      .where("system_id", "=", systemId).execute()
  ),
);

eachEngine(
  "the index in memory follows every change of the tables (§4.1)",
  async (database) => {
    const { db } = database;
    await using inMemory = await openReader(database);
    await using inDatabase = await openReader(database, { maxBytes: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.array(words, { maxLength: 3 }),
        async (changes, phrases) => {
          for (const change of changes) await change(db);
          await Promise.all([inMemory.reader.refresh(), inDatabase.reader.refresh()]);
          assert.equal(inMemory.reader.current().version, inDatabase.reader.current().version);
          for (const id of SYSTEMS) {
            for (const asked of [phrases, []]) {
              const context = { system: { id, name: id }, phrases: asked, limit: 3 };
              assert.deepEqual(
                await quotes(inMemory.reader, context),
                await quotes(inDatabase.reader, context),
              );
              assert.equal(
                inMemory.reader.current().resourceUrl(id),
                inDatabase.reader.current().resourceUrl(id),
              );
            }
          }
        },
      ),
      { numRuns: CHANGES },
    );
  },
);

eachEngine(
  "a new version shares unchanged systems with the previous one, and is empty without documents",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a");
    await storeItem(db, "b", { systemIds: ["finch"] });
    await using inMemory = await openReader(database);
    const before = inMemory.corpus.current();
    await storeItem(db, "c", { systemIds: ["finch"] });
    const after = await inMemory.corpus.refresh();
    assert.equal(after.index?.systems.get("heron"), before.index?.systems.get("heron"));
    assert.notEqual(after.index?.systems.get("finch"), before.index?.systems.get("finch"));
    assert.deepEqual(before.index?.systems.get("finch")?.passages.map(({ itemId }) => itemId), [
      "b",
    ]);
    await db.deleteFrom("corpus_items").execute();
    assert.equal((await inMemory.corpus.refresh()).index?.systems.size, 0);
    assert.equal(inMemory.corpus.current().index?.bytes, 0);
  },
);

eachEngine(
  "the index holds more documents and passages than are read at once (§4.1)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "first");
    await using inMemory = await openReader(database);
    await db.transaction().execute(async (trx) => {
      const texts = ["One", "Two", "Three", "Four", "Five", "Six"];
      for (let place = 0; place < 205; place++) await storeItem(trx, `item-${place}`, { texts });
    });
    const countOf = ({ index }: CorpusVersion) => index?.systems.get("heron")?.passages.length;
    assert.equal(countOf(await inMemory.corpus.refresh()), 1 + 205 * 6);
    await using afterStart = await openReader(database);
    assert.equal(countOf(afterStart.corpus.current()), 1 + 205 * 6);
  },
);

eachEngine(
  "quotes are the same where posting lists are too long to be read whole (§4.1)",
  async (database) => {
    const { db } = database;
    const texts = Array.from(
      { length: 700 },
      (_, index) =>
        `Glass wall ${"quiet ".repeat(index % 7)} ${
          index % 3 === 0 ? "storm" : "wall wall"
        } ${index}`,
    );
    await storeItem(db, "long", { texts, systemIds: ["heron"] });
    await storeItem(db, "other", { texts: texts.toReversed(), systemIds: ["heron", "finch"] });
    await using inMemory = await openReader(database);
    await using inDatabase = await openReader(database, { maxBytes: 0 });
    for (
      const phrases of [["glass"], ["quiet wall", "storm"], ["glass wall quiet storm noise"], [
        "699",
      ]]
    ) {
      for (const id of ["heron", "finch"]) {
        const context = { system: { id, name: id }, phrases, limit: 10 };
        assert.deepEqual(
          await quotes(inMemory.reader, context),
          await quotes(inDatabase.reader, context),
        );
      }
    }
  },
);

eachEngine(
  "a corpus too large for memory is read from the database, and is reported once (§4.1)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a", { texts: ["Quiet glass"] });
    const reports: boolean[] = [];
    await using inMemory = await openReader(database, {
      maxBytes: 1_300,
      onHeld: (isHeld) => reports.push(isHeld),
    });
    assert.notEqual(inMemory.corpus.current().index, null);
    await storeItem(db, "b", { texts: ["Quiet wall", "Tall wall"] });
    assert.equal((await inMemory.corpus.refresh()).index, null);
    await storeItem(db, "c", { systemIds: ["finch"] });
    await inMemory.corpus.refresh();
    assert.deepEqual(reports, [false]);
    const found = await quotes(inMemory.reader, {
      system: { id: "heron", name: "h" },
      phrases: ["quiet"],
    });
    assert.deepEqual(found?.map(({ itemId }) => itemId).toSorted(), ["a", "b", "b"]);
    await db.deleteFrom("corpus_items").where("id", "=", "b").execute();
    assert.notEqual((await inMemory.corpus.refresh()).index, null);
    assert.deepEqual(reports, [false, true]);
  },
);

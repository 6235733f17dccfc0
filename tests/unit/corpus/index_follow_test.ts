import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import { openCorpus } from "@/lib/corpus/mod.ts";
import { type Database, type DatabaseHandle, openDatabase } from "@/lib/db/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";

const NEVER_MS = 3_600_000;

async function openFollowed(database: DatabaseHandle) {
  const corpus = await openCorpus({
    database,
    pollMs: NEVER_MS,
    onError(error) {
      throw error;
    },
  });
  return { ...corpus, [Symbol.asyncDispose]: () => corpus.close() };
}

const CHANGES: Record<string, (db: Kysely<Database>) => Promise<unknown>> = {
  "a new document": (db) => db.transaction().execute((trx) => storeItem(trx, "b")),
  "a retired document": (db) => db.updateTable("corpus_items").set({ state: "retired" }).execute(),
  "a dead link": (db) => db.updateTable("corpus_items").set({ link_status: "dead" }).execute(),
  "another title": (db) => db.updateTable("corpus_items").set({ title: "New" }).execute(),
  "another text": (db) => db.updateTable("corpus_passages").set({ text: "New" }).execute(),
  "another system": (db) =>
    db.insertInto("corpus_item_systems").values({ item_id: "a", system_id: "finch" }).execute(),
  "a deleted document": (db) => db.deleteFrom("corpus_items").execute(),
};

eachEngine(
  "every change of what can be quoted raises the corpus's version by one (§4.1)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a");
    await using corpus = await openFollowed(database);
    for (const [what, change] of Object.entries(CHANGES)) {
      const before = corpus.current();
      await change(db);
      const after = await corpus.refresh();
      assert.equal(after.version, before.version + 1, what);
    }
  },
);

eachEngine("a link check that finds no change keeps the corpus's version", async (database) => {
  const { db } = database;
  await storeItem(db, "a");
  await using corpus = await openFollowed(database);
  const before = corpus.current();
  await db.updateTable("corpus_items").set({ link_status: "live", link_checked_at: new Date() })
    .execute();
  assert.equal(await corpus.refresh(), before);
});

eachEngine("a transaction that is rolled back keeps the corpus's version", async (database) => {
  await using corpus = await openFollowed(database);
  const before = corpus.current();
  await assert.rejects(
    database.db.transaction().execute(async (trx) => {
      await storeItem(trx, "a");
      throw new Error("not after all");
    }),
    /not after all/,
  );
  assert.equal(await corpus.refresh(), before);
});

onServerOnly("a notification tells other processes of a change (design §5)", async () => {
  await using location = await migratedLocation("server");
  await using writer = await openDatabase(location);
  await using reader = await openDatabase(location);
  const changed = Promise.withResolvers<void>();
  await using corpus = await openFollowed({
    ...reader,
    listen: (channel, onNotify, onOutage) =>
      reader.listen(channel, async () => {
        await onNotify();
        changed.resolve();
      }, onOutage),
  });
  const before = corpus.current();
  await storeItem(writer.db, "page", {
    row: { content_type: "pdp", pdp_path: "/products/heron" },
  });
  await changed.promise;
  await corpus.refresh();
  assert.ok(corpus.current().version > before.version);
  assert.equal(corpus.current().pdpPathBySystemId.get("heron"), "/products/heron");
});

eachEngine(
  "a backup that is restored under a running process is read as a whole",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a");
    await using corpus = await openFollowed(database);
    // A restore writes rows before it makes their triggers.
    await sql`alter table corpus_items disable trigger user`.execute(db);
    await db.updateTable("corpus_items").set({ title: "As before" }).execute();
    await sql`alter table corpus_items enable trigger user`.execute(db);
    await sql`update corpus_version set version = version - 1`.execute(db);
    const { index } = await corpus.refresh();
    assert.equal(index?.items.get("a")?.passages[0]?.title, "As before");
  },
);

const LATER = new Date("2026-06-01T00:00:00Z");

const PATHS: {
  rule: string;
  items: Parameters<typeof storeItem>[2][];
  path: string | undefined;
}[] = [
  { rule: "no product page", items: [{ row: { pdp_path: "/0" } }], path: undefined },
  {
    rule: "no captured path",
    items: [{ row: { content_type: "pdp" } }],
    path: undefined,
  },
  {
    rule: "a retired page",
    items: [{ row: { content_type: "pdp", pdp_path: "/0", state: "retired" } }],
    path: undefined,
  },
  {
    rule: "a page about another system",
    items: [{ systemIds: ["finch"], row: { content_type: "pdp", pdp_path: "/0" } }],
    path: undefined,
  },
  {
    rule: "several pages: the latest",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0" } },
      { row: { content_type: "pdp", pdp_path: "/1", fetched_at: LATER } },
    ],
    path: "/1",
  },
  {
    rule: "a page about the system alone, before a later one about several",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0" } },
      {
        systemIds: ["finch", "heron"],
        row: { content_type: "pdp", pdp_path: "/1", fetched_at: LATER },
      },
    ],
    path: "/0",
  },
  {
    rule: "a dead page and another: the other",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead", fetched_at: LATER } },
      { row: { content_type: "pdp", pdp_path: "/1", link_status: "unchecked" } },
    ],
    path: "/1",
  },
  {
    rule: "only a dead page: no path",
    items: [{ row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" } }],
    path: undefined,
  },
  {
    rule: "an unchecked and a dead page at one path: no path",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "unchecked" } },
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" }, systemIds: ["finch"] },
    ],
    path: undefined,
  },
  {
    rule: "a live and a dead page at one path: the path",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "live" } },
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" } },
    ],
    path: "/0",
  },
];

eachEngine(
  "pdpPathBySystemId has the captured path of a system's product page (§4.1)",
  async (database) => {
    const { db } = database;
    await using corpus = await openFollowed(database);
    for (const { rule, items, path } of PATHS) {
      await db.deleteFrom("corpus_items").execute();
      for (const [index, item] of items.entries()) await storeItem(db, `item-${index}`, item);
      const { pdpPathBySystemId } = await corpus.refresh();
      assert.equal(pdpPathBySystemId.get("heron"), path, rule);
    }
  },
);

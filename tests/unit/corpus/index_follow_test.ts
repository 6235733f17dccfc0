import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import { openCorpus } from "../../../lib/corpus/mod.ts";
import { type Database, type DatabaseHandle, openDatabase } from "../../../lib/db/mod.ts";
import { storeItem } from "../../helpers/corpus.ts";
import { disposable, eachEngine, migratedLocation, onServerOnly } from "../../helpers/db.ts";

const NEVER_MS = 3_600_000;

async function follow(database: DatabaseHandle) {
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
  "a retired one": (db) => db.updateTable("corpus_items").set({ state: "retired" }).execute(),
  "a link that died": (db) => db.updateTable("corpus_items").set({ link_status: "dead" }).execute(),
  "another title": (db) => db.updateTable("corpus_items").set({ title: "New" }).execute(),
  "other words": (db) => db.updateTable("corpus_passages").set({ text: "New" }).execute(),
  "another system": (db) =>
    db.insertInto("corpus_item_systems").values({ item_id: "a", system_id: "finch" }).execute(),
  "one document less": (db) => db.deleteFrom("corpus_items").execute(),
};

eachEngine(
  "the corpus moves its version once with whatever changes what can be quoted (§4.1)",
  async (database) => {
    const { db } = database;
    await storeItem(db, "a");
    await using corpus = await follow(database);
    for (const [what, change] of Object.entries(CHANGES)) {
      const before = corpus.current();
      await change(db);
      const after = await corpus.refresh();
      assert.equal(after.version, before.version + 1, what);
    }
  },
);

eachEngine("a link found as it was before leaves the corpus's version", async (database) => {
  const { db } = database;
  await storeItem(db, "a");
  await using corpus = await follow(database);
  const before = corpus.current();
  await db.updateTable("corpus_items").set({ link_status: "live", link_checked_at: new Date() })
    .execute();
  assert.equal(await corpus.refresh(), before);
});

eachEngine("a transaction that is taken back leaves the corpus's version", async (database) => {
  await using corpus = await follow(database);
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

onServerOnly("every process learns of a change by its notification (design §5)", async () => {
  await using location = await migratedLocation("server");
  await using writer = disposable(await openDatabase(location));
  await using reader = disposable(await openDatabase(location));
  const changed = Promise.withResolvers<void>();
  await using corpus = await follow({
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

const LATER = new Date("2026-06-01T00:00:00Z");

const PATHS: {
  rule: string;
  items: Parameters<typeof storeItem>[2][];
  path: string | undefined;
}[] = [
  { rule: "without a product page", items: [{ row: { pdp_path: "/0" } }], path: undefined },
  {
    rule: "without a captured path",
    items: [{ row: { content_type: "pdp" } }],
    path: undefined,
  },
  {
    rule: "of a retired page",
    items: [{ row: { content_type: "pdp", pdp_path: "/0", state: "retired" } }],
    path: undefined,
  },
  {
    rule: "of a page about another system",
    items: [{ systemIds: ["finch"], row: { content_type: "pdp", pdp_path: "/0" } }],
    path: undefined,
  },
  {
    rule: "of several pages, the latest",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0" } },
      { row: { content_type: "pdp", pdp_path: "/1", fetched_at: LATER } },
    ],
    path: "/1",
  },
  {
    rule: "the page about the system alone, before one about several",
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
    rule: "no page that is known to be gone, but another",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead", fetched_at: LATER } },
      { row: { content_type: "pdp", pdp_path: "/1", link_status: "unchecked" } },
    ],
    path: "/1",
  },
  {
    rule: "none where the only page is known to be gone",
    items: [{ row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" } }],
    path: undefined,
  },
  {
    rule: "none at a path where another page is known to be gone",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "unchecked" } },
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" }, systemIds: ["finch"] },
    ],
    path: undefined,
  },
  {
    rule: "the path of a page that was found live, though another is gone from it",
    items: [
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "live" } },
      { row: { content_type: "pdp", pdp_path: "/0", link_status: "dead" } },
    ],
    path: "/0",
  },
];

eachEngine("the captured path of a system's product page (§4.1)", async (database) => {
  const { db } = database;
  await using corpus = await follow(database);
  for (const { rule, items, path } of PATHS) {
    await db.deleteFrom("corpus_items").execute();
    for (const [index, item] of items.entries()) await storeItem(db, `item-${index}`, item);
    const { pdpPathBySystemId } = await corpus.refresh();
    assert.equal(pdpPathBySystemId.get("heron"), path, rule);
  }
});

/** The in-memory list of a large library, which must equal what the database lists (§4.8). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Database } from "@/lib/db/mod.ts";
import { compareBytes } from "@/lib/media/library/held.ts";
import { createListHolder, listHolder, SMALL } from "@/lib/media/library/hold.ts";
import { countLibrary, pageQuery } from "@/lib/media/library/list.ts";
import { libraryFacets, parseLibraryQuery, queryLibrary } from "@/lib/media/mod.ts";
import { addMedia } from "@/tests/bench/media_volume.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { leap } from "@/tests/helpers/leap.ts";

const FILTERS = [
  "",
  "q=FOLDING",
  "q=50%25_\\",
  "q=É",
  "source=cms",
  "type=video",
  "usage=used",
  "coverage=untagged",
  "coverage=ai-unreviewed",
  "coverage=no-alt",
  "coverage=grouped",
  "coverage=ungrouped",
  "tagType=system&tagRef=system-0",
  "tagType=project&tagRef=volume-2",
  "tagType=system&tagRef=nowhere",
];
const SORTS = ["newest", "oldest", "name-asc", "name-desc", "gallery"];

/** Yields every pair of filters, with varying order and offset. */
function* searches(): Iterable<string> {
  let turn = 0;
  for (const [place, one] of FILTERS.entries()) {
    for (const other of FILTERS.slice(place)) {
      yield `${one}&${other}&sort=${SORTS[turn % SORTS.length]}&limit=7&offset=${turn % 3 * 5}`;
      turn++;
    }
  }
}

/** One search in this many is counted, because the database counts slowly and each filter is in many pairs. */
const COUNTED_EACH = 4;

async function assertSame(db: Kysely<Database>): Promise<void> {
  for (const [turn, search] of [...searches()].entries()) {
    const query = parseLibraryQuery(new URLSearchParams(search));
    const { items, total } = await queryLibrary(db, query, "");
    const stored = await pageQuery(db, query).execute();
    assert.deepEqual(items.map(({ id }) => id), stored.map(({ id }) => id), search);
    assert.equal(total, await countLibrary(db, query), search);
    if (turn % COUNTED_EACH > 0) continue;
    // In a transaction the list in memory is not used, so the database counts.
    const counted = await db.transaction().execute((trx) => libraryFacets(trx, query));
    assert.deepEqual(await libraryFacets(db, query), counted, search);
  }
}

eachEngine(
  "the in-memory list gives the same pages and counts as the database (§4.8)",
  async ({ db }) => {
    await addMedia(db, 400);
    const holder = listHolder(db);
    assert.ok(holder);
    assert.equal(await holder.current(""), null, "a small library is not loaded");
    await holder.load();
    assert.equal((await holder.current("ÉÀ"))?.list.orders.oldest.length, 400);
    await assertSame(db);

    const names = [
      "zebra \u{1F3E0}.jpg",
      "zebra \uFF5E.jpg",
      "zebra.jpg",
      "50%_\\ ÉTÉ.jpg",
      "Éa.jpg",
    ];
    for (const [place, filename] of names.entries()) {
      await db.insertInto("media_assets")
        .values({ id: `name-${place}`, filename, type: "image", created_at: new Date(0) })
        .execute();
    }
    await db.updateTable("media_assets").set({ title: "folding anew" })
      .where("id", "=", "volume-7").execute();
    await db.deleteFrom("media_assets").where("id", "in", ["volume-1", "volume-2"]).execute();
    await db.deleteFrom("media_tags").where("asset_id", "<", "volume-2").execute();
    await db.updateTable("media_tags").set({ state: "live" }).where("state", "=", "proposed")
      .execute();
    await db.deleteFrom("media_links").where("asset_id", "<", "volume-3").execute();
    await sql`update cms_projects set gallery_order = 1000 - gallery_order`.execute(db);
    await assertSame(db);

    await sql`truncate media_tags`.execute(db);
    assert.equal(await holder.current(""), null, "a change of everything makes the list load anew");
    await holder.load();
    await assertSame(db);
  },
);

eachEngine(
  "the in-memory list has what was committed, and nothing else (§4.8)",
  async ({ db, engine }) => {
    await addMedia(db, 50);
    const holder = createListHolder(db);
    await holder.load();
    const sizes = async () => (await holder.current(""))?.list.orders.oldest.length;
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("media_assets").execute();
        // The embedded engine has one connection, which this transaction occupies.
        if (engine === "server") assert.equal(await sizes(), 50);
        throw new Error("rolled back");
      }),
      /rolled back/,
    );
    assert.equal(await sizes(), 50);
    await db.deleteFrom("media_assets").where("id", "=", "volume-9").execute();
    assert.deepEqual(await Promise.all([sizes(), sizes()]), [49, 49]);
  },
);

eachEngine("a list above the memory limit is not kept in memory (§4.8)", async ({ db }) => {
  await addMedia(db, 600);
  const holder = createListHolder(db, 200_000);
  await holder.load();
  assert.equal(await holder.current(""), null);
});

eachEngine(
  "a small library is counted once in ten seconds, and loaded once it has grown (§4.8)",
  async ({ db }) => {
    let queries = 0;
    const counted = db.withPlugin({
      transformQuery({ node }) {
        queries++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const holder = createListHolder(counted);
    assert.equal(await holder.current(""), null);
    const before = queries;
    assert.ok(before > 0);
    assert.equal(await holder.current(""), null);
    assert.equal(queries, before);
    await sql`insert into media_assets (id, filename, type)
      select 'plain-' || number, number || '.jpg', 'image'
      from generate_series(0, ${sql.lit(SMALL)}) as number`.execute(db);
    using _ = leap(10_000);
    assert.equal(await holder.current(""), null, "it is loaded after this request");
    await holder.load();
    assert.equal((await holder.current(""))?.list.orders.oldest.length, SMALL + 1);
  },
);

Deno.test("compareBytes() orders texts by their UTF-8 bytes", () => {
  const texts = ["", "a", "ab", "b", "é", "\uD7FF", "\uE000", "\uFF5E", "\u{10000}", "\u{1F3E0}x"];
  for (const a of texts) {
    for (const b of texts) {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      assert.equal(Math.sign(compareBytes(a, b)), expected, `${a} and ${b}`);
    }
  }
});

/** Tests the counts of passages that were quoted to buyers. */
import assert from "node:assert/strict";
import {
  countItems,
  countRetrievals,
  findItem,
  listItems,
  retrievalsCountedSince,
} from "@/lib/corpus/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const MONDAY = new Date("2026-03-02T12:00:00Z");
const TUESDAY = new Date("2026-03-03T12:00:00Z");

eachEngine(
  "countRetrievals() counts passages that exist, and deleting a passage deletes its count",
  async ({ db }) => {
    const counts = () =>
      db.selectFrom("corpus_retrievals").selectAll().orderBy("item_id").orderBy("seq").execute();
    const version = () => db.selectFrom("corpus_version").select("version").executeTakeFirst();
    await storeItem(db, "a", { texts: ["one", "two", "three"] });
    await storeItem(db, "b");
    const before = await version();
    const quoted = (itemId: string, seq: number, times = 1) => ({ itemId, seq, times });
    const [a1, a3, b1] = [quoted("a", 1), quoted("a", 3), quoted("b", 1)];
    await countRetrievals(db, [], MONDAY);
    assert.deepEqual(await counts(), []);
    await countRetrievals(db, [b1, quoted("a", 3, 2), quoted("a", 9), quoted("z", 1)], TUESDAY);
    await countRetrievals(db, [a3, a1, a1], MONDAY);
    assert.deepEqual(await counts(), [
      { item_id: "a", seq: 1, retrieved: 2, last_at: MONDAY },
      { item_id: "a", seq: 3, retrieved: 3, last_at: TUESDAY },
      { item_id: "b", seq: 1, retrieved: 1, last_at: TUESDAY },
    ]);
    const { passages = [] } = await findItem(db, "a") ?? {};
    assert.deepEqual(passages.map(({ quoted, lastQuotedAt }) => [quoted, lastQuotedAt]), [
      [2, MONDAY],
      [0, null],
      [3, TUESDAY],
    ]);

    await Promise.all(
      Array.from(
        { length: 10 },
        (_, n) => countRetrievals(db, n % 2 === 0 ? [a1, a3, b1] : [b1, a3, a1], TUESDAY),
      ),
    );
    assert.deepEqual((await counts()).map(({ retrieved }) => retrieved), [12, 13, 11]);
    assert.deepEqual(
      await version(),
      before,
      "the corpus keeps its version, so that cached quotes stay valid",
    );

    await db.deleteFrom("corpus_passages").where("item_id", "=", "a").where("seq", "=", 3)
      .execute();
    await db.deleteFrom("corpus_items").where("id", "=", "b").execute();
    assert.deepEqual((await counts()).map(({ item_id, seq }) => [item_id, seq]), [["a", 1]]);
  },
);

eachEngine(
  "listItems() finds the documents with a passage that was never quoted",
  async ({ db }) => {
    await storeItem(db, "a", { texts: ["one"] });
    await storeItem(db, "b", { texts: ["one", "two", "three"] });
    await storeItem(db, "c", { texts: ["one", "two"] });
    await storeItem(db, "empty", { texts: [] });
    await storeItem(db, "retired", { row: { state: "retired" } });
    await countRetrievals(
      db,
      [{ itemId: "a", seq: 1, times: 1 }, { itemId: "b", seq: 2, times: 5 }],
      MONDAY,
    );
    const filter = { state: "active", neverQuoted: true } as const;
    const asked = { order: "title", descending: false, page: 1, size: 10 } as const;
    const { items, total } = await listItems(db, filter, asked);
    assert.deepEqual(items.map(({ id }) => id), ["b", "c"]);
    assert.equal(total, await countItems(db, filter));
  },
);

eachEngine(
  "retrievalsCountedSince() returns when the table of counts was created",
  async ({ db }) => {
    const since = await retrievalsCountedSince(db);
    assert.ok(since !== null && since.getTime() <= Date.now());
  },
);

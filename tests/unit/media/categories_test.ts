/** Categories as records, and the list of them (spec §2.12). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import {
  categoryEntity,
  type CategoryRecord,
  categoryUses,
  listCategories,
} from "@/lib/media/changes/categories.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aCatalog, aFactor } from "@/tests/helpers/factories.ts";
import { storeAssets } from "@/tests/helpers/media.ts";
import type { Transaction } from "kysely";

function aCategory(id: string, parts: Partial<CategoryRecord> = {}): CategoryRecord {
  const category = {
    axis: "application",
    name: id,
    words: [],
    optionIds: [],
    position: 1,
  } as const;
  return { id, ...category, retired: false, ...parts };
}

function within<T>({ db }: DatabaseHandle, act: (trx: Transaction<Database>) => Promise<T>) {
  return db.transaction().execute(act);
}

async function store(database: DatabaseHandle, ...categories: CategoryRecord[]): Promise<void> {
  await seedCatalog(
    database,
    aCatalog({ factors: [aFactor("place", ["home", "shop", "Inn"])] }),
  );
  await within(database, async (trx) => {
    for (const category of categories) await categoryEntity.insert?.(trx, category);
  });
}

anyDatabase(
  "a category is read back as it was written, its answers sorted by id",
  async (database) => {
    const one = aCategory("one", { optionIds: ["Inn", "home"], words: ["a", "b"], position: 4 });
    const other = aCategory("other", { optionIds: ["home"], retired: true });
    await store(database, one, other);
    const read = (id: string) =>
      within(database, (trx) => categoryEntity.read(trx, id, { lock: false }));
    assert.deepEqual(await read("one"), one);
    assert.deepEqual(await read("other"), other);
    const changed = { ...one, name: "New", optionIds: ["home", "shop"], retired: true };
    await within(database, (trx) => categoryEntity.update(trx, changed, one));
    assert.deepEqual(await read("one"), changed);
    assert.deepEqual(await read("other"), other, "the answers of others stay");
    await within(database, (trx) => categoryEntity.update(trx, one, changed));
    assert.deepEqual(await read("one"), one);
  },
);

anyDatabase("a retired category that is changed keeps its time of retirement", async (database) => {
  const old = aCategory("old", { retired: true });
  await store(database, old);
  const then = new Date("2026-01-01T00:00:00Z");
  await database.db.updateTable("media_categories").set({ retired_at: then }).execute();
  await within(database, (trx) => categoryEntity.update(trx, { ...old, name: "New" }, old));
  const row = await database.db.selectFrom("media_categories").select("retired_at")
    .executeTakeFirstOrThrow();
  assert.deepEqual(row.retired_at, then);
});

anyDatabase(
  "categories are listed by position, name and id, retired ones last, with their uses",
  async (database) => {
    await store(
      database,
      aCategory("retired", { position: 0, retired: true }),
      aCategory("late", { name: "A", axis: "geography", position: 2, optionIds: ["home", "shop"] }),
      aCategory("b", { name: "B", axis: "geography" }),
      aCategory("a2", { name: "A" }),
      aCategory("a1", { name: "A", axis: "attribute" }),
    );
    await storeAssets(database.db, [{ id: "x" }, { id: "y" }, { id: "z" }]);
    const proposal = { source: "proposer", confidence: 0.5 } as const;
    await database.db.insertInto("media_tags").values([
      { asset_id: "x", tag_type: "geography", tag_ref: "b" },
      { asset_id: "y", tag_type: "geography", tag_ref: "b" },
      { asset_id: "z", tag_type: "geography", tag_ref: "b", state: "rejected", ...proposal },
      { asset_id: "z", tag_type: "attribute", tag_ref: "a1", state: "proposed", ...proposal },
      { asset_id: "z", tag_type: "geography", tag_ref: "a2" },
    ]).execute();
    const listed = await listCategories(database.db);
    assert.deepEqual(
      listed.map(({ id, options, live, proposed }) => [id, options, live, proposed]),
      [["a1", 0, 0, 1], ["a2", 0, 0, 0], ["b", 0, 2, 0], ["late", 2, 0, 0], ["retired", 0, 0, 0]],
    );
    for (const { id, axis, live, proposed } of listed) {
      assert.deepEqual(await categoryUses(database.db, { id, axis }), { live, proposed });
    }
  },
);

/** Undoing what one request did to several pictures (spec §2.12, §6.2). */
import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import type { Author } from "@/lib/records/mod.ts";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import {
  groupAssets,
  readAssets,
  setAltText,
  tagAssets,
  takeBackChanges,
  untagAssets,
} from "@/lib/media/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";
import { storeAssets } from "@/tests/helpers/media.ts";

const IDS = ["a", "b", "c", "d", "e"];
const fold = { type: "system", ref: "fold" } as const;

let requests = 0;

function ann(): Author & { requestId: string } {
  return { staff: { email: "ann@example.com" }, requestId: `request-${++requests}` };
}

function pictures(db: Kysely<Database>) {
  return readAssets(db, IDS, { lock: false });
}

eachEngine(
  "takeBackChanges() undoes every bulk action, and can itself be undone (§2.12)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog({ systems: [aSystem("fold")] }));
    await storeAssets(db, IDS.map((id) => ({ id, ...(id === "c" && { alt_text: "Glass" }) })));
    const tag = { tag_type: "system", tag_ref: "fold" } as const;
    await db.insertInto("media_tags").values([
      { asset_id: "a", ...tag, state: "proposed", source: "proposer", confidence: 0.83 },
      { asset_id: "b", ...tag, state: "rejected", source: "proposer", confidence: 0.4 },
      { asset_id: "c", ...tag, source: "cms" },
      { asset_id: "d", ...tag },
    ]).execute();
    await groupAssets(db, { by: ann(), ids: ["a", "b"], group: { name: "Dusk" } });
    await groupAssets(db, { by: ann(), ids: ["c"], group: { name: "Dawn" } });
    const before = await pictures(db);
    const groups = () =>
      db.selectFrom("shot_groups").select(["id", "name"]).orderBy("name").execute();
    const groupsBefore = await groups();
    const acts = {
      tag: (by: Author) => tagAssets(db, { by, ids: IDS, tags: [fold] }),
      untag: (by: Author) => untagAssets(db, { by, ids: IDS, tags: [fold] }),
      alt: (by: Author) => setAltText(db, { by, ids: IDS, altText: "A wall", onlyMissing: true }),
      ungroup: (by: Author) => groupAssets(db, { by, ids: IDS, group: null }),
      group: (by: Author) => groupAssets(db, { by, ids: IDS, group: { name: "All" } }),
    };
    for (const [name, act] of Object.entries(acts)) {
      const by = ann();
      await act(by);
      const after = await pictures(db);
      assert.notDeepEqual(after, before, name);
      const { requestId } = by;
      const bob: Author = { staff: { email: "bob@example.com" }, requestId: "request-of-bob" };
      const others = await takeBackChanges(db, { by: bob, requestId });
      assert.deepEqual(others, { kind: "done", changed: 0, unchanged: 0, missing: 0 }, name);
      const [undo, redo] = [ann(), ann()];
      await takeBackChanges(db, { by: undo, requestId });
      assert.deepEqual(await pictures(db), before, name);
      assert.deepEqual(await groups(), groupsBefore, name);
      const { count } = await db.selectFrom("audit_log").where("action", "=", "create")
        .where("request_id", "=", undo.requestId).select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), name.endsWith("group") ? 2 : 0, `${name}: groups made again`);
      const twice = await takeBackChanges(db, { by: ann(), requestId });
      assert.ok(
        twice.kind === "done" && twice.changed === 0,
        `${name}: a second undo changes nothing`,
      );
      await takeBackChanges(db, { by: redo, requestId: undo.requestId });
      assert.deepEqual(await pictures(db), after, `${name}: the undo can be undone`);
      await takeBackChanges(db, { by: ann(), requestId: redo.requestId });
      assert.deepEqual(await pictures(db), before, name);
    }
  },
);

eachEngine(
  "takeBackChanges() leaves assets that have changed since or are deleted (§6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog({ systems: [aSystem("fold")] }));
    await storeAssets(db, IDS.map((id) => ({ id })));
    const by = ann();
    await tagAssets(db, { by, ids: ["a", "b", "c"], tags: [fold] });
    await setAltText(db, { by: ann(), ids: ["b"], altText: "A wall", onlyMissing: true });
    await db.deleteFrom("media_assets").where("id", "=", "c").execute();
    const outcome = await takeBackChanges(db, { by: ann(), requestId: by.requestId });
    assert.deepEqual(outcome, { kind: "done", changed: 1, unchanged: 1, missing: 1 });
    const left = (await pictures(db)).map(({ id, tags }) => [id, tags.length]);
    assert.deepEqual(left, [["a", 0], ["b", 1], ["d", 0], ["e", 0]]);
  },
);

eachEngine(
  "takeBackChanges() keeps both groups of pictures that change places (§6.2)",
  async (database) => {
    const { db } = database;
    await storeAssets(db, IDS.map((id) => ({ id })));
    const put = (by: Author, id: string, group: { id: string } | { name: string }) =>
      groupAssets(db, { by, ids: [id], group });
    for (const id of ["a", "b"]) await put(ann(), id, { name: `Group of ${id}` });
    const before = await pictures(db);
    const groupOf = (id: string) => ({
      id: before.find((one) => one.id === id)?.shotGroupId ?? "",
    });
    await put(ann(), "c", groupOf("a"));
    const by = ann();
    await put(by, "a", groupOf("b"));
    await put(by, "b", groupOf("a"));
    await groupAssets(db, { by: ann(), ids: ["c"], group: null });
    await takeBackChanges(db, { by: ann(), requestId: by.requestId });
    assert.deepEqual(await pictures(db), before);
  },
);

eachEngine(
  "takeBackChanges() restores to its group what could not be restored with the others (§6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog({ systems: [aSystem("fold")] }));
    await storeAssets(db, IDS.map((id) => ({ id })));
    await groupAssets(db, { by: ann(), ids: ["a", "b"], group: { name: "Dusk" } });
    const before = await pictures(db);
    const by = ann();
    await groupAssets(db, { by, ids: ["a", "b"], group: null });
    await tagAssets(db, { by: ann(), ids: ["a"], tags: [fold] });
    const takeBack = () => takeBackChanges(db, { by: ann(), requestId: by.requestId });
    const done = { kind: "done", changed: 1, unchanged: 1, missing: 0 };
    assert.deepEqual(await takeBack(), done);
    await untagAssets(db, { by: ann(), ids: ["a"], tags: [fold] });
    assert.deepEqual(await takeBack(), done);
    assert.deepEqual(await pictures(db), before);
  },
);

eachEngine(
  "takeBackChanges() restores other groups when one was deleted since with its last picture (§6.2)",
  async ({ db }) => {
    await storeAssets(db, IDS.map((id) => ({ id })));
    await groupAssets(db, { by: ann(), ids: ["a", "b"], group: { name: "Dusk" } });
    await groupAssets(db, { by: ann(), ids: ["c", "d"], group: { name: "Dawn" } });
    const by = ann();
    await groupAssets(db, { by, ids: ["a", "c"], group: null });
    await groupAssets(db, { by: ann(), ids: ["b"], group: null });
    const outcome = await takeBackChanges(db, { by: ann(), requestId: by.requestId });
    assert.deepEqual(outcome, { kind: "done", changed: 1, unchanged: 1, missing: 0 });
    const grouped = (await pictures(db)).filter(({ shotGroupId }) => shotGroupId !== null);
    assert.deepEqual(grouped.map(({ id }) => id), ["c", "d"]);
  },
);

eachEngine(
  "takeBackChanges() undoes every change of a request that changed a picture twice (§6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog({ systems: [aSystem("fold")] }));
    await storeAssets(db, IDS.map((id) => ({ id })));
    const before = await pictures(db);
    const by = ann();
    await tagAssets(db, { by, ids: ["a", "b"], tags: [fold] });
    await setAltText(db, { by: ann(), ids: ["b"], altText: "Another's", onlyMissing: true });
    const between = await pictures(db);
    await setAltText(db, { by, ids: ["a", "b"], altText: "A wall", onlyMissing: false });
    const outcome = await takeBackChanges(db, { by: ann(), requestId: by.requestId });
    assert.deepEqual(outcome, { kind: "done", changed: 2, unchanged: 0, missing: 0 });
    const [a, b] = await pictures(db);
    assert.deepEqual(a, before[0]);
    assert.deepEqual(b, between[1], "the change of another request in between stays");
  },
);

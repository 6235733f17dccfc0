import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import { type Author, readRecord } from "@/lib/records/mod.ts";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { type Database, type DatabaseHandle, transact } from "@/lib/db/mod.ts";
import {
  assetEntity,
  type AssetRecord,
  deleteAssets,
  exportLibrary,
  galleryEntity,
  groupAssets,
  linkAsset,
  lockUses,
  MAX_BULK,
  parseLibraryQuery,
  proposeTags,
  saveAsset,
  saveGallery,
  saveOptionPicture,
  setAltText,
  tagAssets,
  type TagRef,
  unlinkAsset,
  untagAssets,
  whereUsed,
} from "@/lib/media/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine, migratedLocation, onServerOnly, opened } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";
import { storeAsset, storeAssets } from "@/tests/helpers/media.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const catalog = aCatalog({
  systems: [aSystem("fold"), aSystem("slide"), aSystem("gone", { retired: true })],
  factors: [aFactor("place", ["home", "shop"])],
});

const fold: TagRef = { type: "system", ref: "fold" };

/** Three pictures `a`, `b` and `c` on a small catalog with one category. */
async function library({ db, ...handle }: DatabaseHandle): Promise<Kysely<Database>> {
  await seedCatalog({ db, ...handle }, catalog);
  await storeAssets(db, [{ id: "a" }, { id: "b" }, { id: "c" }]);
  await db.insertInto("media_categories")
    .values({ id: "clinic", axis: "application", name: "Clinic" }).execute();
  return db;
}

async function asset(db: Kysely<Database>, id: string): Promise<AssetRecord> {
  const stored = await readRecord(db, assetEntity, id);
  assert.ok(stored, id);
  return stored.record;
}

async function log(db: Kysely<Database>): Promise<string[]> {
  const entries = await db.selectFrom("audit_log")
    .select(["action", "entity_type", "entity_id"]).orderBy("seq").execute();
  return entries.map((entry) => `${entry.action} ${entry.entity_type} ${entry.entity_id}`);
}

eachEngine(
  "saveAsset() saves every field of a form with one audit entry (§2.12)",
  async (database) => {
    const db = await library(database);
    const stored = await readRecord(db, assetEntity, "a");
    const version = stored?.version ?? "";
    const edit = {
      title: "At dusk",
      altText: "A wall of glass",
      focalX: 0.25,
      focalY: 0.75,
    } as const;
    const saved = await saveAsset(db, { by, id: "a", version, edit });
    assert.equal(saved.kind, "changed");
    assert.deepEqual(await asset(db, "a"), {
      id: "a",
      type: "image",
      filename: "a.jpg",
      title: "At dusk",
      altText: "A wall of glass",
      focalX: 0.25,
      focalY: 0.75,
      galleryPosition: null,
      shotGroupId: null,
      tags: [],
    });
    assert.deepEqual(await log(db), ["update media a"]);

    const again = await saveAsset(db, { by, id: "a", version, edit });
    assert.equal(again.kind, "unchanged", "the same form twice changes nothing more");
    const other = await saveAsset(db, { by, id: "a", version, edit: { title: "Other" } });
    assert.equal(other.kind, "conflict");
    assert.equal((await saveAsset(db, { by, id: "none", version, edit })).kind, "missing");
    assert.deepEqual(await log(db), ["update media a"]);
  },
);

eachEngine(
  "tagAssets() refuses tags without a live record, and writes nothing (§2.12)",
  async (database) => {
    const db = await library(database);
    const refused = [
      { type: "system", ref: "nobody" },
      { type: "system", ref: "gone" },
      { type: "factor", ref: "castle" },
      { type: "geography", ref: "clinic" },
      { type: "project", ref: "no\0thing" },
    ] as const;
    for (const tag of refused) {
      const outcome = await tagAssets(db, { by, ids: ["a"], tags: [tag] });
      assert.ok(outcome.kind === "invalid", JSON.stringify(tag));
      assert.deepEqual(Object.keys(outcome.fields), ["tags"]);
    }
    assert.deepEqual((await asset(db, "a")).tags, []);
    assert.deepEqual(await log(db), []);
  },
);

eachEngine("saveAsset() refuses invalid fields, and writes nothing (§2.12)", async (database) => {
  const db = await library(database);
  const cases: [string, Parameters<typeof saveAsset>[1]["edit"]][] = [
    ["group", { title: "x", shotGroupId: "nowhere" }],
    ["group", { shotGroupId: "no\0where" }],
    ["focalX", { focalX: 1.5 }],
    ["focalY", { focalY: Number.NaN }],
  ];
  for (const [field, edit] of cases) {
    const outcome = await saveAsset(db, { by, id: "a", edit });
    assert.ok(outcome.kind === "invalid", JSON.stringify(edit));
    assert.deepEqual(Object.keys(outcome.fields), [field]);
  }
  assert.equal((await asset(db, "a")).title, null);
  assert.deepEqual(await log(db), []);
});

eachEngine(
  "bulk actions count changed, unchanged and missing assets (§2.12)",
  async (database) => {
    const db = await library(database);
    await tagAssets(db, { by, ids: ["a"], tags: [fold] });
    await saveAsset(db, { by, id: "a", edit: { altText: "Kept" } });
    const ids = ["c", "a", "b", "b", "none", "no\0thing"];
    assert.deepEqual(await tagAssets(db, { by, ids, tags: [fold] }), {
      kind: "done",
      changed: 2,
      unchanged: 1,
      missing: 2,
    });
    assert.deepEqual(await log(db), [
      "tag media a",
      "update media a",
      "tag media b",
      "tag media c",
    ]);
    const alt = { by, ids, altText: "A wall", onlyMissing: true };
    assert.deepEqual(await setAltText(db, alt), {
      kind: "done",
      changed: 2,
      unchanged: 1,
      missing: 2,
    });
    assert.equal((await asset(db, "a")).altText, "Kept");
    await setAltText(db, { ...alt, onlyMissing: false });
    assert.equal((await asset(db, "a")).altText, "A wall");
    await untagAssets(db, { by, ids: ["a"], tags: [fold] });
    assert.deepEqual((await asset(db, "a")).tags, []);
  },
);

anyDatabase(
  "actions on more pictures than one statement takes reach all of them (§2.12, §4.8)",
  async (database) => {
    const db = await library(database);
    const ids = Array.from({ length: 1_010 }, (_, place) => `picture-${place}`);
    await storeAssets(db, ids.map((id) => ({ id, title: "A clinic" })));
    const outcome = await tagAssets(db, { by, ids, tags: [fold] });
    assert.deepEqual(outcome, { kind: "done", changed: ids.length, unchanged: 0, missing: 0 });
    const tagged = await db.selectFrom("media_tags").select("asset_id")
      .where("tag_ref", "=", "fold").execute();
    assert.deepEqual(new Set(tagged.map(({ asset_id }) => asset_id)), new Set(ids));
    assert.equal((await log(db)).length, ids.length);
    const { assets, proposals } = await proposeTags(db, { by, ids });
    assert.deepEqual([assets, proposals], [ids.length, ids.length]);
    const query = parseLibraryQuery(new URLSearchParams("tagType=system&tagRef=fold"));
    const exported = await Array.fromAsync(exportLibrary(db, query, "https://video.example"));
    assert.equal(exported.flat().length, ids.length);
  },
);

eachEngine(
  "a bulk action with a retired tag, an unknown group or too many assets writes nothing (§2.12)",
  async (database) => {
    const db = await library(database);
    const tags: TagRef[] = [fold, { type: "system", ref: "gone" }];
    const outcome = await tagAssets(db, { by, ids: ["a", "b"], tags });
    assert.equal(outcome.kind, "invalid");
    const many = Array.from({ length: MAX_BULK + 1 }, (_, index) => `p${index}`);
    assert.equal((await tagAssets(db, { by, ids: many, tags: [fold] })).kind, "invalid");
    assert.equal((await deleteAssets(db, { by, ids: many, confirmed: true })).kind, "invalid");
    const repeated = await untagAssets(db, { by, ids: many.fill("a"), tags: [fold] });
    assert.deepEqual(repeated, { kind: "done", changed: 0, unchanged: 1, missing: 0 });
    assert.equal(
      (await groupAssets(db, { by, ids: ["a"], group: { id: "none" } })).kind,
      "invalid",
    );
    assert.deepEqual((await asset(db, "a")).tags, []);
    assert.deepEqual(await log(db), []);
  },
);

eachEngine("untagAssets() keeps a tag from the CMS as rejected (§2.12)", async (database) => {
  const db = await library(database);
  await db.insertInto("media_tags").values([
    { asset_id: "a", tag_type: "system", tag_ref: "fold", source: "cms" },
    { asset_id: "b", tag_type: "system", tag_ref: "fold", state: "rejected" },
  ]).execute();
  await untagAssets(db, { by, ids: ["a", "b"], tags: [fold] });
  assert.deepEqual((await asset(db, "a")).tags, [
    { ...fold, state: "rejected", source: "cms", confidence: null },
  ]);
  await tagAssets(db, { by, ids: ["a"], tags: [fold] });
  assert.equal((await asset(db, "a")).tags[0]?.state, "live");
});

eachEngine(
  "a shot group is created with its first picture and deleted with its last (§2.12)",
  async (database) => {
    const db = await library(database);
    const groups = () => db.selectFrom("shot_groups").select("name").orderBy("name").execute();
    await groupAssets(db, { by, ids: ["none"], group: { name: "Empty" } });
    assert.deepEqual(await groups(), []);
    await groupAssets(db, { by, ids: ["a", "b"], group: { name: "Dusk" } });
    const { shotGroupId: id } = await asset(db, "a");
    assert.ok(id);
    await groupAssets(db, { by, ids: ["c"], group: { id } });
    assert.equal((await asset(db, "c")).shotGroupId, id);
    await groupAssets(db, { by, ids: ["a", "b"], group: null });
    assert.deepEqual(await groups(), [{ name: "Dusk" }]);
    await saveAsset(db, { by, id: "c", edit: { shotGroupId: null } });
    assert.deepEqual(await groups(), []);
    const wrong = { title: "x", focalX: 2, newGroup: "Dawn" };
    assert.equal((await saveAsset(db, { by, id: "c", edit: wrong })).kind, "invalid");
    assert.deepEqual(await groups(), [], "a refused save creates no group");
    await saveAsset(db, { by, id: "c", edit: { ...wrong, focalX: 0.2 } });
    const { shotGroupId: own } = await asset(db, "c");
    assert.deepEqual(await groups(), [{ name: "Dawn" }]);
    assert.deepEqual(await log(db), [
      "group media a",
      "group media b",
      `create shot-group ${id}`,
      "group media c",
      "ungroup media a",
      "ungroup media b",
      "update media c",
      `delete shot-group ${id}`,
      "update media c",
      `create shot-group ${own}`,
    ]);
  },
);

eachEngine(
  "saveGallery() saves the whole gallery in order, and refuses a stale version (§2.1)",
  async (database) => {
    const db = await library(database);
    const { version = "" } = await readRecord(db, galleryEntity, "fold") ?? {};
    const gallery = { displayMode: "slideshow", assetIds: ["c", "a"], primaryId: "a" } as const;
    const saved = await saveGallery(db, "fold", { by, version, ...gallery });
    assert.equal(saved.kind, "changed");
    const stored = await readRecord(db, galleryEntity, "fold");
    assert.deepEqual(stored?.record, { systemId: "fold", ...gallery });
    const late = await saveGallery(db, "fold", { by, version, ...gallery, assetIds: ["b"] });
    assert.equal(late.kind, "conflict");
    const many = Array.from({ length: 101 }, (_, index) => `p${index}`);
    await storeAssets(db, many.map((id) => ({ id })));
    const wrong = [
      [{ assetIds: many, primaryId: null }, "assetIds"],
      [{ assetIds: ["a", "a"] }, "assetIds"],
      [{ assetIds: ["a", "none"] }, "assetIds"],
      [{ assetIds: ["b"] }, "primaryId"],
    ] as const;
    for (const [part, field] of wrong) {
      const version = stored?.version ?? "";
      const outcome = await saveGallery(db, "fold", { by, version, ...gallery, ...part });
      assert.ok(outcome.kind === "invalid");
      assert.deepEqual(Object.keys(outcome.fields), [field]);
    }
    const none = await saveGallery(db, "nobody", { by, version, ...gallery });
    assert.equal(none.kind, "missing");
    assert.deepEqual(await log(db), ["update system-gallery fold"]);
  },
);

eachEngine(
  "linkAsset() and unlinkAsset() change what whereUsed() lists (§2.12)",
  async (database) => {
    const db = await library(database);
    const system = { type: "system", id: "fold" } as const;
    const option = { type: "option", id: "home" } as const;
    await linkAsset(db, { by, assetId: "a", owner: system });
    await linkAsset(db, { by, assetId: "b", owner: system });
    await linkAsset(db, { by, assetId: "b", owner: option });
    await linkAsset(db, { by, assetId: "a", owner: option });
    assert.equal((await linkAsset(db, { by, assetId: "a", owner: system })).kind, "unchanged");
    assert.equal((await linkAsset(db, { by, assetId: "x", owner: system })).kind, "invalid");
    assert.equal(
      (await saveOptionPicture(db, { by, optionId: "home", assetId: "x" })).kind,
      "invalid",
    );
    await storeAsset(db, { id: "film", type: "video", video_id: "42" });
    const film = await saveOptionPicture(db, { by, optionId: "home", assetId: "film" });
    assert.ok(film.kind === "invalid", "an answer shows no video");
    assert.equal(film.fields.assetId, "This place takes pictures only");
    assert.deepEqual(
      (await whereUsed(db, ["a"])).map((use) => `${use.ownerType} ${use.ownerName} ${use.slot}`),
      ["system System fold gallery", "option Option home default"],
    );
    assert.equal((await whereUsed(db, ["b"])).length, 1, "an option has one picture");
    const other = await unlinkAsset(db, { by, assetId: "b", owner: option });
    assert.equal(other.kind, "unchanged", "the option has another picture by now");
    await unlinkAsset(db, { by, assetId: "a", owner: option });
    await db.updateTable("media_links").set({ is_primary: true })
      .where("owner_type", "=", "system").where("asset_id", "=", "a").execute();
    const left = await unlinkAsset(db, { by, assetId: "a", owner: system });
    assert.ok(left.kind === "changed");
    const gallery = { systemId: "fold", displayMode: "grid", assetIds: ["b"], primaryId: null };
    assert.deepEqual(left.record, gallery, "the audit log names no picture outside the gallery");
    assert.deepEqual(await whereUsed(db, ["a"]), []);
  },
);

eachEngine(
  "deleteAssets() deletes assets in use only when that is confirmed (§2.12)",
  async (database) => {
    const db = await library(database);
    await db.insertInto("media_blobs").values({ asset_id: "a", seq: 0, bytes: new Uint8Array(3) })
      .execute();
    await tagAssets(db, { by, ids: ["a", "b"], tags: [fold] });
    await groupAssets(db, { by, ids: ["a"], group: { name: "Dusk" } });
    await linkAsset(db, { by, assetId: "a", owner: { type: "system", id: "fold" } });
    const before = (await log(db)).length;
    const ids = ["a", "b", "none"];
    assert.deepEqual(await deleteAssets(db, { by, ids, confirmed: false }), { kind: "used" });
    assert.ok(await asset(db, "b"), "nothing is deleted");
    assert.deepEqual(await deleteAssets(db, { by, ids, confirmed: true }), {
      kind: "done",
      deleted: 2,
      missing: 1,
    });
    for (const table of ["media_blobs", "media_tags", "media_links", "shot_groups"] as const) {
      assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
    }
    const entries = (await log(db)).slice(before);
    assert.deepEqual(entries.slice(0, 2), ["delete media a", "delete media b"]);
    assert.match(entries[2] ?? "", /^delete shot-group /);
    const { before: deleted } = await db.selectFrom("audit_log").select("before")
      .where("entity_id", "=", "a").where("action", "=", "delete").executeTakeFirstOrThrow();
    assert.deepEqual(Reflect.get(deleted ?? {}, "uses"), ["system fold gallery"]);
    await storeAsset(db, { id: "lone" });
    const { deleting } = await transact(db, async (trx) => {
      await lockUses(trx);
      const deleting = deleteAssets(db, { by, ids: ["lone"], confirmed: false });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await trx.insertInto("media_links")
        .values({ owner_type: "system", owner_id: "fold", slot: "gallery", asset_id: "lone" })
        .execute();
      return { deleting };
    });
    assert.deepEqual(await deleting, { kind: "used" }, "somebody used it meanwhile");
    await db.deleteFrom("media_links").execute();
    const lone = await deleteAssets(db, { by, ids: ["lone"], confirmed: false });
    assert.equal(lone.kind, "done");
  },
);

onServerOnly("concurrent bulk actions wait for each other, and none is lost (§2.12)", async () => {
  await using database = await opened(migratedLocation("server"));
  const db = await library(database);
  const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
  await storeAssets(db, ids.map((id) => ({ id })));
  const backwards = ids.toReversed();
  const slide: TagRef = { type: "system", ref: "slide" };
  const gallery = (assetId: string) =>
    linkAsset(db, { by, assetId, owner: { type: "system", id: "slide" } });
  await Promise.all([
    tagAssets(db, { by, ids, tags: [fold] }),
    tagAssets(db, { by, ids: backwards, tags: [slide] }),
    groupAssets(db, { by, ids: ids.slice(0, 30), group: { name: "One" } }),
    groupAssets(db, { by, ids: backwards.slice(0, 30), group: { name: "Two" } }),
    setAltText(db, { by, ids: backwards, altText: "A wall", onlyMissing: true }),
    ...["p1", "p2", "p39"].map(gallery),
    deleteAssets(db, { by, ids: ["p39", "p38"], confirmed: true }),
    untagAssets(db, { by, ids, tags: [slide] }),
    saveAsset(db, { by, id: "p7", edit: { title: "Seven" } }),
  ]);
  const left = await db.selectFrom("media_assets").select(["id", "alt_text"])
    .where("id", "like", "p%").execute();
  assert.equal(left.length, 38);
  assert.ok(left.every((row) => row.alt_text === "A wall"));
  const tagged = await db.selectFrom("media_tags").select("asset_id")
    .where("tag_ref", "=", "fold").execute();
  assert.equal(tagged.length, 38);
});

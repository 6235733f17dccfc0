/** The projects that buyers may see, kept up with whatever writes them (spec §2.13, §4.1). */
import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import type { Database, DatabaseHandle } from "../../../lib/db/mod.ts";
import { openProjectIndex, openProjects, type ProjectIndex } from "../../../lib/projects/mod.ts";
import { eachEngine } from "../../helpers/db.ts";
import { storeAssets } from "../../helpers/media.ts";

type Change = (db: Kysely<Database>) => Promise<unknown>;

/** An index that reads when it is told to, and fails the test for what it cannot. */
async function openIndex({ db }: Pick<DatabaseHandle, "db">) {
  const index = await openProjectIndex({
    database: { db, listen: () => Promise.resolve(() => Promise.resolve()) },
    siteUrl: "https://site.example",
    playerUrl: "https://video.example",
    pollMs: 3_600_000,
    onError(error) {
      throw error;
    },
  });
  return { ...index, [Symbol.asyncDispose]: () => index.close() };
}

async function storeGraph(db: Kysely<Database>): Promise<void> {
  await db.insertInto("systems").values(
    ["heron", "vane"].map((id, n) => ({ id, name: id, position: n })),
  ).execute();
  await db.insertInto("cms_system_mappings").values([
    { system_id: "heron", cms_term_name: "heron", cms_term_uuid: "term-heron" },
    { system_id: "vane", cms_term_name: "vane", cms_term_uuid: null },
  ]).execute();
  await db.insertInto("media_categories").values([
    { id: "office", axis: "application", name: "Offices", words: [] },
    { id: "coast", axis: "geography", name: "Coast", words: [] },
  ]).execute();
  await storeAssets(db, [
    { id: "second", alt_text: "Second", gallery_position: 2, remote_url: "https://a.example/2" },
    { id: "first", alt_text: "First", gallery_position: 1, remote_url: "https://a.example/1" },
    { id: "film", type: "video", video_id: "v", gallery_position: 0 },
    { id: "gone", alt_text: "No original", gallery_position: 0 },
    { id: "other", alt_text: "Other" },
  ]);
  await db.insertInto("cms_projects").values([
    { uuid: "pier", name: "Pier", slug: "/projects/pier", published: true, gallery_order: 2 },
    { uuid: "mill", name: "Mill", slug: "/projects/mill", published: true, gallery_order: 1 },
    { uuid: "hidden", name: "Hidden", slug: "/projects/hidden", published: false },
    { uuid: "lost", name: "Lost", slug: null, published: true },
  ]).execute();
  await db.insertInto("cms_project_products").values([
    { project_uuid: "pier", product_uuid: "term-heron" },
    { project_uuid: "pier", product_uuid: "term-vane" },
  ]).execute();
  await db.insertInto("media_tags").values([
    ...["second", "first", "film", "gone"].map((asset_id) => ({
      asset_id,
      tag_type: "project" as const,
      tag_ref: "pier",
    })),
    { asset_id: "first", tag_type: "application", tag_ref: "office" },
    { asset_id: "first", tag_type: "geography", tag_ref: "coast" },
    { asset_id: "second", tag_type: "application", tag_ref: "office" },
  ]).execute();
}

/** What of the index can be told apart. */
function told({ version: _, ...index }: ProjectIndex): unknown {
  return index;
}

/** What buyers are not told, or does not differ from what was there. */
const UNTOLD: Readonly<Record<string, Change>> = {
  "when a sync last saw it": (db) =>
    db.updateTable("cms_projects").set({ source_synced_at: new Date(), tid: 7 }).execute(),
  "the same name again": (db) =>
    db.updateTable("cms_projects").set({ name: "Pier" }).where("uuid", "=", "pier").execute(),
  "a picture that shows no project": (db) =>
    db.updateTable("media_assets").set({ alt_text: "x" }).where("id", "=", "other").execute(),
  "a tag on another axis": (db) =>
    db.deleteFrom("media_tags").where("tag_type", "=", "geography").execute(),
  "a proposed kind of space": (db) =>
    db.insertInto("media_tags").values({
      asset_id: "film",
      tag_type: "application",
      tag_ref: "office",
      state: "proposed",
      confidence: 0.5,
    }).execute(),
  "nothing at all": (db) =>
    db.updateTable("cms_projects").set({ name: "x" }).where("uuid", "=", "none").execute(),
};

const TOLD: Readonly<Record<string, Change>> = {
  "its name": (db) =>
    db.updateTable("cms_projects").set({ name: "New pier" }).where("uuid", "=", "pier").execute(),
  "its place in the gallery": (db) =>
    db.updateTable("cms_projects").set({ gallery_order: 0 }).where("uuid", "=", "pier").execute(),
  "that it is published": (db) =>
    db.updateTable("cms_projects").set({ published: true }).where("uuid", "=", "hidden").execute(),
  "that it is not": (db) =>
    db.updateTable("cms_projects").set({ published: false }).where("uuid", "=", "mill").execute(),
  "a product": (db) =>
    db.insertInto("cms_project_products").values({
      project_uuid: "hidden",
      product_uuid: "term-heron",
    })
      .execute(),
  "that a product is gone": (db) =>
    db.deleteFrom("cms_project_products").where("project_uuid", "=", "hidden").execute(),
  "the term of a system": (db) =>
    db.updateTable("cms_system_mappings").set({ cms_term_uuid: "term-vane" })
      .where("system_id", "=", "vane").execute(),
  "that a mapping is gone": (db) => db.deleteFrom("cms_system_mappings").execute(),
  "the words for its picture": (db) =>
    db.updateTable("media_assets").set({ alt_text: "Seen" }).where("id", "=", "first").execute(),
  "the order of its pictures": (db) =>
    db.updateTable("media_assets").set({ gallery_position: 3 }).where("id", "=", "first").execute(),
  "that its picture shows it no more": (db) =>
    db.deleteFrom("media_tags").where("asset_id", "=", "second")
      .where("tag_type", "=", "project").execute(),
  "that its picture is gone": (db) =>
    db.deleteFrom("media_assets").where("id", "=", "first").execute(),
  "its kind of space": (db) =>
    db.updateTable("media_tags").set({ state: "live", confidence: null })
      .where("asset_id", "=", "film").where("tag_type", "=", "application").execute(),
  "what that kind is called": (db) =>
    db.updateTable("media_categories").set({ name: "Office floors" }).where("id", "=", "office")
      .execute(),
  "that a project is gone": (db) =>
    db.deleteFrom("cms_projects").where("uuid", "=", "pier").execute(),
  "that every project is": (db) => sql`truncate cms_projects cascade`.execute(db),
};

eachEngine(
  "projects are shown by their page, products, pictures and kinds of space (§2.13)",
  async ({ db }) => {
    await storeGraph(db);
    await using index = await openIndex({ db });
    const { projects, bySystemId, kinds, byAddress } = index.current();
    assert.deepEqual(projects.map(({ uuid }) => uuid), ["mill", "pier"]);
    const pier = byAddress.get("pier");
    assert.equal(pier?.canonicalUrl, "https://site.example/projects/pier");
    assert.equal(pier?.image?.alt, "First");
    assert.deepEqual([pier?.systemIds, pier?.kindIds], [["heron"], ["office"]]);
    assert.deepEqual([...bySystemId], [["heron", [1]]]);
    assert.deepEqual(kinds, [{ id: "office", name: "Offices" }]);
  },
);

eachEngine(
  "the version of projects moves with what is shown, and only then (§4.1)",
  async ({ db }) => {
    await storeGraph(db);
    await using index = await openIndex({ db });
    let known = await index.refresh();
    for (const [what, change] of Object.entries(UNTOLD)) {
      await change(db);
      assert.equal(await index.refresh(), known, what);
    }
    for (const [what, change] of Object.entries(TOLD)) {
      await change(db);
      const next = await index.refresh();
      assert.ok(next.version > known.version, what);
      assert.notDeepEqual(told(next), told(known), what);
      await using anew = await openIndex({ db });
      assert.deepEqual(next, anew.current(), `${what}: as read anew`);
      known = next;
    }
  },
);

eachEngine(
  "a transaction moves the version once, and one that is undone not at all",
  async ({ db }) => {
    await storeGraph(db);
    await using index = await openIndex({ db });
    const { version } = await index.refresh();
    await db.transaction().execute(async (trx) => {
      await trx.updateTable("cms_projects").set({ name: "A" }).execute();
      await trx.updateTable("cms_projects").set({ city: "B" }).execute();
    });
    assert.equal((await index.refresh()).version, version + 1);
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await trx.updateTable("cms_projects").set({ name: "C" }).execute();
        throw new Error("undone");
      }),
    );
    assert.equal((await index.refresh()).version, version + 1);
  },
);

eachEngine("what was changed too long ago to be known is read whole", async ({ db }) => {
  await storeGraph(db);
  await using index = await openIndex({ db });
  await db.updateTable("cms_projects").set({ name: "Pier 2" }).where("uuid", "=", "pier").execute();
  await db.deleteFrom("project_moves").execute();
  await index.refresh();
  assert.equal(index.current().byAddress.get("pier")?.name, "Pier 2");
});

eachEngine(
  "a project's pictures are those in its gallery, and while they cannot be read the one that stands for it",
  async ({ db }) => {
    await storeGraph(db);
    let outages = 0;
    const projects = await openProjects({
      database: { db, listen: () => Promise.resolve(() => Promise.resolve()) },
      siteUrl: "https://site.example",
      playerUrl: "https://video.example",
      pollMs: 3_600_000,
      onError: (error) => assert.fail(String(error)),
      onOutage: () => outages++,
    });
    try {
      const pier = projects.current().byAddress.get("pier");
      assert.ok(pier);
      const idsNow = async () => (await projects.picturesOf(pier)).map(({ id }) => id);
      assert.deepEqual(await idsNow(), ["first", "second"]);
      await sql`alter table media_assets rename to media_assets_away`.execute(db);
      assert.deepEqual([await idsNow(), await idsNow()], [["first"], ["first"]]);
      assert.equal(outages, 1);
    } finally {
      await projects.close();
    }
  },
);

/** The in-memory index of the projects that buyers may see, refreshed after changes (spec §2.13, §4.1). */
import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import { type Database, type DatabaseHandle, forgetOtherServers } from "@/lib/db/mod.ts";
import { openProjectIndex, openProjects, type ProjectIndex } from "@/lib/projects/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { storeAssets } from "@/tests/helpers/media.ts";

type Change = (db: Kysely<Database>) => Promise<unknown>;

/** Opens an index that reads only when refreshed, and fails the test on any error. */
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

/** Returns the content of an index without its version. */
function contentOf({ version: _, ...index }: ProjectIndex): unknown {
  return index;
}

/** Changes that buyers do not see, or that change nothing. */
const UNSHOWN: Readonly<Record<string, Change>> = {
  "the time of the last sync": (db) =>
    db.updateTable("cms_projects").set({ source_synced_at: new Date(), tid: 7 }).execute(),
  "the same name again": (db) =>
    db.updateTable("cms_projects").set({ name: "Pier" }).where("uuid", "=", "pier").execute(),
  "a picture without a project": (db) =>
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
  "no row at all": (db) =>
    db.updateTable("cms_projects").set({ name: "x" }).where("uuid", "=", "none").execute(),
};

const SHOWN: Readonly<Record<string, Change>> = {
  "a name": (db) =>
    db.updateTable("cms_projects").set({ name: "New pier" }).where("uuid", "=", "pier").execute(),
  "a place in the gallery": (db) =>
    db.updateTable("cms_projects").set({ gallery_order: 0 }).where("uuid", "=", "pier").execute(),
  "a published project": (db) =>
    db.updateTable("cms_projects").set({ published: true }).where("uuid", "=", "hidden").execute(),
  "an unpublished project": (db) =>
    db.updateTable("cms_projects").set({ published: false }).where("uuid", "=", "mill").execute(),
  "a product": (db) =>
    db.insertInto("cms_project_products").values({
      project_uuid: "hidden",
      product_uuid: "term-heron",
    })
      .execute(),
  "a deleted product": (db) =>
    db.deleteFrom("cms_project_products").where("project_uuid", "=", "hidden").execute(),
  "the term of a system": (db) =>
    db.updateTable("cms_system_mappings").set({ cms_term_uuid: "term-vane" })
      .where("system_id", "=", "vane").execute(),
  "deleted mappings": (db) => db.deleteFrom("cms_system_mappings").execute(),
  "the alt text of a picture": (db) =>
    db.updateTable("media_assets").set({ alt_text: "Seen" }).where("id", "=", "first").execute(),
  "the order of pictures": (db) =>
    db.updateTable("media_assets").set({ gallery_position: 3 }).where("id", "=", "first").execute(),
  "a picture that no longer shows the project": (db) =>
    db.deleteFrom("media_tags").where("asset_id", "=", "second")
      .where("tag_type", "=", "project").execute(),
  "a deleted picture": (db) => db.deleteFrom("media_assets").where("id", "=", "first").execute(),
  "a kind of space": (db) =>
    db.updateTable("media_tags").set({ state: "live", confidence: null })
      .where("asset_id", "=", "film").where("tag_type", "=", "application").execute(),
  "the name of a kind of space": (db) =>
    db.updateTable("media_categories").set({ name: "Office floors" }).where("id", "=", "office")
      .execute(),
  "a deleted project": (db) => db.deleteFrom("cms_projects").where("uuid", "=", "pier").execute(),
  "all projects deleted": (db) => sql`truncate cms_projects cascade`.execute(db),
};

anyDatabase(
  "the index holds more projects than one statement reads (§2.13)",
  async (database) => {
    await sql`
      insert into cms_projects (uuid, name, slug, published)
      select 'p' || n, 'Project ' || n, '/projects/p' || n, true from generate_series(1, 1010) as n`
      .execute(database.db);
    await using index = await openIndex(database);
    assert.equal(index.current().projects.length, 1_010);
  },
);

eachEngine(
  "the index has published projects with their page, products, picture and kinds of space (§2.13)",
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
  "the version of projects increases with changes of shown data only (§4.1)",
  async ({ db }) => {
    await storeGraph(db);
    await using index = await openIndex({ db });
    let known = await index.refresh();
    for (const [name, change] of Object.entries(UNSHOWN)) {
      await change(db);
      assert.equal(await index.refresh(), known, name);
    }
    for (const [name, change] of Object.entries(SHOWN)) {
      await change(db);
      const next = await index.refresh();
      assert.ok(next.version > known.version, name);
      assert.notDeepEqual(contentOf(next), contentOf(known), name);
      await using reloaded = await openIndex({ db });
      assert.deepEqual(next, reloaded.current(), `${name}: equals a reloaded index`);
      known = next;
    }
  },
);

eachEngine(
  "a committed transaction increases the version once, and one that is rolled back does not",
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
        throw new Error("rolled back");
      }),
    );
    assert.equal((await index.refresh()).version, version + 1);
  },
);

eachEngine("an index whose changes are no longer recorded reloads all projects", async ({ db }) => {
  await storeGraph(db);
  await using index = await openIndex({ db });
  await db.updateTable("cms_projects").set({ name: "Pier 2" }).where("uuid", "=", "pier").execute();
  await db.deleteFrom("project_moves").execute();
  await index.refresh();
  assert.equal(index.current().byAddress.get("pier")?.name, "Pier 2");
});

eachEngine(
  "a change is seen on a server to which a dump of another one was restored (§5)",
  async (database) => {
    const { db } = database;
    await storeGraph(db);
    // The dump has rows of transactions whose numbers this server has yet to use.
    const numbers = sql`select -n as version, media_assets.id as asset_id,
      (pg_current_xact_id()::text::bigint + n)::text::xid8 as transaction_id
      from generate_series(1, 2000) as n, media_assets`;
    for (
      const [table, column] of [
        ["project_moves", "version"],
        ["media_moves", "version"],
        ["media_touched", "asset_id"],
      ] as const
    ) {
      await sql`insert into ${sql.table(table)} (${sql.ref(column)}, transaction_id)
        select distinct ${sql.ref(column)}, transaction_id from (${numbers}) as numbers`.execute(
        db,
      );
    }
    await forgetOtherServers(database);
    await using index = await openIndex({ db });
    for (const name of ["Pier 2", "Pier 3"]) {
      await db.updateTable("cms_projects").set({ name }).where("uuid", "=", "pier").execute();
      assert.equal((await index.refresh()).byAddress.get("pier")?.name, name);
    }
    const versionOfMedia = async () =>
      (await db.selectFrom("media_version").select("version").executeTakeFirstOrThrow()).version;
    const before = await versionOfMedia();
    await db.updateTable("cms_projects").set({ gallery_order: 77 }).where("uuid", "=", "pier")
      .execute();
    assert.ok(await versionOfMedia() > before, "a project's order is that of its pictures");
  },
);

eachEngine(
  "picturesOf() returns the pictures of a project, and only its index picture during an outage",
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

/** The changes that increase the version of the media library (spec §2.12). */
import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { openIndex } from "@/tests/helpers/media_index.ts";

type Change = (db: Kysely<Database>) => Promise<unknown>;

/** Some changes of data that is not shown. */
const UNSHOWN: Readonly<Record<string, Change>> = {
  "an import error": (db) =>
    db.updateTable("media_assets").set({ import_error: "no answer" }).execute(),
  "a project's name": (db) =>
    db.updateTable("cms_projects").set({ name: "Mill, renamed" }).execute(),
};

const SHOWN: Readonly<Record<string, Change>> = {
  "a focal point": (db) => db.updateTable("media_assets").set({ focal_x: 0.25 }).execute(),
  "a remote URL": (db) =>
    db.updateTable("media_assets").set({ remote_url: "https://a.example/b.jpg" }).execute(),
  "a project's place in the gallery": (db) =>
    db.updateTable("cms_projects").set({ gallery_order: 3 }).execute(),
  "a deleted project": (db) => db.deleteFrom("cms_projects").execute(),
};

eachEngine(
  "the library's version increases with changes of shown data only (§2.12)",
  async (database) => {
    const { db } = database;
    await db.insertInto("cms_projects")
      .values({ uuid: "mill", name: "Mill", slug: "mill", gallery_order: 1 }).execute();
    await using index = await openIndex(database);
    const empty = index.current();
    await db.insertInto("media_assets")
      .values({ id: "wall", filename: "wall.jpg", type: "image" }).execute();
    await db.insertInto("media_tags")
      .values({ asset_id: "wall", tag_type: "project", tag_ref: "mill" }).execute();
    let known = await index.refresh();
    assert.ok(known.version > empty.version);
    for (const [name, change] of Object.entries(UNSHOWN)) {
      await change(db);
      assert.equal(await index.refresh(), known, name);
    }
    for (const [name, change] of Object.entries(SHOWN)) {
      await change(db);
      const next = await index.refresh();
      assert.ok(next.version > known.version, name);
      known = next;
    }
  },
);

/** Pictures of the CMS in the library list, which triggers maintain (spec §4.8). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { servicesOf, smallGraph, storeMapped, syncEach } from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

async function listed({ db }: Pick<DatabaseHandle, "db">) {
  return await db.selectFrom("media_library")
    .select(["asset_id", "untagged", "unreviewed", "used", "gallery_order"])
    .orderBy("asset_id").execute();
}

eachEngine(
  "a new picture of the CMS is listed as tagged, in the gallery order of its project (spec §4.8, §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    await syncEach(servicesOf(database, double));
    const rows = await listed(database);
    assert.equal(rows.length, 11);
    for (const { untagged, unreviewed } of rows) {
      assert.deepEqual({ untagged, unreviewed }, { untagged: false, unreviewed: false });
    }
    assert.deepEqual(
      rows.map((row) => row.gallery_order).sort((a, b) => Number(a) - Number(b)),
      Array.from({ length: 11 }, (_, index) => index),
    );
    await sql`select list_media_tags(array_agg(asset_id)) from media_library`.execute(db);
    assert.deepEqual(await listed(database), rows);
  },
);

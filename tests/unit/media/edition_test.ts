import assert from "node:assert/strict";
import { openMediaEditions } from "../../../lib/media/mod.ts";
import { eachEngine } from "../../helpers/db.ts";

eachEngine(
  "the library's edition moves with what is shown, and only then (§2.12)",
  async (database) => {
    const { db } = database;
    const errors: unknown[] = [];
    const editions = await openMediaEditions({
      database,
      pollMs: 3_600_000,
      onError: (error) => errors.push(error),
    });
    try {
      const empty = editions.current();
      await db.insertInto("media_assets")
        .values({ id: "wall", filename: "wall.jpg", type: "image" })
        .execute();
      const one = await editions.refresh();
      assert.ok(one.version > empty.version);

      await db.updateTable("media_assets").set({ import_error: "no answer" }).execute();
      assert.equal(await editions.refresh(), one);

      await db.updateTable("media_assets").set({ focal_x: 0.25 }).execute();
      assert.ok((await editions.refresh()).version > one.version);
      assert.deepEqual(errors, []);
    } finally {
      await editions.close();
    }
  },
);

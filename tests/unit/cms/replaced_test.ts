/** Pictures whose file is replaced in the CMS (spec §4.11). */
import assert from "node:assert/strict";
import { importRemote } from "@/lib/media/mod.ts";
import { createOriginFetch } from "@/lib/net/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { FILE, fileOf } from "@/tests/doubles/cms/graph.ts";
import {
  assertCounts,
  servicesOf,
  smallGraph,
  storeMapped,
  syncEach,
} from "@/tests/helpers/cms.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { pictureFile } from "@/tests/helpers/pictures.ts";

eachEngine(
  "a picture whose file is replaced in the CMS is imported again, and keeps its focal point (spec §4.11)",
  async (database, { dataDir }) => {
    const { db } = database;
    await storeMapped(database);
    const files = new Map([
      ["300.jpg", await pictureFile("jpeg", { seed: 1 })],
      ["new.jpg", await pictureFile("jpeg", { seed: 2, width: 200, height: 320 })],
    ]);
    await using double = await startCms({
      graph: smallGraph(),
      file: (name) => Promise.resolve(files.get(name) ?? null),
    });
    const services = servicesOf(database, double);
    await syncEach(services);
    const source = { fetchPublic: createOriginFetch(double.origin), origin: double.origin };
    const folder = `${dataDir}/uploads`;
    const importOriginal = (id: string) =>
      importRemote({ db, ...source, hosts: [], folder, now: services.now }, id);
    const stored = () =>
      db.selectFrom("media_assets").selectAll().where("title", "=", "Picture 0")
        .executeTakeFirstOrThrow();
    const { id } = await stored();
    assert.equal((await importOriginal(id)).kind, "imported");
    const old = await stored();
    await db.updateTable("media_assets").set({ focal_x: 0.25 }).where("id", "=", id).execute();

    const replaceFile = () => {
      double.graph = double.graph.map((entity) =>
        entity.type === FILE && entity.attributes.filename === "300.jpg"
          ? fileOf("new.jpg", entity.internalId)
          : entity
      );
    };
    replaceFile();
    const [report] = await syncEach(services, { kinds: ["images"] });
    assertCounts(report ?? assert.fail(), { updated: 1, unchanged: 10 });
    const waiting = await stored();
    assert.deepEqual(
      [waiting.original_hash, waiting.upload_hash, waiting.placeholder, waiting.focal_x],
      [null, null, null, 0.25],
    );
    assert.deepEqual(await db.selectFrom("media_blobs").select("seq").execute(), []);

    assert.equal((await importOriginal(id)).kind, "imported");
    const replaced = await stored();
    assert.notEqual(replaced.original_hash, old.original_hash);
    assert.deepEqual([replaced.width, replaced.height], [200, 320]);
    const [again] = await syncEach(services, { kinds: ["images"] });
    assertCounts(again ?? assert.fail(), { unchanged: 11 });
    assert.deepEqual(await stored(), replaced);
  },
);

eachEngine(
  "an original whose picture was replaced during its download is not stored (spec §4.11)",
  async (database, { dataDir }) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph() });
    const services = servicesOf(database, double);
    await syncEach(services, { kinds: ["projects", "images"] });
    const { id } = await db.selectFrom("media_assets").select("id").where("title", "=", "Picture 0")
      .executeTakeFirstOrThrow();
    const bytes = await pictureFile("jpeg");
    const outcome = await importRemote({
      db,
      async fetchPublic() {
        await db.updateTable("media_assets").set({ remote_url: `${double.origin}/new.jpg` })
          .where("id", "=", id).execute();
        return { ok: true, status: 200, headers: new Headers(), body: bytes, url: double.origin };
      },
      hosts: [],
      origin: double.origin,
      folder: `${dataDir}/uploads`,
      now: services.now,
    }, id);
    assert.equal(outcome.kind, "busy");
    const { original_hash } = await db.selectFrom("media_assets").select("original_hash")
      .where("id", "=", id).executeTakeFirstOrThrow();
    assert.equal(original_hash, null);
  },
);

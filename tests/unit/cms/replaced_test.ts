/** Pictures whose file the CMS replaces. */
import assert from "node:assert/strict";
import { importRemote } from "../../../lib/media/mod.ts";
import { createOriginFetch } from "../../../lib/net/mod.ts";
import { startCms } from "../../doubles/cms.ts";
import { FILE, fileOf } from "../../doubles/cms/graph.ts";
import { assertCounts, servicesOf, smallGraph, storeMapped, syncEach } from "../../helpers/cms.ts";
import { eachEngine } from "../../helpers/db.ts";
import { pictureFile } from "../../helpers/pictures.ts";

eachEngine(
  "a picture whose file is replaced in the CMS is brought in anew, and keeps what staff said of it (spec §4.11)",
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
    const bringIn = (id: string) =>
      importRemote({ db, ...source, hosts: [], folder, now: services.now }, id);
    const stored = () =>
      db.selectFrom("media_assets").selectAll().where("title", "=", "Picture 0")
        .executeTakeFirstOrThrow();
    const { id } = await stored();
    assert.equal((await bringIn(id)).kind, "imported");
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

    assert.equal((await bringIn(id)).kind, "imported");
    const fresh = await stored();
    assert.notEqual(fresh.original_hash, old.original_hash);
    assert.deepEqual([fresh.width, fresh.height], [200, 320]);
    const [again] = await syncEach(services, { kinds: ["images"] });
    assertCounts(again ?? assert.fail(), { unchanged: 11 });
    assert.deepEqual(await stored(), fresh);
  },
);

eachEngine(
  "an original that comes after its picture was replaced is not stored (spec §4.11)",
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

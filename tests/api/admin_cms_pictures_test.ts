/** Pictures that are stored on the CMS, from the sync to a buyer's page (spec §4.11). */
import assert from "node:assert/strict";
import { type CmsDouble, startCms } from "../doubles/cms.ts";
import { FILE, fileOf } from "../doubles/cms/graph.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { smallGraph, storeMapped, syncEach } from "../helpers/cms.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { until } from "../helpers/until.ts";

interface Bench extends AsyncDisposable {
  readonly app: TestApp;
  readonly double: CmsDouble;
  /** The files of the CMS, by name. */
  readonly files: Map<string, Uint8Array>;
  /** The id of the only picture that has a file. */
  readonly id: string;
}

/** Starts a service that has synced pictures of a CMS in its own network, whose host is not one of MEDIA_HOSTS. */
async function aBench(): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const files = new Map<string, Uint8Array>();
  const double = opening.use(
    await startCms({
      graph: smallGraph(),
      file: (name) => Promise.resolve(files.get(name) ?? null),
    }),
  );
  const app = opening.use(
    await startApp({
      environment: {
        ADMIN_DEV_BYPASS: "true",
        CMS_BASE_URL: double.origin,
        MEDIA_HOSTS: "pictures.example.com",
        SEED: "none",
      },
    }),
  );
  await storeMapped(app.services);
  await syncEach(app.services, { kinds: ["projects", "images"] });
  const { id } = await app.services.db.selectFrom("media_assets").select("id")
    .where("title", "=", "Picture 0").executeTakeFirstOrThrow();
  const opened = opening.move();
  return { app, double, files, id, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

Deno.test("a retried import fetches the file from the CMS, as the first attempt did (spec §4.11)", async () => {
  await using bench = await aBench();
  const { app, files, id } = bench;
  const { db } = app.services;
  const failure = async () =>
    (await db.selectFrom("media_assets").select("import_error").where("id", "=", id)
      .executeTakeFirstOrThrow()).import_error;
  await (await app.request(`/media/${id}/w320`)).body?.cancel();
  assert.match(await failure() ?? "", /its host answers 404/);
  files.set("300.jpg", await pictureFile("jpeg"));
  const body = new URLSearchParams({ intent: "retry" });
  const retried = await app.request(`/admin/media?asset=${id}`, { method: "POST", body });
  assert.equal(retried.status, 303);
  assert.equal(await failure(), null);
});

Deno.test("a picture whose file the CMS may replace is cached for an hour only (spec §4.11, design §7)", async () => {
  await using bench = await aBench();
  const { app, double, files, id } = bench;
  files.set("300.jpg", await pictureFile("jpeg", { seed: 1 }));
  files.set("new.jpg", await pictureFile("jpeg", { seed: 2 }));
  const look = async (etag = "") => {
    const { status, headers, body } = await app.request(`/media/${id}/w320.jpeg`, {
      headers: { "if-none-match": etag },
    });
    await body?.cancel();
    return { status, etag: headers.get("etag") ?? "", kept: headers.get("cache-control") };
  };
  const first = await look();
  assert.equal(first.status, 200);
  assert.equal(first.kept, "public, max-age=3600, stale-while-revalidate=86400");
  assert.deepEqual({ ...first, status: 304 }, await look(first.etag));

  double.graph = double.graph.map((entity) =>
    entity.type === FILE && entity.attributes.filename === "300.jpg"
      ? fileOf("new.jpg", entity.internalId)
      : entity
  );
  await syncEach(app.services, { kinds: ["images"] });
  let later = first;
  await until("the picture has another ETag", async () => {
    later = await look(first.etag);
    return later.etag !== first.etag;
  });
  assert.equal(later.status, 200, "the same address now has another picture");
});

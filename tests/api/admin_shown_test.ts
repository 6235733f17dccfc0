/** When buyers see changes by staff to pictures, pages, documents and projects (spec §2.1, §4.8). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { smallGraph, storeMapped } from "../helpers/cms.ts";
import { storeItem } from "../helpers/corpus.ts";
import { DEFAULT_ENGINE, migratedLocation } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { postForm, saveForm } from "../helpers/staff.ts";

/** Starts the app on a database that delivers no notifications. */
async function startDeaf(environment: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  await using opening = new AsyncDisposableStack();
  const location = opening.use(await migratedLocation(DEFAULT_ENGINE));
  const database = opening.use(await openDatabase(location));
  const deaf = { ...database, listen: () => Promise.resolve(() => Promise.resolve()) };
  const app = opening.use(
    await startApp({
      environment: { ADMIN_DEV_BYPASS: "true", SEED: "none", ...environment },
      overrides: { database: deaf },
    }),
  );
  const opened = opening.move();
  return { ...app, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

Deno.test("buyers see a saved change at once, even if no notification arrives", async () => {
  await using app = await startDeaf();
  const { db, database, media, pages, catalog, evidence } = app.services;
  await seedCatalog(database, smallCatalog());
  await catalog.refresh();
  const original = { original_hash: "0".repeat(64), mime: "image/jpeg", bytes: 1 };
  await storeAsset(db, { id: "oak", alt_text: "An oak wall", width: 16, height: 9, ...original });

  await saveForm(app, "/admin/systems/finch/gallery", {
    "assetIds-add": "oak",
    displayMode: "grid",
  });
  assert.equal(media.current().primaries.get("finch")?.id, "oak", "the gallery");

  await db.insertInto("media_links")
    .values({ owner_type: "page", owner_id: "home", slot: "hero", asset_id: "oak" }).execute();
  const panel = { intent: "save", title: "Oak", focalX: "50", focalY: "50", group: "" };
  await saveForm(app, "/admin/media?asset=oak", { ...panel, alt: "A wall of oak, folded" });
  assert.equal(media.current().primaries.get("finch")?.alt, "A wall of oak, folded");
  assert.equal(pages.current().picture("home", "hero")?.alt, "A wall of oak, folded");

  await storeItem(db, "quiet-rooms");
  await evidence.refresh();
  const quoted = evidence.current().version;
  await postForm(app, "/admin/corpus/quiet-rooms", { intent: "retire" });
  assert.notEqual(evidence.current().version, quoted, "the documents");
});

Deno.test("buyers see synced projects at once, even if no notification arrives", async () => {
  await using double = await startCms({ graph: smallGraph() });
  await using app = await startDeaf({
    CMS_BASE_URL: double.origin,
    SITE_URL: "https://walls.test",
  });
  const { catalog, projects, database } = app.services;
  await storeMapped(database);
  await catalog.refresh();

  const run = await postForm(app, "/admin/cms", { intent: "preview", kind: "projects" });
  const hash = /name="hash" value="([^"]+)"/.exec(await (await app.request(run)).text())?.[1] ?? "";
  await postForm(app, "/admin/cms/chunk", {
    run: run.split("/").at(-1) ?? "",
    hash,
    intent: "apply",
  });
  assert.equal(projects.current().projects.length, 12);
});

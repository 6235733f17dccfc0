/** When buyers see what staff have changed of pictures, pages, documents and projects (spec §2.1, §4.8). */
import assert from "node:assert/strict";
import { seedCatalog } from "../../lib/catalog/mod.ts";
import { openDatabase } from "../../lib/db/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { startApp } from "../helpers/app.ts";
import { smallGraph, storeMapped } from "../helpers/cms.ts";
import { DEFAULT_ENGINE, disposable, migratedLocation } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { postForm, saveForm } from "../helpers/staff.ts";

Deno.test("the next visitor sees what staff have saved, though no notification comes", async () => {
  await using location = await migratedLocation(DEFAULT_ENGINE);
  await using database = disposable(await openDatabase(location));
  const deaf = { ...database, listen: () => Promise.resolve(() => Promise.resolve()) };
  await using app = await startApp({
    environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
    overrides: { database: deaf },
  });
  const { db, media, pages, catalog } = app.services;
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
});

Deno.test("the next visitor sees the projects that staff have brought in, though no notification comes", async () => {
  await using double = await startCms({ graph: smallGraph() });
  await using location = await migratedLocation(DEFAULT_ENGINE);
  await using database = disposable(await openDatabase(location));
  const deaf = { ...database, listen: () => Promise.resolve(() => Promise.resolve()) };
  await using app = await startApp({
    environment: {
      ADMIN_DEV_BYPASS: "true",
      SEED: "none",
      CMS_BASE_URL: double.origin,
      SITE_URL: "https://walls.test",
    },
    overrides: { database: deaf },
  });
  const { catalog, projects } = app.services;
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

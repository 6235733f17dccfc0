/** When buyers see what staff have changed of pictures and pages (spec §2.1, §4.8). */
import assert from "node:assert/strict";
import { seedCatalog } from "../../lib/catalog/mod.ts";
import { openDatabase } from "../../lib/db/mod.ts";
import { startApp } from "../helpers/app.ts";
import { DEFAULT_ENGINE, disposable, migratedLocation } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { saveForm } from "../helpers/staff.ts";

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

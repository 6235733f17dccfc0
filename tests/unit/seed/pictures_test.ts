/** The demo's pictures: enough for every system, work in every coverage queue, and references that exist. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import {
  countLibrary,
  COVERAGES,
  parseLibraryQuery,
  readTexts,
  readVocabulary,
} from "@/lib/media/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { readManifest, readPicture } from "@/migrations/seed/demo/pictures/manifest.ts";
import { CATEGORIES } from "@/migrations/seed/demo/pictures/vocabulary.ts";
import { DEFAULT_ENGINE, demoLocation, opened } from "@/tests/helpers/db.ts";

const { systems, factors } = demoCatalog;
const names = new Map(systems.map(({ id, name }) => [id, name]));
const options = new Set(factors.flatMap((factor) => factor.options.map(({ id }) => id)));

async function withDemo<T>(read: (db: DatabaseHandle["db"]) => Promise<T>): Promise<T> {
  await using database = await opened(demoLocation(DEFAULT_ENGINE));
  return await read(database.db);
}

const stored = await withDemo(async (db) => ({
  assets: await db.selectFrom("media_assets").selectAll().orderBy("id").execute(),
  tags: await db.selectFrom("media_tags").selectAll().execute(),
  links: await db.selectFrom("media_links").selectAll().execute(),
  groups: await db.selectFrom("shot_groups").selectAll().execute(),
  categories: await db.selectFrom("media_categories").selectAll().execute(),
  meanings: await db.selectFrom("media_category_options").selectAll().execute(),
  projects: await db.selectFrom("cms_projects").selectAll().execute(),
  products: await db.selectFrom("cms_project_products").selectAll().execute(),
  pieces: await db.selectFrom("media_blobs").selectAll().orderBy("asset_id").orderBy("seq")
    .execute(),
  vocabulary: await readVocabulary(db),
  queues: await Promise.all(COVERAGES.map(async (coverage) => ({
    coverage,
    total: await countLibrary(db, parseLibraryQuery(new URLSearchParams({ coverage }))),
  }))),
}));
const assets = new Map(stored.assets.map((asset) => [asset.id, asset]));

Deno.test("the demo has at least 120 pictures with a stored original (§8)", () => {
  assert(stored.assets.filter(({ original_hash }) => original_hash !== null).length >= 120);
});

Deno.test("every system has a primary picture and at least four in its gallery (§2.1)", () => {
  for (const { id } of systems) {
    const gallery = stored.links.filter((link) =>
      link.owner_type === "system" && link.owner_id === id && link.slot === "gallery"
    );
    assert(gallery.length >= 4 && gallery.length <= 7, `${id} has ${gallery.length}`);
    const [primary, ...others] = gallery.filter(({ is_primary }) => is_primary);
    assert(primary !== undefined && others.length === 0, id);
    assert.equal(assets.get(primary.asset_id)?.type, "image");
    const positions = gallery.map(({ position }) => position).sort((a, b) => a - b);
    assert.deepEqual(positions, positions.map((_, index) => index));
  }
});

Deno.test("every coverage queue of the demo has at least six assets (§4.8)", () => {
  assert.equal(stored.queues.length, 5);
  for (const { coverage, total } of stored.queues) assert(total >= 6, `${coverage}: ${total}`);
});

Deno.test("every reference from the demo's pictures exists (§2.12)", () => {
  const known = {
    system: new Set(names.keys()),
    factor: options,
    project: new Set(stored.projects.map(({ uuid }) => uuid)),
    category: new Set(stored.categories.map(({ id }) => id)),
    group: new Set(stored.groups.map(({ id }) => id)),
  };
  for (const { asset_id, tag_type, tag_ref } of stored.tags) {
    const refs = tag_type in known ? known[tag_type as keyof typeof known] : known.category;
    assert(refs.has(tag_ref), `${asset_id}: ${tag_type} ${tag_ref}`);
  }
  for (const { owner_type, owner_id, asset_id } of stored.links) {
    if (owner_type === "system") assert(known.system.has(owner_id), owner_id);
    if (owner_type === "option") assert(options.has(owner_id), owner_id);
    assert.notEqual(assets.get(asset_id)?.original_hash, null, `${asset_id} has no original`);
  }
  for (const { option_id } of stored.meanings) assert(options.has(option_id), option_id);
  for (const { product_name } of stored.products) {
    assert([...names.values()].includes(product_name ?? ""), String(product_name));
  }
  for (const { shot_group_id } of stored.assets) {
    assert(shot_group_id === null || known.group.has(shot_group_id), String(shot_group_id));
  }
});

Deno.test("the proposed tags of the demo are those of readTexts()", () => {
  for (const asset of stored.assets) {
    const tags = stored.tags.filter(({ asset_id }) => asset_id === asset.id);
    const proposed = tags.filter(({ state }) => state === "proposed");
    if (proposed.length === 0) continue;
    const expected = readTexts({
      filename: asset.filename,
      title: asset.title,
      altText: asset.alt_text,
      tags: tags.filter(({ state }) => state === "live")
        .map(({ tag_type, tag_ref }) => ({ type: tag_type, ref: tag_ref })),
    }, stored.vocabulary);
    const key = (tag: { type: string; ref: string }) => `${tag.type} ${tag.ref}`;
    assert.deepEqual(
      proposed.map(({ tag_type, tag_ref }) => key({ type: tag_type, ref: tag_ref })).sort(),
      expected.map(key).sort(),
      asset.id,
    );
  }
});

Deno.test("the confidence of readTexts() is calibrated on the pictures with reviewed tags (§2.12)", () => {
  const reviewed = stored.assets.filter(({ id }) =>
    !stored.tags.some(({ asset_id, state }) => asset_id === id && state === "proposed")
  );
  const proposals = reviewed.flatMap((asset) => {
    const right = new Set(
      stored.tags.filter(({ asset_id }) => asset_id === asset.id)
        .map(({ tag_type, tag_ref }) => `${tag_type} ${tag_ref}`),
    );
    const { filename, title, alt_text: altText } = asset;
    return readTexts({ filename, title, altText, tags: [] }, stored.vocabulary)
      .map(({ type, ref, confidence }) => ({ confidence, isRight: right.has(`${type} ${ref}`) }));
  });
  assert(proposals.length > 400, String(proposals.length));
  const bins = Map.groupBy(proposals, ({ confidence }) => Math.floor(confidence * 10));
  const error = [...bins.values()].reduce((sum, bin) => {
    const expected = bin.reduce((total, { confidence }) => total + confidence, 0);
    const correct = bin.filter(({ isRight }) => isRight).length;
    return sum + Math.abs(expected - correct);
  }, 0) / proposals.length;
  assert(error < 0.08, `expected calibration error ${error}`);
});

Deno.test("the demo stores the bytes of its picture files as originals (§2.12)", async () => {
  const manifest = await readManifest();
  const originals = stored.assets.filter(({ original_hash }) => original_hash !== null);
  assert.deepEqual(originals.map(({ id }) => id), manifest.map(({ id }) => id).sort());
  for (const picture of manifest) {
    const pieces = stored.pieces.filter(({ asset_id }) => asset_id === picture.id);
    const bytes = Buffer.concat(pieces.map(({ bytes }) => bytes));
    assert(bytes.equals(await readPicture(picture)), picture.id);
    assert.deepEqual(
      [assets.get(picture.id)?.mime, assets.get(picture.id)?.bytes],
      ["image/webp", bytes.length],
    );
  }
});

Deno.test("the alternative texts of the demo are distinct sentences, and some are missing", () => {
  const texts = stored.assets.flatMap(({ alt_text }) => alt_text === null ? [] : [alt_text]);
  for (const text of texts) assert.match(text, /^[A-Z][^\n]{20,220}\.$/);
  assert.equal(new Set(texts).size, texts.length);
  assert(stored.assets.length - texts.length >= 8);
});

Deno.test("the demo's pictures have distinct ids and JPEG or PNG file names", async () => {
  const manifest = await readManifest();
  assert.equal(new Set(manifest.map(({ id }) => id)).size, manifest.length);
  for (const { filename } of manifest) assert.match(filename, /^[\w -]+\.(jpg|png)$/);
});

Deno.test("no answer is said to describe surroundings that it does not name (§2.1)", () => {
  const described = CATEGORIES.filter(({ axis }) => axis === "geography")
    .map(({ name, options }) => [name, ...options]);
  assert.deepEqual(described, [
    ["Coast and sea", "coast-outside"],
    ["Cold winters", "cold-outside"],
    ["Mountains and lakes", "cold-outside"],
    ["Mild and green", "mild-outside"],
    ["Dry and hot"],
    ["City", "terrace-front"],
  ]);
});

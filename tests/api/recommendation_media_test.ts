import assert from "node:assert/strict";
import { seedCatalog, SystemList } from "@/lib/catalog/mod.ts";
import type { MediaReader } from "@/lib/media/mod.ts";
import type { RecommendationResult } from "@/lib/recommend/mod.ts";
import { recommend, startApp, type TestApp, type TestAppOptions } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";
import { storeAsset } from "../helpers/media.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const OPTION = "loud";
/** For {@linkcode OPTION} the first system is the lead, and the second is the cheaper alternative. */
const [LEAD, CHEAPER] = ["finch", "heron"];
const PATH = `/api/recommendation?options=${OPTION}`;
const ORIGINAL = {
  original_hash: "0".repeat(64),
  mime: "image/jpeg",
  bytes: 1,
  width: 1600,
  height: 1067,
};

async function startSmall(options: TestAppOptions): Promise<TestApp> {
  const app = await startApp({ ...options, environment: { SEED: "none" } });
  const { database, catalog } = app.services;
  await seedCatalog(database, smallCatalog());
  await catalog.refresh();
  return app;
}

/** Returns the ids of the pictures of a result, by place. */
function picturesOf(result: RecommendationResult) {
  const { recommended, alternatives, gallery, selectionMedia, illustrationRanking } = result;
  return {
    lead: recommended?.media?.id ?? null,
    alternatives: alternatives.map(({ media }) => media?.id ?? null),
    gallery: gallery?.items.map(({ id }) => id) ?? null,
    selection: selectionMedia.map(({ src, score, matchedAxes }) => [
      src.split("/")[2],
      score,
      matchedAxes.join("+"),
    ]),
    hero: [illustrationRanking?.hero.tier, illustrationRanking?.hero.media?.id],
  };
}

const NOTHING = {
  lead: null,
  alternatives: [null],
  gallery: null,
  selection: [],
  hero: ["education", undefined],
};

anyEngine("the pictures of a recommendation (§2.1)", async (engine, { step }) => {
  await using app = await startSmall({ engine });
  const { db, media } = app.services;
  const gallery = { owner_type: "system", slot: "gallery" } as const;

  await step("without pictures every place is empty, and illustrations are drawings", async () => {
    assert.deepEqual(picturesOf(await recommend(app, PATH)), NOTHING);
  });

  await step("the lead, its alternatives and the gallery have their pictures", async () => {
    await storeAsset(db, { id: "film", type: "video", video_id: "v1", title: "Film", ...ORIGINAL });
    for (const id of ["wide", "close", "cheap"]) await storeAsset(db, { id, ...ORIGINAL });
    await db.insertInto("media_links").values([
      { ...gallery, owner_id: LEAD, asset_id: "close", position: 2 },
      { ...gallery, owner_id: LEAD, asset_id: "film", position: 0, is_primary: true },
      { ...gallery, owner_id: LEAD, asset_id: "wide", position: 1 },
      { ...gallery, owner_id: CHEAPER, asset_id: "cheap" },
    ]).execute();
    await media.refresh();
    const result = await recommend(app, PATH);
    assert.deepEqual(picturesOf(result), {
      ...NOTHING,
      lead: "wide",
      alternatives: ["cheap"],
      gallery: ["film", "wide", "close"],
      hero: ["canonical", "wide"],
    });
    assert.equal(result.gallery?.displayMode, "grid");
    assert.equal(result.gallery?.items[0]?.embed?.videoId, "v1");
  });

  await step(
    "a picture of a retired system is not among those that suit the answers (§4.1)",
    async () => {
      const tag = { tag_type: "factor", tag_ref: OPTION } as const;
      for (const id of ["old", "both"]) await storeAsset(db, { id, ...ORIGINAL });
      await db.insertInto("media_tags").values([
        { asset_id: "old", tag_type: "system", tag_ref: "gull" },
        { asset_id: "old", ...tag },
        { asset_id: "both", tag_type: "system", tag_ref: "gull" },
        { asset_id: "both", tag_type: "system", tag_ref: CHEAPER },
        { asset_id: "both", ...tag },
      ]).execute();
      await media.refresh();
      const { selection, hero } = picturesOf(await recommend(app, PATH));
      assert.deepEqual([selection, hero], [[["both", 2, "factor"]], ["context", "both"]]);
      await db.deleteFrom("media_assets").where("id", "in", ["old", "both"]).execute();
      await media.refresh();
    },
  );

  await step("the gallery has the display mode that staff set", async () => {
    await db.insertInto("system_galleries")
      .values({ system_id: LEAD, display_mode: "slideshow" }).execute();
    await media.refresh();
    assert.equal((await recommend(app, PATH)).gallery?.displayMode, "slideshow");
  });

  await step("tags rank the pictures that suit the answers (design §6)", async () => {
    for (const id of ["cheer", "meal"]) await storeAsset(db, { id, ...ORIGINAL });
    await db.insertInto("media_categories").values([
      { id: "cheerful", axis: "application", name: "Cheerful" },
      { id: "formal", axis: "application", name: "Formal", retired_at: new Date() },
    ]).execute();
    await db.insertInto("media_category_options").values([
      { category_id: "cheerful", option_id: OPTION },
      { category_id: "formal", option_id: OPTION },
    ]).execute();
    await db.insertInto("media_tags").values([
      { asset_id: "wide", tag_type: "system", tag_ref: LEAD },
      { asset_id: "wide", tag_type: "application", tag_ref: "cheerful" },
      { asset_id: "close", tag_type: "system", tag_ref: LEAD },
      { asset_id: "cheer", tag_type: "application", tag_ref: "cheerful" },
      { asset_id: "cheer", tag_type: "factor", tag_ref: OPTION },
      { asset_id: "meal", tag_type: "application", tag_ref: "formal" },
      { asset_id: "meal", tag_type: "factor", tag_ref: OPTION, state: "proposed", confidence: 1 },
    ]).execute();
    await media.refresh();
    const result = await recommend(app, PATH);
    const { selection, hero } = picturesOf(result);
    assert.deepEqual(selection, [
      ["wide", 8, "system+application"],
      ["cheer", 5, "factor+application"],
      ["close", 5, "system"],
    ]);
    assert.deepEqual(hero, ["exact", "wide"]);
    assert.match(
      result.illustrationRanking?.hero.why ?? "",
      /^Shows .+ in a setting like yours: cheerful\.$/,
    );
    assert.deepEqual(
      result.illustrationRanking?.answers.map((
        { factorId, tier, media },
      ) => [factorId, tier, media?.id]),
      [["noise", "exact", "wide"]],
    );
    const response = await app.request(result.selectionMedia[0]?.src ?? "");
    await response.body?.cancel();
    assert.notEqual(response.status, 400, "the size exists");
  });

  await step(
    "a tag of a retired category no longer counts (§4.1)",
    async () => {
      await db.updateTable("media_categories").set({ retired_at: new Date() })
        .where("id", "=", "cheerful").execute();
      await media.refresh();
      assert.deepEqual(picturesOf(await recommend(app, PATH)).selection, [
        ["close", 5, "system"],
        ["wide", 5, "system"],
        ["cheer", 2, "factor"],
      ]);
    },
  );

  await step("the ETag stays the same until the library changes", async () => {
    const first = (await app.request(PATH)).headers.get("etag");
    assert.equal((await app.request(PATH)).headers.get("etag"), first);
    await db.updateTable("media_assets").set({ alt_text: "Seen from the garden" })
      .where("id", "=", "wide").execute();
    await media.refresh();
    assert.notEqual((await app.request(PATH)).headers.get("etag"), first);
    assert.equal((await recommend(app, PATH)).recommended?.media?.alt, "Seen from the garden");
  });

  await step("lists and comparisons show the same picture (§2.2)", async () => {
    const { systems } = SystemList.parse(await (await app.request("/api/systems")).json());
    const imageOf = (systemId: string) => systems.find(({ id }) => id === systemId)?.image?.id;
    assert.deepEqual([imageOf(LEAD), imageOf(CHEAPER)], ["wide", "cheap"]);
    const compared = await app.request(`/api/comparison?systems=${LEAD},${CHEAPER}`);
    const { systems: columns } = await compared.json();
    assert.deepEqual(
      columns.map(({ image }: { image: { id: string } }) => image.id),
      ["wide", "cheap"],
    );
    const etag = (await app.request("/api/systems")).headers.get("etag");
    await db.deleteFrom("media_links").where("asset_id", "=", "cheap").execute();
    await media.refresh();
    assert.notEqual((await app.request("/api/systems")).headers.get("etag"), etag);
  });

  await step("a picture without an original is not shown", async () => {
    await db.updateTable("media_assets")
      .set({ original_hash: null, mime: null, bytes: null }).where("id", "=", "wide").execute();
    await media.refresh();
    const { lead, gallery } = picturesOf(await recommend(app, PATH));
    assert.deepEqual([lead, gallery], ["close", ["film", "close"]]);
  });

  await step("without a recommendation there are no pictures (§2.1)", async () => {
    const result = await recommend(app, "/api/recommendation?options=no-such-option");
    assert.equal(result.recommended, null);
    assert.equal(result.gallery, null);
    assert.deepEqual(result.selectionMedia, []);
    assert.equal(result.illustrationRanking, null);
  });
});

Deno.test("an unreadable library removes only the pictures, and such an answer is not cached", async () => {
  const state = { isOut: true, asked: 0 };
  const item = {
    id: "wide",
    type: "image",
    title: null,
    alt: "",
    width: 1600,
    height: 1067,
    placeholder: "#cccccc",
    embed: null,
  } as const;
  const placed = { ...item, position: 0, primary: true };
  const primaries = new Map([[LEAD, placed]]);
  const illustrations = {
    hero: { tier: "canonical", score: 0, why: "It is it.", factorId: null, media: item },
    answers: [],
  } as const;
  const known = {
    primaries,
    gallery: { items: [placed], displayMode: "grid" as const },
    selection: [],
    illustrations: { ...illustrations, answers: [] },
  };
  const media: MediaReader = {
    current: () => ({
      version: state.isOut ? 1 : 2,
      primaries: state.isOut ? new Map() : primaries,
      gallery: () => null,
      options: new Map(),
      forResult() {
        state.asked++;
        return Promise.resolve(state.isOut ? null : known);
      },
    }),
    refresh: () => Promise.resolve(),
  };
  await using app = await startSmall({ overrides: { media } });
  const during = await recommend(app, PATH);
  assert.deepEqual(picturesOf(during), NOTHING);
  const pages = [
    PATH.replace("/api/recommendation", "/results"),
    `/systems/${LEAD}`,
    "/systems",
    `/compare?systems=${LEAD},${CHEAPER}`,
    "/api/systems",
  ];
  for (const path of pages) assert.equal((await app.request(path)).status, 200, path);

  state.isOut = false;
  const after = await recommend(app, PATH);
  assert.deepEqual(picturesOf(after), {
    ...NOTHING,
    lead: "wide",
    gallery: ["wide"],
    hero: ["canonical", "wide"],
  });
  const systems = SystemList.parse(await (await app.request("/api/systems")).json()).systems;
  assert.equal(systems.find(({ id }) => id === LEAD)?.image?.id, "wide");
  await recommend(app, PATH);
  const { asked } = state;
  assert.deepEqual(await recommend(app, PATH), after);
  assert.equal(state.asked, asked, "a complete answer is cached at its second request");
});

/** The pictures of a result, chosen in memory and by the database, against the rules applied to the whole library. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import type { IndexedMedia, MediaReader } from "@/lib/media/mod.ts";
import { toMeanings } from "@/lib/media/result/wanted.ts";
import { type AnsweredFactor, type Category, wantedTags } from "@/lib/media/result/match.ts";
import { noLinks } from "@/lib/media/result/links.ts";
import { createMediaReader } from "@/lib/media/result/reader.ts";
import { MediaItem } from "@/lib/media/schema.ts";
import { toMediaItem } from "@/lib/media/view.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";
import { storeAsset, storeAssets } from "@/tests/helpers/media.ts";
import { openIndex, PLAYER } from "@/tests/helpers/media_index.ts";
import {
  rankIllustrations,
  scoreSelectionMedia,
  type TaggedPicture,
} from "@/tests/helpers/media_rules.ts";

const LEAD = { id: "heron", name: "Heron" };
const ANSWERS: AnsweredFactor[] = [
  { factorId: "place", factor: "Place", options: [{ id: "office", label: "An office" }] },
  {
    factorId: "look",
    factor: "Look",
    options: [{ id: "slim", label: "Slim" }, { id: "warm", label: "Warm" }],
  },
];
const CATEGORIES: Category[] = [
  { id: "offices", axis: "application", name: "Offices", optionIds: ["office"] },
  { id: "glass", axis: "attribute", name: "Glass", optionIds: ["slim"] },
  { id: "coast", axis: "geography", name: "Coast", optionIds: ["office", "warm"] },
];
const CATALOG = aCatalog({
  systems: [aSystem("heron"), aSystem("finch"), aSystem("gull")],
  factors: [aFactor("place", ["office", "shop"]), aFactor("look", ["slim", "warm"])],
});

async function storeVocabulary(db: Kysely<Database>): Promise<void> {
  await db.insertInto("media_categories").values([
    ...CATEGORIES.map(({ id, axis, name }) => ({ id, axis, name })),
    { id: "retired", axis: "application", name: "Old word", retired_at: new Date() },
  ]).execute();
  await db.insertInto("media_category_options").values([
    ...CATEGORIES.flatMap(({ id, optionIds }) =>
      optionIds.map((optionId) => ({ category_id: id, option_id: optionId }))
    ),
    { category_id: "retired", option_id: "office" },
  ]).execute();
}

interface Stored {
  index: number;
  tags: { type: "system" | "factor" | "application" | "attribute" | "geography"; ref: string }[];
  unconfirmed: boolean;
  group: string | null;
  position: number | null;
  kind: "picture" | "remote" | "still" | "video" | "empty";
}

const anyStored = fc.array(
  fc.record({
    tags: fc.uniqueArray(
      fc.constantFrom<Stored["tags"][number]>(
        { type: "system", ref: "heron" },
        { type: "system", ref: "finch" },
        { type: "system", ref: "gull" },
        { type: "factor", ref: "office" },
        { type: "factor", ref: "slim" },
        { type: "factor", ref: "shop" },
        { type: "application", ref: "offices" },
        { type: "application", ref: "retired" },
        { type: "attribute", ref: "glass" },
        { type: "geography", ref: "coast" },
      ),
      { maxLength: 5 },
    ),
    unconfirmed: fc.boolean(),
    group: fc.constantFrom(null, null, null, "scene-a", "scene-b"),
    position: fc.constantFrom(null, 1, 2),
    kind: fc.constantFrom<Stored["kind"]>(
      "picture",
      "picture",
      "remote",
      "still",
      "video",
      "empty",
    ),
  }),
  { minLength: 1, maxLength: 45 },
).map((rows) => rows.map((row, index): Stored => ({ ...row, index })));

const anyHidden = fc.subarray(["finch", "gull"]);

const idOf = ({ index }: Stored) => `${index % 2 ? "a" : "B"}${index}`;

function rowOf({ kind, group, position, ...stored }: Stored) {
  const original = { original_hash: "0".repeat(64), mime: "image/jpeg", bytes: 1 };
  return {
    id: idOf({ kind, group, position, ...stored }),
    type: kind === "video" ? "video" as const : "image" as const,
    width: 800,
    height: 600,
    shot_group_id: group,
    gallery_position: position,
    ...(["picture", "still", "video"].includes(kind) ? original : {}),
    ...(kind === "still" || kind === "video" ? { video_id: "v" } : {}),
    ...(kind === "remote" ? { remote_url: "https://pictures.example/a.jpg" } : {}),
  };
}

async function replaceLibrary(db: Kysely<Database>, stored: readonly Stored[]): Promise<void> {
  await db.deleteFrom("media_assets").execute();
  await storeAssets(db, stored.map(rowOf));
  const tags = stored.flatMap((row) =>
    row.tags.map(({ type, ref }, index) => ({
      asset_id: idOf(row),
      tag_type: type,
      tag_ref: ref,
      // The last tag may be proposed or rejected, so it does not count.
      ...(row.unconfirmed && index === row.tags.length - 1
        ? { state: index % 2 ? "proposed" as const : "rejected" as const, confidence: 0.5 }
        : {}),
    }))
  );
  if (tags.length > 0) await db.insertInto("media_tags").values(tags).execute();
}

/** Returns the candidate pictures of a library without querying the database. */
function libraryOf(stored: readonly Stored[]): TaggedPicture[] {
  return stored.filter(({ kind }) => kind !== "video" && kind !== "empty").map((row) => ({
    item: toMediaItem({
      ...rowOf(row),
      title: null,
      alt_text: null,
      placeholder: null,
      video_id: row.kind === "still" ? "v" : null,
    }, PLAYER),
    tags: row.unconfirmed ? row.tags.slice(0, -1) : row.tags,
    shotGroupId: row.group,
    galleryOrder: null,
    galleryPosition: row.position,
  }));
}

/** Opens two readers of one library: one has it in memory; the other has no memory for it and queries the database. */
async function openReaders(database: DatabaseHandle) {
  const open = async (maxBytes?: number) => {
    const index = await openIndex(database, { maxBytes, onTooLarge: () => {} });
    const reader = createMediaReader({
      db: database.db,
      playerUrl: PLAYER,
      index,
      onOutage(error) {
        throw error;
      },
      timeoutMs: 60_000,
    });
    return { reader, close: () => index.close() };
  };
  const opened = [await open(), await open(0)];
  return {
    readers: opened.map(({ reader }) => reader),
    async refresh() {
      for (const { reader } of opened) await reader.refresh();
    },
    async [Symbol.asyncDispose]() {
      for (const { close } of opened) await close();
    },
  };
}

eachEngine(
  "a result has the pictures that the rules choose from the whole library (design §6)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, CATALOG);
    await storeVocabulary(db);
    await db.insertInto("shot_groups").values([
      { id: "scene-a", name: "A" },
      { id: "scene-b", name: "B" },
    ]).execute();
    await using opened = await openReaders(database);
    await fc.assert(
      fc.asyncProperty(
        anyStored,
        fc.subarray(ANSWERS),
        anyHidden,
        async (stored, answers, hidden) => {
          await replaceLibrary(db, stored);
          await opened.refresh();
          for (const reader of opened.readers) {
            const media = await reader.current().forResult({
              lead: LEAD,
              answers,
              hiddenSystemIds: hidden,
            });
            const pictures = libraryOf(stored).filter(({ tags }) => {
              const shown = tags.filter(({ type }) => type === "system").map(({ ref }) => ref);
              return shown.length === 0 || shown.some((id) => !hidden.includes(id));
            });
            const question = { lead: LEAD, answers, categories: CATEGORIES, pictures };
            assert.deepEqual(
              media?.selection,
              scoreSelectionMedia(pictures, wantedTags(LEAD, question)),
            );
            assert.deepEqual(media?.illustrations, rankIllustrations(question));
          }
        },
      ),
      { numRuns: 25 },
    );
  },
);

eachEngine(
  "an image that plays a video is shown in galleries and may be the primary picture (§2.1, §4.11)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, CATALOG);
    const original = {
      original_hash: "0".repeat(64),
      mime: "image/jpeg",
      bytes: 1,
      width: 4,
      height: 3,
    };
    await storeAsset(db, { id: "plain", ...original });
    await storeAsset(db, { id: "still", video_id: "v1", ...original });
    await assert.rejects(storeAsset(db, { id: "film", type: "video", ...original }), /video_check/);
    const gallery = { owner_type: "system", owner_id: "heron", slot: "gallery" } as const;
    await db.insertInto("media_links").values([
      { ...gallery, asset_id: "plain", position: 1 },
      { ...gallery, asset_id: "still", position: 2, is_primary: true },
    ]).execute();
    await using opened = await openReaders(database);
    await opened.refresh();
    for (const reader of opened.readers) {
      const shown = reader.current().gallery("heron");
      assert.deepEqual(shown?.items.map(({ id, type, embed }) => [id, type, embed?.videoId]), [
        ["plain", "image", undefined],
        ["still", "image", "v1"],
      ]);
      assert.equal(reader.current().primaries.get("heron")?.id, "still");
    }
  },
);

eachEngine(
  "a gallery is in position order, and its primary picture is never a video (§2.1)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, CATALOG);
    const original = {
      original_hash: "0".repeat(64),
      mime: "image/jpeg",
      bytes: 1,
      width: 4,
      height: 3,
    };
    await storeAsset(db, { id: "film", type: "video", video_id: "v1", title: "Film", ...original });
    await storeAsset(db, { id: "second", ...original });
    await storeAsset(db, { id: "first", remote_url: "https://pictures.example/a.jpg" });
    await storeAsset(db, { id: "missing" });
    await storeAsset(db, { id: "shop", ...original });
    const gallery = { owner_type: "system", owner_id: "heron", slot: "gallery" } as const;
    await db.insertInto("media_links").values([
      { ...gallery, asset_id: "second", position: 3 },
      { ...gallery, asset_id: "film", position: 1, is_primary: true },
      { ...gallery, asset_id: "missing", position: 0 },
      { ...gallery, asset_id: "first", position: 2 },
      { owner_type: "option", owner_id: "shop", slot: "default", asset_id: "shop" },
    ]).execute();
    await using opened = await openReaders(database);
    const each = async (check: (reader: MediaReader) => Promise<void> | void) => {
      await opened.refresh();
      for (const reader of opened.readers) await check(reader);
    };

    await each((reader) => {
      const shown = reader.current().gallery("heron");
      assert.deepEqual(
        shown?.items.map(({ id, position, primary }) => [id, position, primary]),
        [["film", 1, true], ["first", 2, false], ["second", 3, false]],
      );
      assert.equal(shown?.displayMode, "grid");
      assert.deepEqual(shown?.items[0]?.embed, { videoId: "v1", playerUrl: `${PLAYER}/v1` });
      assert.equal(reader.current().gallery("finch"), null);
      const { primaries } = reader.current();
      assert.deepEqual([...primaries ?? []].map(([id, item]) => [id, item.id]), [[
        "heron",
        "first",
      ]]);
    });
    await db.updateTable("media_links").set({ is_primary: false }).execute();
    await db.updateTable("media_links").set({ is_primary: true })
      .where("asset_id", "=", "second").execute();
    await db.insertInto("system_galleries")
      .values({ system_id: "heron", display_mode: "slideshow" }).execute();

    const answers = [{
      factorId: "place",
      factor: "Place",
      options: [{ id: "shop", label: "A shop" }],
    }];
    await each(async (reader) => {
      assert.equal(reader.current().primaries.get("heron")?.id, "second");
      assert.equal(reader.current().gallery("heron")?.displayMode, "slideshow");
      const media = await reader.current().forResult({ lead: LEAD, answers });
      const { hero, answers: [answer] } = media?.illustrations ?? { answers: [] };
      assert.deepEqual([hero?.tier, hero?.media?.id], ["canonical", "second"]);
      MediaItem.parse(hero?.media);
      assert.deepEqual([answer?.tier, answer?.media?.id], ["canonical", "shop"]);
    });
  },
);

eachEngine(
  "a result from the database is cached for its version, and a failed read is not cached",
  async ({ db }) => {
    let index = tooLargeAt(1);
    let now = 0;
    const outages: unknown[] = [];
    const source = { isOut: true };
    const faulty = new Proxy(db, {
      get(target, key) {
        if (source.isOut) throw new Error("gone");
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const reader = createMediaReader({
      db: faulty,
      playerUrl: PLAYER,
      index: { current: () => index, refresh: () => Promise.resolve(index) },
      onOutage: (error) => outages.push(error),
      clock: () => now,
    });
    const question = { lead: LEAD, answers: [] };
    assert.equal(await reader.current().forResult(question), null);
    assert.equal(outages.length, 1);
    source.isOut = false;
    assert.equal(await reader.current().forResult(question), null, "the circuit is still open");
    now += 60_000;
    const known = await reader.current().forResult(question);
    assert.deepEqual(known?.selection, []);
    source.isOut = true;
    assert.equal(await reader.current().forResult(question), known);
    index = tooLargeAt(2);
    assert.equal(await reader.current().forResult(question), null);
    assert.equal(outages.length, 2);
  },
);

/** Returns the index of a library that is too large for memory. */
function tooLargeAt(version: number): IndexedMedia {
  return {
    version,
    links: noLinks(),
    meanings: toMeanings([]),
    pictures: null,
    triesAgainAt: Infinity,
  };
}

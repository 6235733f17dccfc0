/** Every parameter of §4.8, in every combination, beside a search that looks at each asset by itself. */
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Database, openDatabase } from "../../../lib/db/mod.ts";
import {
  formatLibraryQuery,
  libraryFacets,
  type LibraryQuery,
  parseLibraryQuery,
  queryLibrary,
} from "../../../lib/media/mod.ts";
import { disposable, eachEngine, migratedLocation, onServerOnly } from "../../helpers/db.ts";
import { anAsset, anOrder, aTag, someParams } from "../../helpers/media_arbitrary.ts";
import {
  expectedList,
  expectedPage,
  isClassifying,
  type KnownAsset,
  type Params,
  readLibrary,
} from "../../helpers/media_oracle.ts";

const PLAYER = "https://player.example/embed";
const ASSETS = 250;
const PROJECTS = ["project-1", "project-2", "project-3", "project-4", "project-5"];
/** How often the library changes, and how much is asked of it between. */
const ROUNDS = 5;
const QUESTIONS = 240;

/** Values from a seed that a failure names. */
function sampler(seed: number) {
  let drawn = seed;
  return <T>(arbitrary: fc.Arbitrary<T>, count: number): T[] =>
    fc.sample(arbitrary, { numRuns: count, seed: drawn++ });
}
type Sample = ReturnType<typeof sampler>;

const IDS = Array.from({ length: ASSETS }, (_, n) => ["A", "a", "b_", "b-", "9"][n % 5] + `x${n}`);

async function storeLibrary(db: Kysely<Database>, sample: Sample): Promise<void> {
  await db.insertInto("shot_groups")
    .values([{ id: "scene-1", name: "One" }, { id: "scene-2", name: "Two" }]).execute();
  const orders = sample(anOrder, PROJECTS.length);
  // The last one comes after its pictures.
  await db.insertInto("cms_projects").values(
    PROJECTS.slice(0, -1).map((uuid, n) => ({ uuid, name: uuid, gallery_order: orders[n] ?? null })),
  ).execute();
  const assets = sample(anAsset, ASSETS);
  await db.insertInto("media_assets").values(
    assets.map((asset, n) => ({
      ...asset,
      id: IDS[n] ?? "",
      video_id: asset.type === "video" ? "v" : null,
    })),
  ).execute();
  await storeTags(db, sample(fc.tuple(fc.constantFrom(...IDS), aTag), ASSETS * 2));
  await storeLinks(db, sample(fc.constantFrom(...IDS), ASSETS / 2));
  await db.insertInto("cms_projects")
    .values({ uuid: "project-5", name: "Late", gallery_order: 0 }).execute();
}

type GivenTag = typeof aTag extends fc.Arbitrary<infer T> ? T : never;

async function storeTags(
  db: Kysely<Database>,
  tags: readonly (readonly [id: string, tag: GivenTag])[],
): Promise<void> {
  await db.insertInto("media_tags").values(tags.map(([id, tag]) => ({ asset_id: id, ...tag })))
    .onConflict((conflict) => conflict.doNothing()).execute();
}

async function storeLinks(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await db.insertInto("media_links").values(
    ids.map((id, n) => ({
      asset_id: id,
      owner_type: "system" as const,
      owner_id: `system-${n % 3}`,
      slot: "gallery",
    })),
  ).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Changes some of everything, a statement for one and for many rows. */
async function changeLibrary(db: Kysely<Database>, sample: Sample): Promise<void> {
  const some = (count: number) => sample(fc.constantFrom(...IDS), count);
  for (const [id, { created_at: _, type: __, ...change }] of sample(fc.tuple(fc.constantFrom(...IDS), anAsset), 20)) {
    await db.updateTable("media_assets").set(change).where("id", "=", id).execute();
  }
  await db.updateTable("media_assets").set({ gallery_position: null }).where("id", "in", some(10)).execute();
  await db.deleteFrom("media_assets").where("id", "in", some(4)).execute();
  const left = await db.selectFrom("media_assets").select("id").execute();
  const known = fc.constantFrom(...left.map(({ id }) => id));
  await storeTags(db, sample(fc.tuple(known, aTag), 40));
  await db.deleteFrom("media_tags").where("asset_id", "in", some(20)).execute();
  await db.updateTable("media_tags").set({ state: "live" })
    .where("asset_id", "in", some(20)).where("state", "=", "proposed").execute();
  await db.updateTable("media_tags").set({ tag_ref: sql`'moved-' || tag_ref` })
    .where("asset_id", "in", some(5)).execute();
  await storeLinks(db, sample(known, 20));
  await db.deleteFrom("media_links").where("asset_id", "in", some(30)).execute();
  for (const [uuid, order] of sample(fc.tuple(fc.constantFrom(...PROJECTS), anOrder), 3)) {
    await db.updateTable("cms_projects").set({ gallery_order: order }).where("uuid", "=", uuid).execute();
  }
  const [gone = "", order] = sample(fc.constantFrom(...PROJECTS), 1);
  await db.deleteFrom("cms_projects").where("uuid", "=", gone).execute();
  await db.insertInto("cms_projects").values({ uuid: gone, name: gone, gallery_order: order === undefined ? 1 : 0 }).execute();
}

async function checkPage(db: Kysely<Database>, assets: readonly KnownAsset[], params: Params) {
  const query = parseLibraryQuery(new URLSearchParams(params));
  const list = expectedList(assets, params);
  const { items, total, limit, offset } = await queryLibrary(db, query, PLAYER);
  assert.deepEqual(
    items.map(({ id, linkCount }) => [id, linkCount]),
    expectedPage(list, params).map(({ id, links }) => [id, links]),
  );
  assert.equal(total, list.length);
  assert.deepEqual({ limit, offset }, { limit: query.limit, offset: query.offset });
}

/** Each figure is the total of the list that it stands for. */
async function checkFacets(db: Kysely<Database>, assets: readonly KnownAsset[], params: Params) {
  const { tags, ...facets } = await libraryFacets(db, parseLibraryQuery(new URLSearchParams(params)));
  for (const [axis, counts] of Object.entries(facets)) {
    const { [axis]: _, ...others } = params;
    if (axis === "usage") for (const alias of ["unused", "filter"]) delete others[alias];
    for (const [value, count] of Object.entries(counts)) {
      const { length } = expectedList(assets, { ...others, [axis]: value });
      assert.equal(count, length, `${axis} ${value}`);
    }
  }
  const { tagType = "", tagRef = "", ...others } = params;
  const live = expectedList(assets, others).flatMap(({ tags }) =>
    tags.filter(({ state }) => state === "live")
  );
  const counted = Map.groupBy(live, ({ tag_type: type, tag_ref: ref }) => `${type} ${ref}`);
  const shown = tags.map(({ type, ref, count }) => [`${type} ${ref}`, count]);
  assert.deepEqual(new Map(shown), new Map([...counted].map(([key, { length }]) => [key, length])).entries());
  void [tagType, tagRef];
}

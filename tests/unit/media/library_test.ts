/** Queries with any parameters of §4.8, against an oracle that examines each asset by itself. */
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Database, migrate } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import {
  exportLibrary,
  formatLibraryQuery,
  libraryFacets,
  type LibraryQuery,
  parseLibraryQuery,
  queryLibrary,
} from "@/lib/media/mod.ts";
import {
  bareLocation,
  eachEngine,
  eachEngineUnopened,
  migratedLocation,
  onServerOnly,
  opened,
} from "@/tests/helpers/db.ts";
import { anAsset, anOrder, aTag, someParams } from "@/tests/helpers/media_arbitrary.ts";
import {
  expectedList,
  expectedPage,
  type KnownAsset,
  type Params,
  readLibrary,
} from "@/tests/helpers/media_oracle.ts";

const PLAYER = "https://player.example/embed";
const ASSETS = 250;
const PROJECTS = ["project-1", "project-2", "project-3", "project-4", "project-5"];
/** Number of changes of the library, and of queries between two. */
const ROUNDS = 4;
const QUESTIONS = Number(Deno.env.get("LIBRARY_QUESTIONS") ?? 72);

/** Returns a function that samples values from a seed, which a failure reports. */
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
  // The last project is stored after its pictures.
  await db.insertInto("cms_projects").values(
    PROJECTS.slice(0, -1).map((uuid, n) => ({
      uuid,
      name: uuid,
      gallery_order: orders[n] ?? null,
    })),
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

/** Changes rows of every table, by statements for one row and for many. */
async function changeLibrary(db: Kysely<Database>, sample: Sample): Promise<void> {
  const some = (count: number) => sample(fc.constantFrom(...IDS), count);
  for (
    const [id, { created_at: _, type: __, ...change }] of sample(
      fc.tuple(fc.constantFrom(...IDS), anAsset),
      20,
    )
  ) {
    await db.updateTable("media_assets").set(change).where("id", "=", id).execute();
  }
  await db.updateTable("media_assets").set({ gallery_position: null }).where("id", "in", some(10))
    .execute();
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
    await db.updateTable("cms_projects").set({ gallery_order: order }).where("uuid", "=", uuid)
      .execute();
  }
  const [gone = ""] = sample(fc.constantFrom(...PROJECTS), 1);
  await db.deleteFrom("cms_projects").where("uuid", "=", gone).execute();
  await db.insertInto("cms_projects").values({ uuid: gone, name: gone }).execute();
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
  if (offset > 0) return;
  const file = (await Array.fromAsync(exportLibrary(db, query, PLAYER))).flat();
  assert.deepEqual(file.map(({ id }) => id), list.map(({ id }) => id));
}

/** Checks that each count is the total of the list that it leads to. */
async function checkFacets(db: Kysely<Database>, assets: readonly KnownAsset[], params: Params) {
  const { tags, ...facets } = await libraryFacets(
    db,
    parseLibraryQuery(new URLSearchParams(params)),
  );
  for (const [axis, counts] of Object.entries(facets)) {
    const { [axis]: _, ...others } = params;
    for (const [value, count] of Object.entries(counts)) {
      const { length } = expectedList(assets, { ...others, [axis]: value });
      assert.equal(count, length, `${axis} ${value}`);
    }
  }
  const { tagType: _, tagRef: __, ...others } = params;
  const live = expectedList(assets, others).flatMap(({ tags }) =>
    tags.filter(({ state }) => state === "live")
  );
  const counts = Map.groupBy(live, ({ tag_type: type, tag_ref: ref }) => `${type} ${ref}`);
  assert.deepEqual(
    tags.map(({ type, ref, count }) => `${type} ${ref} ${count}`).sort(),
    [...counts].map(([key, { length }]) => `${key} ${length}`).sort(),
  );
}

eachEngine(
  "queryLibrary() and libraryFacets() agree with an examination of every asset (§4.8)",
  async ({ db }) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const sample = sampler(seed);
    await storeLibrary(db, sample);
    for (let round = 0; round < ROUNDS; round++) {
      const assets = await readLibrary(db);
      for (const [n, params] of sample(someParams, QUESTIONS).entries()) {
        try {
          await checkPage(db, assets, params);
          if (n % 6 === 0) await checkFacets(db, assets, params);
        } catch (cause) {
          throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(params)}`, { cause });
        }
      }
      await changeLibrary(db, sample);
    }
  },
);

eachEngine(
  "a truncated table of tags, links or assets leaves none in the library list",
  async ({ db }) => {
    const sample = sampler(1);
    await storeLibrary(db, sample);
    await sql`truncate media_tags, media_links, cms_projects cascade`.execute(db);
    await checkPage(db, await readLibrary(db), { coverage: "untagged", usage: "unused" });
    await checkPage(db, await readLibrary(db), { sort: "gallery" });
    await sql`truncate media_assets cascade`.execute(db);
    await checkPage(db, [], {});
  },
);

eachEngine(
  "libraryFacets() returns the 20 most frequent tags of a type, and the selected one",
  async ({ db }) => {
    const refs = Array.from({ length: 25 }, (_, n) => `r${String(n).padStart(2, "0")}`);
    await db.insertInto("media_assets").values(
      refs.map((id) => ({ id, filename: id, type: "image" as const })),
    ).execute();
    // The first tag is given to every asset, the last to one.
    await db.insertInto("media_tags").values(
      refs.flatMap((ref, n) =>
        refs.slice(n).map((id) => ({ asset_id: id, tag_type: "factor" as const, tag_ref: ref }))
      ),
    ).execute();
    const all = parseLibraryQuery(new URLSearchParams());
    const shown = (await libraryFacets(db, all)).tags.map(({ ref }) => ref);
    assert.deepEqual(shown, refs.slice(0, 20));
    const { tags } = await libraryFacets(db, { ...all, tag: { type: "factor", ref: "r24" } });
    assert.deepEqual(tags.at(-1), { type: "factor", ref: "r24", count: 1 });
    assert.equal(tags.length, 21);
  },
);

eachEngine(
  "queryLibrary() returns the type, source and number of links of an asset (§4.8)",
  async ({ db }) => {
    const created = new Date("2026-03-04T05:06:07.089Z");
    await db.insertInto("media_assets").values({
      id: "still",
      filename: "Still.jpg",
      type: "video",
      video_id: "42",
      source: "cms",
      created_at: created,
    }).execute();
    await storeLinks(db, ["still", "still"]);
    const { items } = await queryLibrary(db, parseLibraryQuery(new URLSearchParams()), PLAYER);
    assert.deepEqual(items, [{
      id: "still",
      type: "video",
      title: null,
      alt: "",
      width: 1600,
      height: 1067,
      placeholder: "#d9d8d4",
      embed: { videoId: "42", playerUrl: `${PLAYER}/42` },
      filename: "Still.jpg",
      source: "cms",
      createdAt: created.toISOString(),
      linkCount: 2,
    }]);
  },
);

eachEngineUnopened(
  "migrations list the pictures that were stored before the list existed",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < "0018");
    await migrate(database, Object.fromEntries(before));
    const sample = sampler(3);
    await storeLibrary(database.db, sample);
    await migrate(database);
    const assets = await readLibrary(database.db);
    for (const params of sample(someParams, 50)) await checkPage(database.db, assets, params);
  },
);

/** Whether Postgres aborted the transaction to resolve a deadlock. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}

onServerOnly("concurrent writers leave the library list consistent with the records", async () => {
  await using database = await opened(migratedLocation("server"));
  const { db } = database;
  const sample = sampler(7);
  await storeLibrary(db, sample);
  const crowd = IDS.slice(0, 6);
  const writes = sample(fc.tuple(fc.constantFrom(...crowd), aTag, fc.nat(4), anOrder), 400);
  async function write([id, tag, kind, order]: typeof writes[number]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const owner = { owner_type: "option" as const, owner_id: tag.tag_ref, slot: "default" };
      if (kind === 0) {
        await trx.updateTable("cms_projects").set({ gallery_order: order }).where(
          "uuid",
          "=",
          tag.tag_ref,
        ).execute();
      }
      if (kind === 1) {
        await storeTags(trx, [[id, { ...tag, tag_type: "project", tag_ref: "project-1" }]]);
      }
      if (kind === 2) {
        await trx.deleteFrom("media_tags").where("asset_id", "=", id).where(
          "tag_type",
          "=",
          tag.tag_type,
        ).execute();
      }
      if (kind === 3) {
        await trx.insertInto("media_links").values({ asset_id: id, ...owner }).onConflict((
          conflict,
        ) => conflict.doNothing()).execute();
      }
      if (kind === 4) {
        await trx.deleteFrom("media_links").where("asset_id", "=", id).where(
          "owner_id",
          "=",
          tag.tag_ref,
        ).execute();
      }
    }).catch((error) => {
      if (!isDeadlock(error)) throw error;
    });
  }
  for (let start = 0; start < writes.length; start += 8) {
    await Promise.all(writes.slice(start, start + 8).map(write));
  }
  const assets = await readLibrary(db);
  for (
    const params of [{ usage: "used" }, { usage: "unused" }, { coverage: "untagged" }, {
      coverage: "ai-unreviewed",
    }, { sort: "gallery" }]
  ) {
    await checkPage(db, assets, { ...params, limit: "100" });
  }
});

const DEFAULTS: LibraryQuery = { sort: "newest", limit: 24, offset: 0 };

Deno.test("parseLibraryQuery() ignores unknown values and never fails (§4.8)", () => {
  const cases: readonly [search: string, query: Partial<LibraryQuery>][] = [
    ["", {}],
    ["q=&source=&type=&usage=&tagType=&tagRef=&coverage=&sort=&limit=&offset=", {}],
    ["q=%20&source=MANUAL&type=gif&usage=1&tagType=x&tagRef=y&coverage=all&sort=size", {}],
    ["q=+50%25_%5C+", { q: "50%_\\" }],
    ["q=%00%01", {}],
    ["source=cms&type=video", { source: "cms", type: "video" }],
    ["usage=used", { usage: "used" }],
    ["unused=1", { usage: "unused" }],
    ["unused=true", {}],
    ["filter=unused", { usage: "unused" }],
    ["filter=used", {}],
    ["usage=used&unused=1&filter=unused", { usage: "used" }],
    ["usage=unknown&unused=1", { usage: "unused" }],
    ["tagType=system", {}],
    ["tagRef=heron", {}],
    ["tagType=system&tagRef=heron", { tag: { type: "system", ref: "heron" } }],
    ["coverage=ai-unreviewed&sort=gallery", { coverage: "ai-unreviewed", sort: "gallery" }],
    ["source=cms&source=manual", { source: "cms" }],
    ["source=unknown&source=manual", {}],
    ["limit=0", { limit: 1 }],
    ["limit=-5", { limit: 1 }],
    ["limit=100", { limit: 100 }],
    ["limit=101", { limit: 100 }],
    ["limit=99999999999999999999999", { limit: 100 }],
    ...["1e1", "2.5", "0x10", "NaN", "Infinity", "١٢", "1 2"].map((limit) =>
      [`limit=${encodeURIComponent(limit)}`, {}] as [string, Partial<LibraryQuery>]
    ),
    ["offset=48", { offset: 48 }],
    ["offset=-1", { offset: 0 }],
    ["offset=99999999999999999999999", { offset: Number.MAX_SAFE_INTEGER }],
    ["offset=1e3", {}],
  ];
  for (const [search, query] of cases) {
    const parsed = parseLibraryQuery(new URLSearchParams(search));
    assert.deepEqual(parsed, { ...DEFAULTS, ...query }, search);
  }
});

Deno.test("parseLibraryQuery() defaults to the given order, and reads an unknown order as newest (§4.8)", () => {
  const sortOf = (search: string) =>
    parseLibraryQuery(new URLSearchParams(search), { sort: "gallery" }).sort;
  assert.deepEqual(
    ["", "sort=", "sort=size", "sort=newest", "sort=oldest"].map(sortOf),
    ["gallery", "gallery", "newest", "newest", "oldest"],
  );
});

Deno.test("formatLibraryQuery() writes what parseLibraryQuery() reads back, without defaults", () => {
  const all = "q=50%25&source=cms&type=image&usage=used&tagType=system&tagRef=heron" +
    "&coverage=grouped&sort=oldest&limit=10&offset=20";
  assert.equal(formatLibraryQuery(parseLibraryQuery(new URLSearchParams(all))), all);
  assert.equal(formatLibraryQuery(DEFAULTS), "");
  assert.equal(formatLibraryQuery(DEFAULTS, { sort: "gallery" }), "sort=newest");
  fc.assert(
    fc.property(
      someParams,
      fc.constantFrom("newest" as const, "gallery" as const),
      (params, sort) => {
        const query = parseLibraryQuery(new URLSearchParams(params), { sort });
        const text = formatLibraryQuery(query, { sort });
        assert.deepEqual(parseLibraryQuery(new URLSearchParams(text), { sort }), query);
      },
    ),
  );
});

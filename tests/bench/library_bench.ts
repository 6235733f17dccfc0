/**
 * Measures the media library with 100,000 assets. Every filter, every order and every pair of filters is compared with
 * the limit, and two expensive queries are compared with the same query on the normalised tables.
 *
 * The rows on a server need `TEST_DATABASE_URL` and are omitted without it.
 */
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { holdLibrary, libraryFacets, parseLibraryQuery, queryLibrary } from "@/lib/media/mod.ts";
import { type Engine, migratedLocation, opened } from "../helpers/db.ts";
import { median } from "./load.ts";
import { addMedia } from "./media_volume.ts";
import type { Bench, BenchRow } from "./report.ts";

const ASSETS = 100_000;
const ROUNDS = 40;
const COMBINED_ROUNDS = 5;
const LIMIT_MS = 50;
const FACETS_LIMIT_MS = 150;

/** Queries by the group that they are reported in. The slowest query stands for its group. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "no filter": ["", "offset=99990"],
  "each order": ["sort=oldest", "sort=name-asc", "sort=name-desc", "sort=gallery"],
  "each source and type": ["source=manual", "source=cms", "type=image", "type=video"],
  "each usage": ["usage=used", "usage=unused"],
  "each coverage": [
    "coverage=untagged",
    "coverage=ai-unreviewed",
    "coverage=ungrouped",
    "coverage=grouped",
  ],
  "a tag, common or rare": [
    "tagType=system&tagRef=system-0",
    "tagType=system&tagRef=system-59",
    "tagType=project&tagRef=volume-7",
    "tagType=project&tagRef=nowhere",
  ],
  "words, common or rare": ["q=folding", "q=oak", "q=kitchen with a glass", "q=nowhere"],
  "one or two letters": ["q=a", "q=ab", "q=zq", "q=%25"],
};

/** Filters that are combined in pairs, each in every order, from the first row and from the middle. */
const COMBINED: readonly (readonly string[])[] = [
  ["q=folding", "q=oak", "q=ab"],
  ["source=cms"],
  ["type=image", "type=video"],
  ["usage=used", "usage=unused"],
  ["coverage=grouped", "coverage=untagged"],
  ["tagType=system&tagRef=system-0", "tagType=project&tagRef=volume-7"],
];
const ORDERS = ["newest", "oldest", "name-asc", "name-desc", "gallery"];

/** The same query in plain SQL on the normalised tables, with no indexes but those of their keys. */
const PEERS: readonly [search: string, peer: string, question: ReturnType<typeof sql>][] = [
  [
    "sort=gallery",
    "joining tags and projects",
    sql`
      select asset.id, count(*) over () from media_assets as asset
      left join media_tags as tag on tag.asset_id = asset.id and tag_type = 'project' and state = 'live'
      left join cms_projects as project on project.uuid = tag_ref
      group by asset.id
      order by min(project.gallery_order), gallery_position, asset.created_at, asset.id limit 24`,
  ],
  [
    "q=kitchen with a glass",
    "ilike over three columns",
    sql`
      select id, count(*) over () from media_assets
      where filename ilike '%kitchen with a glass%' or alt_text ilike '%kitchen with a glass%'
        or title ilike '%kitchen with a glass%'
      order by created_at desc, id desc limit 24`,
  ],
];

export const library: Bench = {
  key: "library",
  title: "The media library",
  about:
    `Each list is requested forty times, as staff do who reopen the same list after every change. \`queryLibrary()\` and \`libraryFacets()\` cache no\nanswers, while the database keeps its pages in memory.`,
  run: benchLibrary,
};

async function benchLibrary(): Promise<BenchRow[]> {
  const engines: Engine[] = Deno.env.get("TEST_DATABASE_URL")
    ? ["server", "embedded"]
    : ["embedded"];
  const rows: BenchRow[] = [];
  for (const engine of engines) {
    await using database = await opened(migratedLocation(engine));
    await addMedia(database.db, ASSETS);
    await sql`vacuum analyze`.execute(database.db);
    // Loads the library into memory beforehand. In the service the first list triggers this, and the database answers
    // meanwhile.
    await holdLibrary(database.db);
    rows.push(...await benchEngine(database.db, engine));
  }
  return rows;
}

async function benchEngine(db: Kysely<Database>, engine: Engine): Promise<BenchRow[]> {
  const where = `${ASSETS.toLocaleString("en-US")} assets, ${engine}`;
  const rows: BenchRow[] = [];
  for (const [group, searches] of Object.entries(GROUPS)) {
    const times = await timesOf(searches.map((search) => () => ask(db, search)));
    const ours = Math.max(...times.map(p95));
    rows.push(
      limited({ name: `p95 of a page of the library by ${group}, ${where}`, engine, ours }),
    );
  }
  rows.push(await benchCombined(db, engine, where));
  const facets = await timesOf(["", "q=oak", "usage=used", "tagType=system&tagRef=system-0"]
    .map((search) => () => libraryFacets(db, queryOf(search))));
  rows.push(limited({
    name: `p95 of all counts beside the filters, ${where}`,
    engine,
    ours: Math.max(...facets.map(p95)),
    limit: FACETS_LIMIT_MS,
  }));
  for (const [search, peer, question] of PEERS) {
    const [own = [], theirs = []] = await timesOf([
      () => ask(db, search),
      () => question.execute(db),
    ]);
    rows.push({
      ...compared(median(own), median(theirs)),
      name: `A page of the library with ${search}, ${where}`,
      peer,
      aim: "at most 1",
      met: median(own) <= median(theirs),
    });
  }
  return rows;
}

/** Measures every combination once per round, and reports the 95th percentile of all times. */
async function benchCombined(
  db: Kysely<Database>,
  engine: Engine,
  where: string,
): Promise<BenchRow> {
  const searches: string[] = [];
  for (const [place, filters] of COMBINED.entries()) {
    for (const one of filters) {
      for (const other of COMBINED.slice(place + 1).flat()) {
        const total = (await queryLibrary(db, queryOf(`${one}&${other}`), "")).total;
        for (const order of ORDERS) {
          for (const offset of new Set([0, Math.floor(total / 2)])) {
            searches.push(`${one}&${other}&sort=${order}&offset=${offset}`);
          }
        }
      }
    }
  }
  const times = await timesOf(searches.map((search) => () => ask(db, search)), COMBINED_ROUNDS);
  const name = `p95 of a page of the library by any two filters in any order, ${where}`;
  const all = p95(times.flat());
  const slowest = times.map((own) => median(own));
  const worst = slowest.indexOf(Math.max(...slowest));
  return {
    ...limited({ name, engine, ours: all }),
    note: `${searches.length} combinations; the slowest, ${searches[worst]}, takes ${
      Math.round(slowest[worst] ?? 0)
    } ms`,
  };
}

function queryOf(search: string) {
  return parseLibraryQuery(new URLSearchParams(search));
}

function ask(db: Kysely<Database>, search: string): Promise<unknown> {
  return queryLibrary(db, queryOf(search), "");
}

/** Returns the milliseconds of each function in every round. They take turns, and the first round is a warm-up. */
async function timesOf(
  asked: readonly (() => Promise<unknown>)[],
  rounds = ROUNDS,
): Promise<number[][]> {
  const times = asked.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, run] of asked.entries()) {
      const start = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

function compared(ours: number, theirs: number) {
  return { ours, theirs, unit: "ms", ratio: ours / theirs };
}

interface Limited {
  name: string;
  engine: Engine;
  ours: number;
  limit?: number;
}

/** Compares with the limit, which binds only on a server. Rows of the embedded engine are only reported. */
function limited({ name, engine, ours, limit = LIMIT_MS }: Limited): BenchRow {
  const isBound = engine === "server";
  return {
    ...compared(ours, limit),
    name,
    peer: "the limit",
    aim: isBound ? "at most 1" : "reported",
    met: !isBound || ours <= limit,
  };
}

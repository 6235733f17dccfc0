/** Facet counts of the library: how many assets each value of each filter would list (spec §4.8). */
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { type AssetFacts, FACTS } from "./facts.ts";
import { compareBytes, countList } from "./held.ts";
import { listHolder } from "./hold.ts";
import { matching } from "./matching.ts";
import type { COVERAGES, LibraryFilter, MEDIA_TYPES, SOURCES, TagRef, USAGES } from "./query.ts";
import { tagOfNumber } from "./tag_numbers.ts";

/** A live tag, and how many assets of the list have it. */
interface TagFacet extends TagRef {
  readonly count: number;
}

/** For each value of each filter, how many assets match when it replaces that filter and the others stay. */
export interface LibraryFacets {
  readonly source: Readonly<Record<typeof SOURCES[number], number>>;
  readonly type: Readonly<Record<typeof MEDIA_TYPES[number], number>>;
  readonly usage: Readonly<Record<typeof USAGES[number], number>>;
  readonly coverage: Readonly<Record<typeof COVERAGES[number], number>>;
  /** By type, most frequent first: the first 20 of each type, and the tag filtered by when any asset has it. */
  readonly tags: readonly TagFacet[];
}

const TAGS_EACH = 20;

/**
 * Counts the facets of a filter. Uses the list in memory when it is loaded ({@linkcode listHolder}), else the database;
 * both give the same counts.
 */
export async function libraryFacets(
  db: Kysely<Database>,
  filter: LibraryFilter,
): Promise<LibraryFacets> {
  const { kinds, tags } = await heldCounts(db, filter) ?? await storedCounts(db, filter);
  /** Counts the assets of matching kinds under every filter but that of one axis. */
  function count(ignored: Axis, matches: (kind: Kind) => boolean): number {
    return kinds
      .filter((kind) =>
        matches(kind) && AXES.every((axis) => axis === ignored || isIn(kind, filter, axis))
      )
      .reduce((sum, { count }) => sum + count, 0);
  }
  return {
    source: {
      manual: count("source", ({ source }) => source === "manual"),
      cms: count("source", ({ source }) => source === "cms"),
    },
    type: {
      image: count("type", ({ type }) => type === "image"),
      video: count("type", ({ type }) => type === "video"),
    },
    usage: {
      used: count("usage", ({ used }) => used),
      unused: count("usage", ({ used }) => !used),
    },
    coverage: {
      untagged: count("coverage", COVERS.untagged),
      "ai-unreviewed": count("coverage", COVERS["ai-unreviewed"]),
      "no-alt": count("coverage", COVERS["no-alt"]),
      ungrouped: count("coverage", COVERS.ungrouped),
      grouped: count("coverage", COVERS.grouped),
    },
    tags,
  };
}

const AXES = ["source", "type", "usage", "coverage"] as const;
type Axis = typeof AXES[number];

/** The assets with the same value on every axis, and so alike to any filter except for text and tag. */
interface Kind extends AssetFacts {
  readonly count: number;
}

interface Counts {
  readonly kinds: readonly Kind[];
  readonly tags: readonly TagFacet[];
}

const COVERS: Readonly<Record<typeof COVERAGES[number], (kind: Kind) => boolean>> = {
  untagged: ({ untagged }) => untagged,
  "ai-unreviewed": ({ unreviewed }) => unreviewed,
  "no-alt": ({ undescribed }) => undescribed,
  ungrouped: ({ grouped }) => !grouped,
  grouped: ({ grouped }) => grouped,
};

function isIn(kind: Kind, filter: LibraryFilter, axis: Axis): boolean {
  switch (axis) {
    case "source":
      return filter.source === undefined || kind.source === filter.source;
    case "type":
      return filter.type === undefined || kind.type === filter.type;
    case "usage":
      return filter.usage === undefined || kind.used === (filter.usage === "used");
    case "coverage":
      return filter.coverage === undefined || COVERS[filter.coverage](kind);
  }
}

/** Counts in one pass over the list in memory; null when it is not loaded. */
async function heldCounts(db: Kysely<Database>, filter: LibraryFilter): Promise<Counts | null> {
  const current = await listHolder(db)?.current(filter.q ?? "");
  if (!current) return null;
  const counts = countList(current.list, filter, current.folded);
  const kinds = Array.from(counts.kinds, kindOf).filter(({ count }) => count > 0);
  const tags = Array.from(counts.tags, (count, number): TagFacet[] => {
    const tag = tagOfNumber(number);
    return tag === undefined || count === 0 ? [] : [{ ...tag, count }];
  }).flat();
  return { kinds, tags: mostFrequent(tags, filter.tag) };
}

/** Converts a bit set of {@linkcode FACTS} to a kind. */
function kindOf(count: number, facts: number): Kind {
  const [cms, video, used, untagged, unreviewed, grouped, undescribed] = FACTS.map((_, bit) =>
    (facts & 1 << bit) !== 0
  );
  return {
    source: cms ? "cms" : "manual",
    type: video ? "video" : "image",
    used: used === true,
    untagged: untagged === true,
    unreviewed: unreviewed === true,
    grouped: grouped === true,
    undescribed: undescribed === true,
    count,
  };
}

/** Keeps the most frequent tags of each type, and the one filtered by. */
function mostFrequent(tags: readonly TagFacet[], chosen: TagRef | undefined): TagFacet[] {
  const byType = Map.groupBy(tags, ({ type }) => type);
  return [...byType].sort(([a], [b]) => compareBytes(a, b)).flatMap(([_, ofType]) =>
    ofType.sort((a, b) => b.count - a.count || compareBytes(a.ref, b.ref))
      .filter(({ type, ref }, rank) =>
        rank < TAGS_EACH || (type === chosen?.type && ref === chosen.ref)
      )
  );
}

async function storedCounts(db: Kysely<Database>, filter: LibraryFilter): Promise<Counts> {
  const [kinds, tags] = await Promise.all([countKinds(db, filter), countTags(db, filter)]);
  return { kinds, tags };
}

/** Counts all kinds in one query: there are few, and {@linkcode libraryFacets} sums them up for every axis. */
async function countKinds(db: Kysely<Database>, { q, tag }: LibraryFilter): Promise<Kind[]> {
  const columns = [
    "listed.source",
    "listed.type",
    "listed.used",
    "listed.untagged",
    "listed.unreviewed",
    "listed.grouped",
  ] as const;
  return await matching(db, { ...(q !== undefined && { q }), ...(tag && { tag }) })
    .innerJoin("media_assets as asset", "asset.id", "listed.asset_id")
    .select(columns).select(sql<boolean>`asset.alt_text is null`.as("undescribed"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .groupBy([...columns, "undescribed"]).execute();
}

async function countTags(
  db: Kysely<Database>,
  { tag: chosen, ...filter }: LibraryFilter,
): Promise<TagFacet[]> {
  const given = db.selectFrom("media_tags as given").where("given.state", "=", sql.lit("live"));
  // Most often no other filter is set. Joining the assets then would double the time for the same counts.
  const { q, source, type, usage, coverage } = filter;
  const narrowed = [q, source, type, usage, coverage].every((value) => value === undefined)
    ? given
    : given.where((eb) =>
      eb("given.asset_id", "in", matching(db, filter).select("listed.asset_id"))
    );
  const counted = narrowed
    .select(["given.tag_type as type", "given.tag_ref as ref"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .groupBy(["given.tag_type", "given.tag_ref"]);
  const ranked = db.selectFrom(counted.as("counted")).selectAll()
    .select(sql<number>`
      row_number() over (partition by type order by count desc, ref collate "C")`.as("rank"));
  return await db.selectFrom(ranked.as("ranked")).select(["type", "ref", "count"])
    .where((eb) =>
      eb.or([
        eb("rank", "<=", TAGS_EACH),
        ...(chosen ? [eb.and([eb("type", "=", chosen.type), eb("ref", "=", chosen.ref)])] : []),
      ])
    )
    .orderBy("type").orderBy("rank").execute();
}

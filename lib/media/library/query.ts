/** What is asked of the library, and how an address says it (spec §4.8). */

/** What an asset can be tagged with. */
export const TAG_TYPES = [
  "system",
  "factor",
  "application",
  "geography",
  "attribute",
  "project",
] as const;
/** What an asset can be tagged with. */
export type TagType = typeof TAG_TYPES[number];

/** Where assets come from: uploaded by hand, or synced. */
export const SOURCES = ["manual", "cms"] as const;
/** What assets are. */
export const MEDIA_TYPES = ["image", "video"] as const;
/** Whether something shows an asset. */
export const USAGES = ["used", "unused"] as const;
/** What has been done about an asset, or is to do. */
export const COVERAGES = ["untagged", "ai-unreviewed", "ungrouped", "grouped"] as const;
/** The orders that a list can be in. */
export const LIBRARY_SORTS = ["newest", "oldest", "name-asc", "name-desc", "gallery"] as const;
/** An order that a list can be in. */
export type LibrarySort = typeof LIBRARY_SORTS[number];

/** What a list of the library is narrowed to. What is absent narrows nothing. */
export interface LibraryFilter {
  /** Substring of the file name, the alt text or the title, whatever the case. */
  readonly q?: string;
  readonly source?: typeof SOURCES[number];
  readonly type?: typeof MEDIA_TYPES[number];
  readonly usage?: typeof USAGES[number];
  /** A live tag. */
  readonly tag?: LibraryTag;
  readonly coverage?: typeof COVERAGES[number];
}

/** What a tag says. */
export interface LibraryTag {
  readonly type: TagType;
  readonly ref: string;
}

/** Which part of which list, in which order. */
export interface LibraryQuery extends LibraryFilter {
  readonly sort: LibrarySort;
  /** 1 to 100. */
  readonly limit: number;
  readonly offset: number;
}

const LIMIT = { least: 1, most: 100, usual: 24 };
const OFFSET = { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 };

/** What a screen or an endpoint does by itself. */
export interface LibraryDefaults {
  /** The order when none is asked for; an unknown one is always `newest`. */
  readonly sort?: LibrarySort;
}

/**
 * Reads the parameters of an address (spec §4.8). Nothing is an error: what is blank or unknown narrows nothing, numbers
 * are whole ones in plain digits or count as not given, and of a repeated parameter the first counts. `usage`
 * goes before its aliases.
 */
export function parseLibraryQuery(
  params: URLSearchParams,
  { sort: usualSort = "newest" }: LibraryDefaults = {},
): LibraryQuery {
  const text = (name: string) => textOf(params.get(name));
  const q = text("q");
  const source = oneOf(SOURCES, text("source"));
  const type = oneOf(MEDIA_TYPES, text("type"));
  const isUnused = text("unused") === "1" || text("filter") === "unused";
  const usage = oneOf(USAGES, text("usage")) ?? (isUnused ? "unused" : undefined);
  const tagType = oneOf(TAG_TYPES, text("tagType"));
  const tagRef = text("tagRef");
  const coverage = oneOf(COVERAGES, text("coverage"));
  const sort = text("sort");
  return {
    ...(q !== "" && { q }),
    ...(source && { source }),
    ...(type && { type }),
    ...(usage && { usage }),
    ...(tagType && tagRef !== "" && { tag: { type: tagType, ref: tagRef } }),
    ...(coverage && { coverage }),
    sort: sort === "" ? usualSort : oneOf(LIBRARY_SORTS, sort) ?? "newest",
    limit: integerOf(text("limit"), LIMIT),
    offset: integerOf(text("offset"), OFFSET),
  };
}

/**
 * The query as an address says it, without `?`, always in the same order, and only what is not the default.
 * {@linkcode parseLibraryQuery} with the same defaults reads the same query from it.
 */
export function formatLibraryQuery(
  { q, source, type, usage, tag, coverage, sort, limit, offset }: LibraryQuery,
  { sort: usualSort = "newest" }: LibraryDefaults = {},
): string {
  const params = new URLSearchParams();
  const said: readonly [name: string, value: string | undefined][] = [
    ["q", q],
    ["source", source],
    ["type", type],
    ["usage", usage],
    ["tagType", tag?.type],
    ["tagRef", tag?.ref],
    ["coverage", coverage],
    ["sort", sort === usualSort ? undefined : sort],
    ["limit", limit === LIMIT.usual ? undefined : String(limit)],
    ["offset", offset === OFFSET.usual ? undefined : String(offset)],
  ];
  for (const [name, value] of said) if (value !== undefined) params.set(name, value);
  return params.toString();
}

/** U+0000 cannot be stored, and U+0001 stands between the texts that a search looks in. */
function textOf(value: string | null): string {
  return (value ?? "").replaceAll("\0", "").replaceAll("\x01", "").trim();
}

function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value === text);
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

function integerOf(text: string, { least, most, usual }: Range): number {
  if (!/^[+-]?[0-9]+$/.test(text)) return usual;
  return Math.min(Math.max(Number(text), least), most);
}

/** What is asked of the library, and how an address says it (spec §4.8). */
import { choiceParam, integerParam, textParam } from "../../http/mod.ts";

/** What an asset can be tagged with, in the order in which screens list them. */
export const TAG_TYPES = [
  "system",
  "project",
  "factor",
  "application",
  "geography",
  "attribute",
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
  // U+0001 stands between the texts that a search looks in.
  const q = textParam(params, "q").replaceAll("\x01", "").trim();
  const source = choiceParam(params, "source", SOURCES);
  const type = choiceParam(params, "type", MEDIA_TYPES);
  const isUnused = textParam(params, "unused") === "1" ||
    textParam(params, "filter") === "unused";
  const usage = choiceParam(params, "usage", USAGES) ?? (isUnused ? "unused" : undefined);
  const tagType = choiceParam(params, "tagType", TAG_TYPES);
  const tagRef = textParam(params, "tagRef");
  const coverage = choiceParam(params, "coverage", COVERAGES);
  const isSorted = textParam(params, "sort") !== "";
  return {
    ...(q !== "" && { q }),
    ...(source && { source }),
    ...(type && { type }),
    ...(usage && { usage }),
    ...(tagType && tagRef !== "" && { tag: { type: tagType, ref: tagRef } }),
    ...(coverage && { coverage }),
    sort: isSorted ? choiceParam(params, "sort", LIBRARY_SORTS) ?? "newest" : usualSort,
    limit: integerParam(params, "limit", LIMIT),
    offset: integerParam(params, "offset", OFFSET),
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

/** The library query, parsed from and formatted as URL parameters (spec §4.8). */
import { choiceParam, integerParam, textParam } from "@/lib/http/mod.ts";

/** The kinds of record that an asset can be tagged with, in the order in which screens list them. */
export const TAG_TYPES = [
  "system",
  "application",
  "attribute",
  "geography",
  "factor",
  "project",
] as const;
/** One of {@linkcode TAG_TYPES}. */
export type TagType = typeof TAG_TYPES[number];

/** Where an asset comes from: uploaded by staff (`manual`) or synced (`cms`). */
export const SOURCES = ["manual", "cms"] as const;
/** The kinds of asset. */
export const MEDIA_TYPES = ["image", "video"] as const;
/** Whether any link uses an asset. */
export const USAGES = ["used", "unused"] as const;
/**
 * How far an asset is described: without live tags (projects aside), with proposed tags, without an alt text, in no shot
 * group or in one. `no-alt` is beyond the spec.
 */
export const COVERAGES = ["untagged", "ai-unreviewed", "no-alt", "ungrouped", "grouped"] as const;
/** The orders of a list. */
const LIBRARY_SORTS = ["newest", "oldest", "name-asc", "name-desc", "gallery"] as const;
/** One of {@linkcode LIBRARY_SORTS}. */
export type LibrarySort = typeof LIBRARY_SORTS[number];

/** The filters of a list; all of them must match, and an absent one matches everything. */
export interface LibraryFilter {
  /** Substring of the file name, the alternative text or the title, ignoring case. */
  readonly q?: string;
  readonly source?: typeof SOURCES[number];
  readonly type?: typeof MEDIA_TYPES[number];
  readonly usage?: typeof USAGES[number];
  /** A live tag that the asset must have. */
  readonly tag?: TagRef;
  readonly coverage?: typeof COVERAGES[number];
}

/** A reference to something that an asset may show. */
export interface TagRef {
  readonly type: TagType;
  /** Id of the system, the option (`factor`) or the category of that axis, or uuid of the project. */
  readonly ref: string;
}

/** A filter, an order and a page. */
export interface LibraryQuery extends LibraryFilter {
  readonly sort: LibrarySort;
  /** 1 to 100. */
  readonly limit: number;
  readonly offset: number;
}

const LIMIT = { least: 1, most: 100, usual: 24 };
const OFFSET = { least: 0, most: Number.MAX_SAFE_INTEGER, usual: 0 };

/** Defaults that differ between screens and endpoints. */
interface LibraryDefaults {
  /** The order when `sort` is absent or blank; an unknown order always means `newest`. */
  readonly sort?: LibrarySort;
}

/**
 * Parses URL parameters (spec §4.8). Nothing is an error: a blank or unknown value means no filter, a number that is
 * not an integer in plain digits means the default, an integer out of range is clamped, and the first of a repeated
 * parameter wins. `usage` takes precedence over its aliases `unused=1` and `filter=unused`.
 */
export function parseLibraryQuery(
  params: URLSearchParams,
  { sort: usualSort = "newest" }: LibraryDefaults = {},
): LibraryQuery {
  // U+0001 separates the searchable texts, so no search may contain it.
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
 * Formats a query as URL parameters without `?`: in a fixed order, defaults left out.
 * {@linkcode parseLibraryQuery} with the same defaults parses it back to the same query.
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

/** Parses the address of the library screen, and builds the addresses of its other states. Pure. */
import { type LibraryQuery, parseLibraryQuery } from "@/lib/media/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import { withQuery } from "@/components/admin/list_query.ts";

/** The filter parameters, with their aliases. */
export const LIBRARY_FILTERS = [
  "q",
  "source",
  "type",
  "usage",
  "unused",
  "filter",
  "tagType",
  "tagRef",
  "coverage",
] as const;

/** The state of the library screen. */
export interface Screen {
  /** The parameters of the address. */
  readonly params: URLSearchParams;
  readonly query: LibraryQuery;
  readonly view: "grid" | "list";
  readonly density: "comfortable" | "compact";
  /** Id of the open asset. */
  readonly asset: string | null;
  /** The boxes that are ticked. */
  readonly picked: "page" | ReadonlySet<string>;
  /** Text of the project search. */
  readonly project: string;
}

/** Parses the state of the screen; unknown values count as absent (spec §4.8). */
export function parseScreen(params: URLSearchParams): Screen {
  const asset = params.get("asset") ?? "";
  return {
    params,
    // The default order is the one that buyers see; pickers default to newest first.
    query: parseLibraryQuery(params, { sort: "gallery" }),
    view: params.get("view") === "list" ? "list" : "grid",
    density: params.get("density") === "compact" ? "compact" : "comfortable",
    asset: ID_PATTERN.test(asset) ? asset : null,
    picked: params.get("select") === "page" ? "page" : new Set(),
    project: (params.get("project") ?? "").replaceAll("\0", "").trim().slice(0, 100),
  };
}

/** Parameters of the position in the list. A change of the filters drops them. */
const PLACE = ["offset", "asset", "select", "project"] as const;

/** Returns the address with changed filters, at its first page; null removes a parameter. */
export function narrowed(
  { params }: Pick<Screen, "params">,
  changes: Readonly<Record<string, string | null>>,
): string {
  return withQuery(params, {
    ...Object.fromEntries(PLACE.map((name) => [name, null])),
    ...changes,
  });
}

/** Returns the address without any filter. */
export function unfiltered(screen: Pick<Screen, "params">): string {
  return narrowed(screen, Object.fromEntries(LIBRARY_FILTERS.map((name) => [name, null])));
}

/** Returns the address of another page of the list. */
export function atOffset({ params }: Pick<Screen, "params">, offset: number): string {
  return withQuery(params, {
    offset: offset === 0 ? null : `${offset}`,
    asset: null,
    select: null,
  });
}

/** Returns the address that opens an asset and scrolls the list to it. */
export function opened({ params }: Pick<Screen, "params">, id: string, offset?: number): string {
  const place = offset === undefined ? {} : { offset: offset === 0 ? null : `${offset}` };
  return `${withQuery(params, { ...place, asset: id, select: null })}#${tileId(id)}`;
}

/** Returns the address that closes the open asset and scrolls the list to it. */
export function closed({ params, asset }: Pick<Screen, "params" | "asset">): string {
  const list = withQuery(params, { asset: null });
  return asset === null ? list : `${list}#${tileId(asset)}`;
}

/** Element id of an asset in the list. */
export function tileId(id: string): string {
  return `asset-${id}`;
}

/** Returns the parameters that a GET form must resend as hidden fields: all but the position and those it sets. */
export function keptFields(
  { params }: Pick<Screen, "params">,
  changed: readonly string[],
): [string, string][] {
  const gone = new Set<string>([...PLACE, ...changed]);
  return [...params].filter(([name, value]) => value !== "" && !gone.has(name));
}

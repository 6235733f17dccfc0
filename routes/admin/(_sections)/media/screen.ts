/** What the address of the library's screen asks for, and the addresses of its other states. Pure. */
import { type LibraryQuery, parseLibraryQuery } from "../../../../lib/media/mod.ts";
import { withQuery } from "../../../../components/admin/list_query.ts";

/** The parameters that narrow the library, aliases included. */
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

/** One state of the screen. */
export interface Screen {
  /** As in the address. */
  readonly params: URLSearchParams;
  readonly query: LibraryQuery;
  readonly view: "grid" | "list";
  readonly density: "comfortable" | "compact";
  /** The asset that is open beside the list. */
  readonly asset: string | null;
  /** The boxes that are ticked. */
  readonly picked: "page" | ReadonlySet<string>;
  /** Words of a project that somebody looks for, to see its pictures. */
  readonly project: string;
}

const ASSET_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;

/** Reads the state of the screen; what it does not know counts as not given (spec §4.8). */
export function parseScreen(params: URLSearchParams): Screen {
  const asset = params.get("asset") ?? "";
  return {
    params,
    // Pickers begin with the newest; the screen with what buyers see first.
    query: parseLibraryQuery(params, { sort: "gallery" }),
    view: params.get("view") === "list" ? "list" : "grid",
    density: params.get("density") === "compact" ? "compact" : "comfortable",
    asset: ASSET_ID.test(asset) ? asset : null,
    picked: params.get("select") === "page" ? "page" : new Set(),
    project: (params.get("project") ?? "").replaceAll("\0", "").trim().slice(0, 100),
  };
}

/** Parameters that say what of the list is looked at, and go when the list becomes another one. */
const PLACE = ["offset", "asset", "select", "project"] as const;

/** The library narrowed otherwise, from its first page. */
export function narrowed(
  { params }: Pick<Screen, "params">,
  changes: Readonly<Record<string, string | null>>,
): string {
  return withQuery(params, {
    ...Object.fromEntries(PLACE.map((name) => [name, null])),
    ...changes,
  });
}

/** The library without any filter. */
export function unfiltered(screen: Pick<Screen, "params">): string {
  return narrowed(screen, Object.fromEntries(LIBRARY_FILTERS.map((name) => [name, null])));
}

/** Another page of the list. */
export function atOffset({ params }: Pick<Screen, "params">, offset: number): string {
  return withQuery(params, {
    offset: offset === 0 ? null : `${offset}`,
    asset: null,
    select: null,
  });
}

/** The list with an asset open beside it, scrolled to the asset's place. */
export function opened({ params }: Pick<Screen, "params">, id: string, offset?: number): string {
  const place = offset === undefined ? {} : { offset: offset === 0 ? null : `${offset}` };
  return `${withQuery(params, { ...place, asset: id, select: null })}#${tileId(id)}`;
}

/** The list alone, scrolled to where an asset was open. */
export function closed({ params, asset }: Pick<Screen, "params" | "asset">): string {
  const list = withQuery(params, { asset: null });
  return asset === null ? list : `${list}#${tileId(asset)}`;
}

/** Id of an asset's place in the list. */
export function tileId(id: string): string {
  return `asset-${id}`;
}

/** The fields that a form which changes one of them has to send along, to stay in the same state. */
export function keptFields(
  { params }: Pick<Screen, "params">,
  changed: readonly string[],
): [string, string][] {
  const gone = new Set<string>([...PLACE, ...changed]);
  return [...params].filter(([name, value]) => value !== "" && !gone.has(name));
}

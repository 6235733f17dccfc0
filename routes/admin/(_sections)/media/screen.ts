/** Parses the address of the library screen, and builds the addresses of its other states. Pure. */
import { type LibraryQuery, parseLibraryQuery } from "@/lib/media/mod.ts";
import { textParam } from "@/lib/http/mod.ts";
import { askedPage, ID_PATTERN } from "@/lib/text/mod.ts";
import { withQuery } from "@/components/admin/list_query.ts";

/** The state of the library screen. */
export interface Screen {
  /** The parameters of the address, without aliases and empty ones. */
  readonly params: URLSearchParams;
  readonly query: LibraryQuery;
  readonly view: "grid" | "list";
  readonly density: "comfortable" | "compact";
  /** Id of the open asset. */
  readonly asset: string | null;
  /** The boxes that are ticked. */
  readonly picked: "page" | ReadonlySet<string>;
  /** Text of the search for a tag. */
  readonly find: string;
}

/** Parses the state of the screen; unknown values count as absent (spec §4.8). */
export function parseScreen(params: URLSearchParams): Screen {
  // The default order is the one that buyers see; pickers default to newest first.
  const asked = parseLibraryQuery(params, { sort: "gallery" });
  const offset = params.has("page") ? (askedPage(params) - 1) * asked.limit : asked.offset;
  const query = { ...asked, offset };
  const asset = params.get("asset") ?? "";
  // A form sends its empty fields too.
  const own = new URLSearchParams([...params].filter(([, value]) => value !== ""));
  if (query.usage) own.set("usage", query.usage);
  for (const alias of ["unused", "filter", "page"]) own.delete(alias);
  if (offset > 0) own.set("offset", `${offset}`);
  else own.delete("offset");
  return {
    params: own,
    query,
    view: params.get("view") === "list" ? "list" : "grid",
    density: params.get("density") === "compact" ? "compact" : "comfortable",
    asset: ID_PATTERN.test(asset) ? asset : null,
    picked: params.get("select") === "page" ? "page" : new Set(),
    find: textParam(params, "find"),
  };
}

/** Parameters of the position in the list. A change of the filters drops them. */
const NO_PLACE = { offset: null, asset: null, select: null, find: null };

const NO_FILTERS = {
  q: null,
  source: null,
  type: null,
  usage: null,
  tagType: null,
  tagRef: null,
  coverage: null,
};

/** Returns the address with changed filters, at its first page; null removes a parameter. */
export function narrowed(
  { params }: Pick<Screen, "params">,
  changes: Readonly<Record<string, string | null>>,
): string {
  return withQuery(params, { ...NO_PLACE, ...changes });
}

/** Returns the address without any filter. */
export function unfiltered(screen: Pick<Screen, "params">): string {
  return narrowed(screen, NO_FILTERS);
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
  const gone = [...Object.keys(NO_PLACE), ...changed];
  return [...params].filter(([name]) => !gone.includes(name));
}

/**
 * A large CMS on `PORT`. It writes each page once and caches it, so that a measured client does not wait for it.
 * Argument: its {@linkcode CmsVolume} as JSON.
 */
import { includedBy, type Style, writePage } from "../doubles/cms/documents.ts";
import { type Entity, IMAGE, PRODUCT, PROJECT } from "../doubles/cms/graph.ts";
import { volumeGraph } from "./cms_volume.ts";

const PAGE = 50;
const STYLE: Style = {
  ...{ prefix: "drupal_internal__", version: "1.1", links: "objects", pager: "full" },
  ...{ viewSize: PAGE, collectionSize: PAGE, wordy: true },
};
const LISTS: Readonly<Record<string, string>> = {
  "/jsonapi/views/projects_gallery_index/page_1": PROJECT,
  "/jsonapi/media/image": IMAGE,
  "/jsonapi/taxonomy_term/products": PRODUCT,
};

const graph = volumeGraph(JSON.parse(Deno.args[0] ?? "{}"));
const byType = Map.groupBy(graph, ({ type }) => type);
const byKey = new Map(graph.map((entity) => [`${entity.type} ${entity.uuid}`, entity]));
const written = new Map<string, Uint8Array<ArrayBuffer>>();

/** Returns the entities of the graph that these fields of the rows refer to. */
function referredTo(rows: readonly Entity[], fields: readonly string[]): Entity[] {
  const references = rows.flatMap(({ relationships }) =>
    fields.flatMap((field) => [relationships[field]].flat())
  );
  return [
    ...new Set(references.flatMap((reference) => {
      const { type, id } = Object(reference);
      return byKey.get(`${type} ${id}`) ?? [];
    })),
  ];
}

/** Returns the internal id after which a page of a collection begins. */
function valueOf(url: URL): number {
  return Number(url.searchParams.get("filter[c][condition][value]") ?? 0);
}

function pageAt(url: URL): string {
  const all = byType.get(LISTS[url.pathname] ?? "") ?? [];
  const page = url.searchParams.get("page");
  const above = valueOf(url);
  const from = page === null
    ? all.findIndex(({ internalId }) => internalId > above)
    : Number(page) * PAGE;
  const rows = from < 0 ? [] : all.slice(from, from + PAGE);
  const fields = url.searchParams.get("include")?.split(",") ?? [];
  const next = from >= 0 && from + PAGE < all.length ? `${url.href}&next` : null;
  return writePage({
    ...{ rows, self: url.href, next, meta: {}, omitted: 0 },
    included: includedBy(rows, fields, referredTo(rows, fields)),
  }, STYLE);
}

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} }, (req) => {
  const url = new URL(req.url);
  if (!(url.pathname in LISTS)) return new Response("ready");
  // Cached by page alone, so that clients whose queries differ otherwise get the cached page too.
  const name = `${url.pathname} ${url.searchParams.get("page")} ${valueOf(url)}`;
  let body = written.get(name);
  if (body === undefined) {
    body = new TextEncoder().encode(pageAt(url));
    written.set(name, body);
  }
  return new Response(body, { headers: { "content-type": "application/vnd.api+json" } });
});

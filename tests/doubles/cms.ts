/**
 * A double of the CMS: a real HTTP server over a graph that tests can change. Its lists paginate, omit entities, refuse
 * parameters and fail like those of the real CMS. It keeps a journal of all requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { includedBy, type Page, type Style, writeError, writePage } from "./cms/documents.ts";
import { type Fault, isRowFault, sendFault } from "./cms/faults.ts";
import { type Entity, type Graph, IMAGE, PRODUCT, PROJECT } from "./cms/graph.ts";

/** A list of the CMS. */
export type CmsList = "projects" | "images" | "products";

/** A request as it arrived. */
interface CmsRequest {
  readonly path: string;
  /** The raw query string. */
  readonly query: string;
  readonly accept: string;
  readonly list: CmsList | null;
}

/** The double; disposing it closes its connections. */
export interface CmsDouble extends AsyncDisposable {
  /** For `CMS_BASE_URL`. */
  readonly origin: string;
  graph: Graph;
  readonly style: Style;
  /** Returns the fault for a request, or null. Tests set it. `nth` counts the requests for the list from 0. */
  fault: (list: CmsList, nth: number) => Fault | null;
  /** Every request since the last `forget`. */
  readonly journal: readonly CmsRequest[];
  /** Empties the journal, so that `nth` starts again at 0. */
  forget(): void;
  /** Called before each response to a list request. Tests set it. */
  onPage: (list: CmsList, nth: number) => void | Promise<void>;
}

/** Options of a double. */
interface CmsOptions extends Partial<Style> {
  readonly graph?: Graph;
  /** Default 0, which picks a free port. */
  readonly port?: number;
  /** Returns the bytes of a file by its name; null gives a 404. */
  readonly file?: (name: string) => Promise<Uint8Array | null>;
}

const LISTS: Readonly<Record<string, CmsList>> = {
  "/jsonapi/views/projects_gallery_index/page_1": "projects",
  "/jsonapi/media/image": "images",
  "/jsonapi/taxonomy_term/products": "products",
};
const FILES = "/sites/default/files/";

/** Starts a double. */
export async function startCms(options: CmsOptions = {}): Promise<CmsDouble> {
  const { graph = [], port = 0, file = () => Promise.resolve(null), ...style } = options;
  const journal: CmsRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const list = LISTS[url.pathname] ?? null;
    const nth = journal.filter((entry) => entry.list === list).length;
    journal.push({
      path: url.pathname,
      query: url.search.slice(1),
      accept: request.headers.accept ?? "",
      list,
    });
    if (list === null) return await sendFile(url.pathname, response);
    await double.onPage(list, nth);
    const fault = double.fault(list, nth);
    const built = pageOf(list, { url, double, fault });
    if (typeof built !== "string" && "status" in built) {
      const headers = { "content-type": "application/vnd.api+json" };
      const { status, detail } = built;
      return void response.writeHead(status, headers).end(
        writeError(status, "Bad Request", detail),
      );
    }
    if (double.style.needsSparse && !built.fields?.size) {
      return sendFault(response, "503 page", { body: "", elsewhere: "" });
    }
    const body = writePage(built, double.style);
    if (fault !== null && !isRowFault(fault)) {
      const elsewhere = `http://127.0.0.2:${new URL(origin).port}${url.pathname}`;
      return sendFault(response, fault, { body, elsewhere });
    }
    response.writeHead(200, { "content-type": "application/vnd.api+json" }).end(body);
  }

  async function sendFile(path: string, response: ServerResponse): Promise<void> {
    const name = path.startsWith(FILES) ? decodeURIComponent(path.slice(FILES.length)) : null;
    const bytes = name === null ? null : await file(name);
    if (bytes === null) {
      return void response.writeHead(404, { "content-type": "text/html" }).end(
        "<h1>Not found</h1>",
      );
    }
    response.writeHead(200, { "content-type": "image/webp" }).end(bytes);
  }

  const double: CmsDouble = {
    origin,
    graph,
    journal,
    style: {
      prefix: "drupal_internal__",
      version: "1.1",
      links: "objects",
      viewSize: 5,
      collectionSize: 50,
      pager: "full",
      ...style,
    },
    fault: () => null,
    onPage: () => {},
    forget: () => void journal.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

/** Returns the sparse fieldsets of a request. */
function fieldsOf({ searchParams }: URL): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...searchParams].flatMap(([name, value]) => {
      const type = /^fields\[(.+)\]$/.exec(name)?.[1];
      return type === undefined ? [] : [[type, value.split(",")] as const];
    }),
  );
}

interface Asked {
  readonly url: URL;
  readonly double: CmsDouble;
  readonly fault: Fault | null;
}

interface Refused {
  readonly status: number;
  readonly detail: string;
}

const NON_SCALAR: Refused = {
  status: 400,
  detail: 'Input value "page" contains a non-scalar value.',
};

function pageOf(list: CmsList, asked: Asked): Page | Refused {
  const names = [...asked.url.searchParams.keys()];
  if (names.some((name) => /^page\[/.test(name))) return NON_SCALAR;
  return list === "projects" ? viewPage(asked) : collectionPage(list, asked);
}

/** Builds a page of a view: pages are numbered, and hidden rows are omitted. */
function viewPage({ url, double, fault }: Asked): Page {
  const { graph, style } = double;
  const all = graph.filter(({ type }) => type === PROJECT);
  const asked = fault === "same page" ? 0 : Number(url.searchParams.get("page") ?? 0) || 0;
  const size = style.pager === "none" ? all.length : style.viewSize;
  const inPage = all.slice(asked * size, (asked + 1) * size);
  const rows = inPage.filter(({ hidden }) => !hidden);
  const hasNext = style.pager !== "none" && (asked + 1) * size < all.length;
  const next = new URL(url);
  next.searchParams.set("page", `${style.pager === "element" ? "0," : ""}${asked + 1}`);
  const includes = url.searchParams.get("include")?.split(",") ?? [];
  return {
    rows,
    included: includedBy(rows, includes, graph),
    fields: fieldsOf(url),
    self: url.href,
    next: hasNext || isRowFault(fault) ? next.href : null,
    meta: { count: style.pager === "mini" ? asked * size + rows.length : all.length },
    omitted: inPage.length - rows.length,
  };
}

/** Builds a page of a collection, filtered by the internal id. Its `next` link leads to a request that it refuses. */
function collectionPage(
  list: "images" | "products",
  { url, double, fault }: Asked,
): Page | Refused {
  const { graph, style } = double;
  const { searchParams } = url;
  const own = `${style.prefix}${list === "images" ? "mid" : "tid"}`;
  if (searchParams.has("page")) {
    return { status: 400, detail: "The page parameter needs to be an array." };
  }
  const path = searchParams.get("filter[c][condition][path]") ?? own;
  const isUnknown = path !== own || (searchParams.get("sort") ?? own) !== own;
  if (isUnknown && !style.ignoresUnknown) {
    return { status: 400, detail: `Invalid nested filtering. The field "${path}" does not exist.` };
  }
  const operator = searchParams.get("filter[c][condition][operator]");
  if (searchParams.has("filter[c][condition][path]") && operator !== ">") {
    return { status: 400, detail: `This double knows no operator "${operator}".` };
  }
  const type = list === "images" ? IMAGE : PRODUCT;
  const above = fault === "same page" || isUnknown
    ? 0
    : Number(searchParams.get("filter[c][condition][value]") ?? 0);
  const matching = graph.filter((one) => one.type === type && one.internalId > above)
    .sort((a, b) => a.internalId - b.internalId);
  const inPage = matching.slice(0, style.collectionSize);
  const rows = inPage.filter(({ hidden }) => !hidden);
  const includes = searchParams.get("include")?.split(",") ?? [];
  const unknown = includes.find((field) => !isField(field, type, graph));
  if (rows.length > 0 && unknown !== undefined) {
    return { status: 400, detail: `"${unknown}" is not a valid relationship field name.` };
  }
  const next = new URL(url);
  next.searchParams.set("page[offset]", String(style.collectionSize));
  return {
    rows,
    included: includedBy(rows, includes, graph),
    fields: fieldsOf(url),
    self: url.href,
    next: matching.length > inPage.length || isRowFault(fault) ? next.href : null,
    meta: {},
    omitted: inPage.length - rows.length,
  };
}

function isField(field: string, type: string, graph: Graph): boolean {
  const ofType = graph.filter((entity: Entity) => entity.type === type);
  return ofType.length === 0 || ofType.some(({ relationships }) => field in relationships);
}

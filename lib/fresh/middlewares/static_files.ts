/** Serves the files of `static/` and the bundles of the islands. */
import { readInternals } from "../context.ts";
import type { StaticFile } from "../snapshot.ts";
import type { Middleware } from "../types.ts";

/** Files up to this size are cached in memory. */
const MAX_CACHED_BYTES = 512 * 1024;

const IMMUTABLE = "public, max-age=31536000, immutable";
const VERSION_PARAM = "__frsh_c";

interface Served {
  /** Null for a file that is read from disk on each request. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly headers: Record<string, string>;
  readonly immutableHeaders: Record<string, string>;
}

/**
 * Returns a middleware that serves static files for `GET` and `HEAD`, and answers other methods on them with 405. A URL
 * with a content hash is immutable and cached for a year; all others are revalidated by ETag. A URL with an outdated
 * hash redirects (307) to the current file.
 */
export function staticFiles<State>(): Middleware<State> {
  const served = new WeakMap<StaticFile, Served>();

  return async (ctx) => {
    const { pathname, snapshot } = readInternals(ctx);
    const file = snapshot.files.get(withoutBase(pathname, ctx.config.basePath));
    if (file === undefined) return ctx.next();
    const { method, headers, url } = ctx.req;
    if (method !== "GET" && method !== "HEAD") {
      return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
    }

    const query = url.indexOf("?");
    const version = query === -1 ? null : ctx.url.searchParams.get(VERSION_PARAM);
    if (version !== null && version !== file.hash) {
      ctx.url.searchParams.delete(VERSION_PARAM);
      const location = ctx.url.pathname + ctx.url.search;
      return new Response(null, { status: 307, headers: { location } });
    }

    let entry = served.get(file);
    if (entry === undefined) served.set(file, entry = await prepare(file));
    const isImmutable = ctx.config.mode !== "development" && (file.immutable || version !== null);
    const answer = isImmutable ? entry.immutableHeaders : entry.headers;
    if (matchesEtag(headers.get("If-None-Match"), file.hash)) {
      return notModified(answer);
    }
    return new Response(entry.bytes ?? await openFile(file), { headers: answer });
  };
}

function notModified(headers: Served["headers"]): Response {
  const response = new Response(null, { status: 304, headers });
  response.headers.delete("Content-Length");
  return response;
}

function withoutBase(pathname: string, basePath: string): string {
  return basePath !== "" && pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length)
    : pathname;
}

async function prepare({ source, size, contentType, hash }: StaticFile): Promise<Served> {
  const common = {
    "Content-Type": contentType,
    "Content-Length": String(size),
    "ETag": `"${hash}"`,
  };
  const isSmall = size <= MAX_CACHED_BYTES;
  const fromDisk = source instanceof URL && isSmall ? await Deno.readFile(source) : null;
  return {
    bytes: source instanceof URL ? fromDisk : source,
    headers: { ...common, "Cache-Control": "no-cache" },
    immutableHeaders: { ...common, "Cache-Control": IMMUTABLE },
  };
}

async function openFile({ source }: StaticFile): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (!(source instanceof URL)) throw new TypeError("Cannot open a file that is in memory");
  return (await Deno.open(source)).readable;
}

function matchesEtag(header: string | null, hash: string): boolean {
  if (header === null) return false;
  return header.split(",").some((part) => {
    const tag = part.trim().replace(/^W\//, "");
    return tag === "*" || tag === `"${hash}"`;
  });
}

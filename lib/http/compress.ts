/** Gzip compression of text responses. Responses with an entity tag are compressed once and cached. */
import type { Middleware } from "fresh";
import { gzipSync } from "node:zlib";
import { countLooks } from "../telemetry/mod.ts";
import { carryPolicy } from "./security.ts";
import { rememberRecent } from "./recent.ts";

/** Gzip level. Higher levels gain little: about a kilobyte a page, for twice the time. */
const LEVEL = 2;
/** Gzip level of what is compressed once: a sixth less than above for the style sheet, for 3 ms. */
const KEPT_LEVEL = 9;
/** Shorter responses fit into one packet with or without compression. */
const MIN_BYTES = 1024;
/** Most compressed responses cached by entity tag (style sheets, scripts). */
const REMEMBERED = 200;

const WHOLE =
  /^(?:text\/(?:html|css|plain|javascript)|application\/(?:json|javascript)|image\/svg\+xml)\b/;
const PIECEMEAL = /^text\/csv\b/;
const GZIP = ["gzip", "x-gzip"];

/** Whether the client accepts gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(request: Request): boolean {
  const accepted = request.headers.get("accept-encoding");
  return accepted?.toLowerCase().split(",").some((offer) => {
    const [coding = "", ...parameters] = offer.split(";").map((part) => part.trim());
    return GZIP.includes(coding) && !parameters.some(isNothing);
  }) ?? false;
}

/** Whether a parameter is `q=0`, which excludes its coding. */
function isNothing(parameter: string): boolean {
  return parameter.startsWith("q=") && Number(parameter.slice(2)) === 0;
}

/** Gzips bytes. Returns null below 1024 bytes, where compression does not pay. */
export function pack(
  bytes: Uint8Array<ArrayBuffer>,
  level = LEVEL,
): Uint8Array<ArrayBuffer> | null {
  return bytes.length < MIN_BYTES ? null : new Uint8Array(gzipSync(bytes, { level }));
}

/** Returns the weak form of an entity tag: a strong tag names exact bytes, and compressed bytes differ. */
export function weakTag(etag: string): string {
  return etag.startsWith("W/") ? etag : `W/${etag}`;
}

/**
 * Returns a middleware that gzips text responses for clients that accept it. HTML, CSS, JSON, scripts, SVG and plain
 * text are compressed as a whole and so keep a content length; CSV is compressed as a stream. Responses that already
 * have a content coding or `Vary`, partial content (206) and `no-transform` responses are left alone.
 *
 * Deno's automatic compression is not used: it takes three times as long and does not cache.
 */
export function compress<S>(): Middleware<S> {
  const remembered = rememberRecent<string, Promise<Packed>>(REMEMBERED, countLooks("compressed"));

  async function packOf(response: Response, level: number): Promise<Packed> {
    const bytes = await response.bytes();
    return { bytes, packed: pack(bytes, level) };
  }

  return async (ctx) => {
    const response = await ctx.next();
    const { headers, status } = response;
    const type = headers.get("content-type") ?? "";
    const isWhole = WHOLE.test(type);
    if (!isWhole && !PIECEMEAL.test(type) || !mayPack(headers, status)) return response;
    headers.append("vary", "Accept-Encoding");
    if (!acceptsGzip(ctx.req) || response.body === null) return response;
    if (!isWhole) {
      return packedAs(response, response.body.pipeThrough(new CompressionStream("gzip")));
    }
    const etag = headers.get("etag");
    const { bytes, packed } = etag === null
      ? await packOf(response, LEVEL)
      : await remembered(`${status} ${type} ${etag}`, () => packOf(response, KEPT_LEVEL));
    if (!response.bodyUsed) await response.body.cancel();
    return packed === null ? withBody(response, bytes) : packedAs(response, packed);
  };
}

interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer> | null;
}

function mayPack(headers: Headers, status: number): boolean {
  // A response with `Vary` was already negotiated by its route.
  return status !== 206 && !headers.has("vary") && !headers.has("content-encoding") &&
    !/\bno-transform\b/.test(headers.get("cache-control") ?? "");
}

function packedAs(response: Response, body: BodyInit): Response {
  const packed = withBody(response, body);
  const etag = response.headers.get("etag");
  if (etag !== null) packed.headers.set("etag", weakTag(etag));
  packed.headers.delete("content-length");
  packed.headers.set("content-encoding", "gzip");
  return packed;
}

function withBody(response: Response, body: BodyInit): Response {
  return carryPolicy(response, new Response(body, response));
}

/** Answers in as few bytes as the client takes, packed once where they are asked for often. */
import type { Middleware } from "fresh";
import { gzipSync } from "node:zlib";
import { countLooks } from "../telemetry/mod.ts";
import { carryPolicy } from "./security.ts";
import { rememberRecent } from "./recent.ts";

/** Beyond this little is gained: half a page more costs a kilobyte, and twice the time. */
const LEVEL = 2;
/** Shorter answers fill one packet either way. */
const MIN_BYTES = 1024;
/** Packed answers that are remembered by their entity tag: style sheets, scripts. */
const REMEMBERED = 200;

const WHOLE =
  /^(?:text\/(?:html|css|plain|javascript)|application\/(?:json|javascript)|image\/svg\+xml)\b/;
const PIECEMEAL = /^text\/csv\b/;
const GZIP = ["gzip", "x-gzip"];

/** Whether the client takes gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(request: Request): boolean {
  const accepted = request.headers.get("accept-encoding");
  return accepted?.toLowerCase().split(",").some((offer) => {
    const [coding = "", ...parameters] = offer.split(";").map((part) => part.trim());
    return GZIP.includes(coding) && !parameters.some(isNothing);
  }) ?? false;
}

/** Whether a parameter gives its coding the weight of nothing. */
function isNothing(parameter: string): boolean {
  return parameter.startsWith("q=") && Number(parameter.slice(2)) === 0;
}

/** Packs bytes; gives null where that would not be worth it. */
export function pack(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  return bytes.length < MIN_BYTES ? null : new Uint8Array(gzipSync(bytes, { level: LEVEL }));
}

/** A tag names the bytes of an answer, and those of a packed one are others. */
export function weakTag(etag: string): string {
  return etag.startsWith("W/") ? etag : `W/${etag}`;
}

/**
 * Packs texts for clients that take gzip. What is whole is packed whole, so that it keeps a length; what
 * comes piece by piece stays so. What is packed already, has a part, or says `no-transform` is left alone.
 *
 * The server's own compression is not used, for it takes thrice the time and does not remember.
 */
export function compress<S>(): Middleware<S> {
  const remembered = rememberRecent<string, Promise<Packed>>(REMEMBERED, countLooks("compressed"));

  async function packOf(response: Response): Promise<Packed> {
    const bytes = await response.bytes();
    return { bytes, packed: pack(bytes) };
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
      ? await packOf(response)
      : await remembered(`${status} ${type} ${etag}`, () => packOf(response));
    if (!response.bodyUsed) await response.body.cancel();
    return packed === null ? withBody(response, bytes) : packedAs(response, packed);
  };
}

interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer> | null;
}

function mayPack(headers: Headers, status: number): boolean {
  // Whoever says that the answer varies has chosen already.
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

/** Builds JSON responses: plain, private, and cacheable with an entity tag that clients revalidate. */
import { createHash } from "node:crypto";
import { acceptsGzip, pack, weakTag } from "./compress.ts";
import type { HeaderPairs } from "./headers.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** Status (200 by default) and headers of a JSON response. */
interface AnswerInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON body that is serialised once and answered often. */
export interface CacheableBody {
  /** UTF-8 bytes, because a string would be encoded again for each response. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Strong entity tag, including its quotes. */
  readonly etag: string;
  /** Further headers of the response, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a JSON response with a value as its body. */
export function json(value: unknown, { status = 200, headers }: AnswerInit = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: headers ? { "content-type": JSON_TYPE, ...headers } : { "content-type": JSON_TYPE },
  });
}

/** Returns a JSON response for one client only: `private, no-store`, and without an entity tag. */
export function privateJson(
  { body, headers }: Pick<CacheableBody, "body" | "headers">,
): Response {
  return respond(body, [
    ...Object.entries(headers ?? {}),
    ["content-type", JSON_TYPE],
    ["cache-control", PRIVATE_CACHING],
  ]);
}

/** `Cache-Control` of a response that is for one client only. */
export const PRIVATE_CACHING = "private, no-store";

/** Returns the strong entity tag of a text or of bytes, in quotes: 27 base64url characters of its SHA-256. */
export function etagOf(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Serialises a value and computes its entity tag, for {@linkcode cacheableJson}. */
export function cacheableBody(value: unknown): CacheableBody {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { body, etag: etagOf(body) };
}

/** Gzipped bodies, compressed on first use. Null when the body is too short to compress. */
const packed = new WeakMap<CacheableBody, Uint8Array<ArrayBuffer> | null>();

function packOf(prepared: CacheableBody): Uint8Array<ArrayBuffer> | null {
  return packed.getOrInsertComputed(prepared, () => pack(prepared.body));
}

/**
 * Returns the response for a prepared JSON body, or 304 when `If-None-Match` names its tag. The body is gzipped once
 * for all clients that accept gzip. A cache may store the response but must revalidate it each time.
 */
export function cacheableJson(request: Request, prepared: CacheableBody): Response {
  const { body, etag } = prepared;
  const inGzip = acceptsGzip(request) ? packOf(prepared) : null;
  const headers: [string, string][] = [
    ...Object.entries(prepared.headers ?? {}),
    ["etag", inGzip === null ? etag : weakTag(etag)],
    ["cache-control", "no-cache"],
    ["vary", "Accept-Encoding"],
  ];
  const condition = request.headers.get("if-none-match");
  if (condition !== null && matchesEtag(condition, etag)) return respond(null, headers, 304);
  headers.push(["content-type", JSON_TYPE]);
  if (inGzip !== null) headers.push(["content-encoding", "gzip"]);
  return respond(inGzip ?? body, headers);
}

/**
 * Builds a response to which more headers will be added. It sets headers one by one: with headers passed to the
 * constructor, Deno's server would copy the body at once, and again when the first header is added.
 */
function respond(body: BodyInit | null, headers: HeaderPairs, status = 200): Response {
  const response = new Response(body, status === 200 ? undefined : { status });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/**
 * Whether an `If-None-Match` condition names a strong tag. Compares weakly, as RFC 9110 §13.1.2 requires, because a
 * proxy that compresses the body marks the tag as weak.
 */
export function matchesEtag(condition: string, etag: string): boolean {
  if (condition.trim() === "*") return true;
  return condition.match(/"[^"]*"/g)?.includes(etag) ?? false;
}

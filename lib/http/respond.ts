/** JSON answers: plain ones, and cacheable ones that a client may revalidate. */
import { createHash } from "node:crypto";
import { acceptsGzip, pack, weakTag } from "./compress.ts";
import type { HeaderPairs } from "./headers.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** What an answer may say beside its body. */
export interface AnswerInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body made ready once, to be answered often. */
export interface CacheableBody {
  /** UTF-8: a text would be encoded for each answer. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Strong entity tag, in its quotes. */
  readonly etag: string;
  /** Others that go with it, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a value as JSON. */
export function json(value: unknown, { status = 200, headers }: AnswerInit = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: headers ? { "content-type": JSON_TYPE, ...headers } : { "content-type": JSON_TYPE },
  });
}

/** Answers a body for whoever asked, and nobody else: no cache keeps it, and it has no tag to be known by. */
export function privateJson(
  { body, headers }: Pick<CacheableBody, "body" | "headers">,
): Response {
  return respond(body, [
    ...Object.entries(headers ?? {}),
    ["content-type", JSON_TYPE],
    ["cache-control", PRIVATE_CACHING],
  ]);
}

/** What an answer says that is for whoever asked, and for nobody else. */
export const PRIVATE_CACHING = "private, no-store";

/** Strong entity tag of a text or of bytes: equal ones have equal tags, different ones do not. */
export function etagOf(content: string | Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Serialises a value once, with its entity tag, for `cacheableJson()`. */
export function cacheableBody(value: unknown): CacheableBody {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { body, etag: etagOf(body) };
}

/** Bodies for clients that take gzip, made when first asked for; null where the body is short. */
const packed = new WeakMap<CacheableBody, Uint8Array<ArrayBuffer> | null>();

function packOf(prepared: CacheableBody): Uint8Array<ArrayBuffer> | null {
  let bytes = packed.get(prepared);
  if (bytes === undefined) {
    bytes = pack(prepared.body);
    packed.set(prepared, bytes);
  }
  return bytes;
}

/**
 * Answers a prepared JSON body, packed once for all clients that take gzip, or 304 without it when
 * `If-None-Match` names its tag. A cache may keep it but must revalidate each time, unless `cacheControl`
 * says otherwise.
 */
export function cacheableJson(
  request: Request,
  prepared: CacheableBody,
  { cacheControl = "no-cache" }: { cacheControl?: string } = {},
): Response {
  const { body, etag } = prepared;
  const inGzip = acceptsGzip(request) ? packOf(prepared) : null;
  const headers: [string, string][] = [
    ...Object.entries(prepared.headers ?? {}),
    ["etag", inGzip === null ? etag : weakTag(etag)],
    ["cache-control", cacheControl],
    ["vary", "Accept-Encoding"],
  ];
  const condition = request.headers.get("if-none-match");
  if (condition !== null && matchesEtag(condition, etag)) return respond(null, headers, 304);
  headers.push(["content-type", JSON_TYPE]);
  if (inGzip !== null) headers.push(["content-encoding", "gzip"]);
  return respond(inGzip ?? body, headers);
}

/**
 * Makes a response whose headers are about to be added to. Given to the constructor they would make it
 * copy the body for the server at once, and again when the first header is added.
 */
function respond(body: BodyInit | null, headers: HeaderPairs, status = 200): Response {
  const response = new Response(body, status === 200 ? undefined : { status });
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}

/**
 * Whether an `If-None-Match` condition names the tag, by the weak comparison that RFC 9110 §13.1.2
 * asks for: a proxy that compressed the body has marked the tag as weak.
 */
export function matchesEtag(condition: string, etag: string): boolean {
  if (condition.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return condition.match(/"[^"]*"/g)?.some((tag) => tag === opaque) ?? false;
}

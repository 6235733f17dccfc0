/** JSON answers: plain ones, and cacheable ones that a client may revalidate. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

const JSON_TYPE = "application/json; charset=utf-8";

/** What an answer may say beside its body. */
export interface AnswerInit {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body made ready once, to be answered often. */
export interface CacheableBody {
  readonly body: string;
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

/** Strong entity tag of a text: equal texts have equal tags, different ones do not. */
export function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
}

/** Serialises a value once, with its entity tag, for `cacheableJson()`. */
export function cacheableBody(value: unknown): CacheableBody {
  const body = JSON.stringify(value);
  return { body, etag: etagOf(body) };
}

/**
 * Answers a prepared JSON body, or 304 without it when `If-None-Match` names its tag. A cache may keep
 * it but must revalidate each time, unless `cacheControl` says otherwise.
 */
export function cacheableJson(
  request: Request,
  { body, etag, headers: others }: CacheableBody,
  { cacheControl = "no-cache" }: { cacheControl?: string } = {},
): Response {
  const headers: Record<string, string> = { ...others, etag, "cache-control": cacheControl };
  const condition = request.headers.get("if-none-match");
  if (condition !== null && matchesEtag(condition, etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers["content-type"] = JSON_TYPE;
  if (request.method !== "HEAD") return new Response(body, { headers });
  headers["content-length"] = `${Buffer.byteLength(body)}`;
  return new Response(null, { headers });
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

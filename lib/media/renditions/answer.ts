/** Serves `GET /media/<id>/<spec>` (design §7). */
import { AppError, etagOf, matchesEtag, toErrorResponse } from "@/lib/http/mod.ts";
import { parseRenditionSpec, type RenditionFormat, type RenditionSpec } from "../rendition_spec.ts";
import type { Kept } from "./cache.ts";
import type { AssetHead, Original } from "./heads.ts";
import { chooseFormat } from "./negotiate.ts";
import { type Asker, nameRendition, type Rendition, type Renditions } from "./renditions.ts";

/** The URL's last two segments, and the client. */
interface Asked {
  readonly id: string;
  readonly spec: string;
  /** The client's IP address. */
  readonly address: string;
  /**
   * Called before a rendition that is not cached is made; throws an AppError when the client exceeds its rate limit.
   */
  readonly mayMake: () => Promise<void>;
}

/** Status when the client has disconnected; only the log sees it. */
const CLIENT_GONE = 499;

const FOREVER = "public, max-age=31536000, immutable";
/** For URLs whose content may change: staff may move the focal point, and the CMS may replace the file. */
const FOR_AN_HOUR = "public, max-age=3600, stale-while-revalidate=86400";
/** For placeholders, so that a repaired picture appears soon. */
const FOR_A_MINUTE = "public, max-age=60";

/**
 * Answers a request for a rendition: 304 without any work when `If-None-Match` matches, 400 for an invalid spec, 404
 * for an unknown asset, 429 when `mayMake` refuses, 503 when too much is queued. An asset without a readable original
 * is a 404 whose body is a placeholder of the requested size.
 */
export async function answerRendition(
  renditions: Renditions,
  request: Request,
  asked: Asked,
): Promise<Response> {
  try {
    const response = await answer(renditions, request, asked);
    if (request.method !== "HEAD") return response;
    await response.body?.cancel();
    return new Response(null, response);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    if (error instanceof AppError) return toErrorResponse(error);
    throw error;
  }
}

async function answer(
  renditions: Renditions,
  request: Request,
  asked: Asked,
): Promise<Response> {
  const spec = parseRenditionSpec(asked.spec);
  if (spec === null) {
    throw new AppError("invalid", "Cannot read the size: it is written as in w640-h480-cover.webp");
  }
  const by = { address: asked.address, signal: request.signal, mayMake: asked.mayMake };
  const head = await renditions.find(asked.id);
  if (head === null) throw new AppError("not_found", "No picture is found at this address");
  const format = formatFor(request, { spec, head });
  const headers = {
    common: {
      // Pictures are public, and pages may load them through another origin, such as a CDN.
      "cross-origin-resource-policy": "cross-origin",
      ...(spec.format === null ? { vary: "Accept" } : {}),
    },
    content: {
      "content-type": `image/${format}`,
      "content-disposition": `inline; filename="${head.id}-w${spec.width}.${format}"`,
    },
  };
  if (hasOriginal(head)) {
    const rendition = nameRendition(head, { spec, format });
    const mayChange = head.isRemote || spec.box?.fit === "cover";
    const response = await answerFrom(renditions, request, { rendition, mayChange, headers, by });
    if (response !== null) return response;
  }
  const placeholder = await renditions.openPlaceholder({ head, spec, format }, by);
  const { common, content } = headers;
  return send(placeholder, {
    status: 404,
    headers: { ...common, ...content, "cache-control": FOR_A_MINUTE },
  });
}

/** Headers of every response (`common`), and of those with a body (`content`). */
interface Headers {
  readonly common: Readonly<Record<string, string>>;
  readonly content: Readonly<Record<string, string>>;
}

function formatFor(
  request: Request,
  { spec, head }: { spec: RenditionSpec; head: AssetHead },
): RenditionFormat {
  return spec.format ??
    chooseFormat(request.headers.get("accept"), head.original?.mayBeTransparent ?? false);
}

function hasOriginal(head: AssetHead): head is AssetHead & { readonly original: Original } {
  return head.original !== null;
}

/** Answers with the rendition or 304; null when the original cannot be read. */
async function answerFrom(
  renditions: Renditions,
  request: Request,
  { rendition, mayChange, headers: { common, content }, by }: {
    rendition: Rendition;
    mayChange: boolean;
    headers: Headers;
    by: Asker;
  },
): Promise<Response | null> {
  const etag = etagOf(rendition.identity);
  const headers = { ...common, etag, "cache-control": mayChange ? FOR_AN_HOUR : FOREVER };
  const condition = request.headers.get("if-none-match");
  if (condition !== null && matchesEtag(condition, etag)) {
    return new Response(null, { status: 304, headers });
  }
  const kept = await renditions.open(rendition, by);
  return kept && send(kept, { status: 200, headers: { ...headers, ...content } });
}

function send(
  { size, body }: Kept,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  return new Response(body, { status, headers: { ...headers, "content-length": `${size}` } });
}

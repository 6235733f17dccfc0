/** `GET /media/<id>/<spec>`: a picture in a size, over HTTP (design §7). */
import { AppError, etagOf, matchesEtag, toErrorResponse } from "../../http/mod.ts";
import { parseRenditionSpec, type RenditionFormat, type RenditionSpec } from "../rendition_spec.ts";
import type { Kept } from "./cache.ts";
import type { AssetHead, Original } from "./heads.ts";
import { chooseFormat } from "./negotiate.ts";
import { type Asker, nameRendition, type Rendition, type Renditions } from "./renditions.ts";

/** What is asked for: the last two parts of the address, and whether it may be made. */
interface Asked {
  readonly id: string;
  readonly spec: string;
  /** Network address of whoever asks. */
  readonly address: string;
  /** Called before something is made that was not kept; throws where its caller has had enough. */
  readonly mayMake: () => Promise<void>;
}

/** The answer when nobody is there any more to read it; seen by the log alone. */
const CLIENT_GONE = 499;

const FOREVER = "public, max-age=31536000, immutable";
/** Staff may move the focal point at any time, the CMS may replace its file, and the address stays. */
const FOR_AN_HOUR = "public, max-age=3600, stale-while-revalidate=86400";
/** Whoever has just mended a picture wants to see it. */
const FOR_A_MINUTE = "public, max-age=60";

/**
 * Answers a request for a rendition: 304 before any work when the client has it already, 400 for what is no
 * spec, 404 for what is no asset, 429 where `mayMake` refuses, 503 when too much is asked for at once. An asset
 * whose picture cannot be had is a 404 with a placeholder of the same size for a body.
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
      // Pictures are public, and may be shown from the address of a CDN.
      "cross-origin-resource-policy": "cross-origin",
      ...(spec.format === null ? { vary: "accept" } : {}),
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

/** Headers of every answer, and those of one with a picture in it. */
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

/** The rendition itself; null when its original cannot be read. */
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

/** Negotiates the format of a rendition from the `Accept` header (RFC 9110 §12.5.1). */
import type { RenditionFormat } from "../rendition_spec.ts";

/**
 * Formats that a wildcard covers. Newer ones must be named, because clients that cannot decode them send `*\/*` too.
 */
const ALWAYS_READ: ReadonlySet<RenditionFormat> = new Set(["jpeg", "png"]);

/**
 * Chooses the format with the highest quality value. Ties break in the order AVIF, WebP, then JPEG before PNG, or PNG
 * before JPEG for a picture that may be transparent. A client that accepts none gets JPEG, or PNG for such a picture.
 */
export function chooseFormat(accept: string | null, mayBeTransparent: boolean): RenditionFormat {
  const fallback = mayBeTransparent ? "png" : "jpeg";
  const candidates = ["avif", "webp", fallback, mayBeTransparent ? "jpeg" : "png"] as const;
  const ranges = parseAccept(accept ?? "");
  let best: RenditionFormat = fallback;
  let highest = 0;
  for (const format of candidates) {
    const quality = qualityOf(format, ranges);
    if (quality > highest) [best, highest] = [format, quality];
  }
  return best;
}

/** Quality values from 0 to 1 by media range in lower case. */
type Ranges = ReadonlyMap<string, number>;

function parseAccept(accept: string): Ranges {
  const ranges = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
    // A range with an invalid quality value is ignored.
    if (name !== "" && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality)) {
      ranges.set(name, Math.max(ranges.get(name) ?? 0, Number(quality)));
    }
  }
  return ranges;
}

function qualityOf(format: RenditionFormat, ranges: Ranges): number {
  const named = ranges.get(`image/${format}`);
  if (named !== undefined || !ALWAYS_READ.has(format)) return named ?? 0;
  return ranges.get("image/*") ?? ranges.get("*/*") ?? 0;
}

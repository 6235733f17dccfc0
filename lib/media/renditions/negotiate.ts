/** Which format a picture is sent in, where its address leaves that to the browser (RFC 9110 §12.5.1). */
import type { RenditionFormat } from "../rendition_spec.ts";

/** A wildcard promises these; newer ones must be named, for `*\/*` is what clients say that read none. */
const ALWAYS_READ: ReadonlySet<RenditionFormat> = new Set(["jpeg", "png"]);

/**
 * The format for an `Accept` header: that of the highest quality, and among equals AVIF, then WebP, then JPEG, or PNG
 * for a picture that may be transparent. A client that accepts none of them gets the last.
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

/** What is accepted, by its name in lower case, with its quality from 0 to 1. */
type Ranges = ReadonlyMap<string, number>;

function parseAccept(accept: string): Ranges {
  const ranges = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
    // What is no quality accepts nothing, as if the range were not there.
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

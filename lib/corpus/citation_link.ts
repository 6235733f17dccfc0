/** Where a citation may lead to (spec §4.1, "Citation link resolution"). Pure. */
import type { ContentType, SourceKind } from "./import/metadata.ts";

/** What is known of a quoted document's whereabouts. */
export interface CitationSource {
  readonly contentType: ContentType;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly linkStatus: "live" | "dead" | "unchecked";
}

/** What a product page is found by: the marketing site, and the recommended system's captured path. */
export interface DeepLink {
  readonly siteUrl: string | null;
  readonly pdpPath: string | null;
}

/**
 * The link of a citation; null where it is plain text. An upload has no public link. A product page is
 * found by the path that was captured for the recommended system, and whatever else has an address of its
 * own leads there only when it was found live.
 */
export function citationLink(source: CitationSource, deepLink: DeepLink): string | null {
  if (source.sourceKind === "upload") return null;
  if (source.contentType === "pdp") return productPageUrl(deepLink);
  return source.linkStatus === "live" ? webAddress(source.sourceUrl) : null;
}

/** The product page on the marketing site; null without a site or a path, or for a path that leaves it. */
export function productPageUrl({ siteUrl, pdpPath }: DeepLink): string | null {
  // Anything else than a slash could go on with the name of the host: `.example.net`, `@example.net`.
  if (siteUrl === null || !pdpPath?.startsWith("/")) return null;
  return webAddress(siteUrl + pdpPath);
}

/** An absolute http(s) address without credentials, as a browser would write it. */
function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  return url.username === "" && url.password === "" ? url.href : null;
}

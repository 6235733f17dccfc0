/** Resolves the link of a citation (spec §4.1, "Citation link resolution"). Pure. */
import { webAddress } from "@/lib/text/mod.ts";
import type { ContentType, SourceKind } from "./import/metadata.ts";

/** The source of a quoted document and the status of its link. */
export interface CitationSource {
  readonly contentType: ContentType;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly linkStatus: "live" | "dead" | "unchecked";
}

/** The parts of a product page's address: the marketing site and the recommended system's captured path. */
export interface DeepLink {
  readonly siteUrl: string | null;
  readonly pdpPath: string | null;
}

/**
 * Returns the link of a citation, or null if the citation is plain text (spec §4.1). An upload has no public link. A
 * product page links to the path that was captured for the recommended system. Any other document links to its own
 * address, and only if the last check found it live.
 */
export function citationLink(source: CitationSource, deepLink: DeepLink): string | null {
  if (source.sourceKind === "upload") return null;
  if (source.contentType === "pdp") return productPageUrl(deepLink);
  return source.linkStatus === "live" ? webAddress(source.sourceUrl) : null;
}

/** Returns the address of a product page on the marketing site, or null without a site or an absolute path. */
export function productPageUrl({ siteUrl, pdpPath }: DeepLink): string | null {
  // A path without a leading slash could extend the host name: `.example.net`, `@example.net`.
  if (siteUrl === null || !pdpPath?.startsWith("/")) return null;
  return webAddress(siteUrl + pdpPath);
}

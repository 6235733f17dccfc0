/** Turns a retrieved passage into a citation of the wire (spec §2.11, §4.1). */
import { citationLink, type RetrievedPassage } from "../corpus/mod.ts";
import type { Citation } from "./schema.ts";

/** Cites a passage: its text as imported, and its source URL, which is null when the link cannot be resolved. */
export function toCitation(passage: RetrievedPassage, siteUrl: string | null): Citation {
  const { key, text, heading, itemId, title, contentType, version, fetchedAt, pdpPath } = passage;
  return {
    key,
    text,
    heading,
    provenance: {
      itemId,
      title,
      contentType,
      sourceUrl: citationLink(passage, { siteUrl, pdpPath }),
      version,
      fetchedAt: fetchedAt.toISOString(),
    },
    ...(contentType === "pdp" && pdpPath !== null ? { pdpPath } : {}),
  };
}

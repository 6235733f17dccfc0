/** From a passage as it was retrieved to a citation as it leaves (spec §2.11, §4.1). */
import { citationLink, type RetrievedPassage } from "../corpus/mod.ts";
import type { Citation } from "./schema.ts";

/** Cites a passage: its words as they were imported, and its source where that can be opened. */
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

/** From what retrieval finds about a system to the quotes that support it (spec §2.1, §4.1). Pure. */
import { citationLink, type CitationSource, type DeepLink } from "./citation_link.ts";
import type { CitedPassage } from "./schema.ts";

/** A passage as it was retrieved, with its provenance. */
export interface QuotablePassage extends CitationSource {
  readonly itemId: string;
  readonly title: string;
  readonly heading: string | null;
  readonly text: string;
  readonly version: string;
  readonly fetchedAt: Date;
  /** Every system that the document is about. */
  readonly systemIds: readonly string[];
}

/** Quotes beside a recommendation, at most. */
export const MAX_EVIDENCE = 4;

/** Of one document, at most; of one kind of content while another kind has something to say. */
const MAX_ALIKE = 2;

/**
 * Chooses the quotes about a system from what was retrieved, best first, and keeps that order. At most two are
 * of one document, and they are of several kinds of content where there are several. What is not about the
 * system, and words that are quoted already, are passed over.
 */
export function chooseEvidence<P extends QuotablePassage>(
  retrieved: readonly P[],
  { systemId, limit = MAX_EVIDENCE }: { readonly systemId: string; readonly limit?: number },
): P[] {
  const chosen = new Set<P>();
  const countOf = (isLike: (other: P) => boolean) => [...chosen].filter(isLike).length;
  const fits = (passage: P) =>
    passage.systemIds.includes(systemId) &&
    countOf(({ text }) => text === passage.text) === 0 &&
    countOf(({ itemId }) => itemId === passage.itemId) < MAX_ALIKE;
  const isVaried = (passage: P) =>
    countOf(({ contentType }) => contentType === passage.contentType) < MAX_ALIKE;
  for (const mayRepeat of [false, true]) {
    for (const passage of retrieved) {
      if (chosen.size >= limit) break;
      if (fits(passage) && (mayRepeat || isVaried(passage))) chosen.add(passage);
    }
  }
  return [...new Set(retrieved)].filter((passage) => chosen.has(passage));
}

/** A quote as it leaves the process: its words as they were imported, its source where it can be opened. */
export function citePassage(passage: QuotablePassage, deepLink: DeepLink): CitedPassage {
  const { itemId, title, heading, text, contentType, version, fetchedAt } = passage;
  return {
    itemId,
    title,
    heading,
    text,
    contentType,
    sourceUrl: citationLink(passage, deepLink),
    version,
    fetchedAt: fetchedAt.toISOString(),
  };
}

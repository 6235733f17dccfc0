/** From what retrieval finds about a system to the quotes that support it (spec §2.1, §4.1). Pure. */
import { citationLink, type CitationSource, type DeepLink } from "./citation_link.ts";
import type { CitedPassage } from "./schema.ts";

/** A passage as it was retrieved, with its provenance. */
export interface QuotablePassage extends CitationSource {
  readonly itemId: string;
  readonly seq: number;
  readonly title: string;
  readonly heading: string | null;
  readonly text: string;
  readonly version: string;
  readonly fetchedAt: Date;
  /** Every system that the document is about. */
  readonly systemIds: readonly string[];
}

/** What quotes are about. */
export interface QuotedSystem {
  readonly id: string;
  readonly name: string;
}

/** Quotes beside a recommendation, at most. */
export const MAX_EVIDENCE = 4;

/** Quotes of one document, at most. */
const MAX_OF_ITEM = 2;

/** A document about more systems than this is an overview. */
const MAX_COMPARED = 3;

/** Quotes that make do with a document about the system where the passage itself does not name it. */
const MAKESHIFTS = 2;

/**
 * Chooses the quotes about a system from what was retrieved, best first. What a document about few systems
 * says of this one comes before overviews; a passage about others of several systems is taken only where there
 * would be less than two quotes. At most two are of one document, and half of them of one kind of content where
 * other kinds have something to say. What is not about the system, and words that are quoted already, are passed over.
 */
export function chooseEvidence<P extends QuotablePassage>(
  retrieved: readonly P[],
  { system, limit = MAX_EVIDENCE }: { readonly system: QuotedSystem; readonly limit?: number },
): P[] {
  const relevant = retrieved.filter(({ systemIds }) => systemIds.includes(system.id));
  const [close = [], overview = [], makeshift = []] = [0, 1, 2].map((distance) =>
    relevant.filter((passage) => distanceOf(passage, system) === distance)
  );
  const chosen = chooseVaried([...close, ...overview], limit);
  if (chosen.length >= Math.min(MAKESHIFTS, limit)) return chosen;
  return chooseVaried([...chosen, ...makeshift], Math.min(MAKESHIFTS, limit));
}

/** How far a passage is from being about one system: 0 is close, and 2 is about others. */
function distanceOf(
  { systemIds, title, heading, text }: QuotablePassage,
  { name }: QuotedSystem,
): 0 | 1 | 2 {
  if (systemIds.length === 1) return 0;
  const words = `${title}\n${heading ?? ""}\n${text}`.toLowerCase();
  if (!words.includes(name.toLowerCase())) return 2;
  return systemIds.length <= MAX_COMPARED ? 0 : 1;
}

function chooseVaried<P extends QuotablePassage>(candidates: readonly P[], limit: number): P[] {
  const chosen = new Set<P>();
  const countOf = (isLike: (other: P) => boolean) => [...chosen].filter(isLike).length;
  const fits = (passage: P) =>
    countOf(({ text }) => text === passage.text) === 0 &&
    countOf(({ itemId }) => itemId === passage.itemId) < MAX_OF_ITEM;
  const isVaried = (passage: P) =>
    countOf(({ contentType }) => contentType === passage.contentType) < limit / 2;
  for (const mayRepeat of [false, true]) {
    for (const passage of candidates) {
      if (chosen.size >= limit) break;
      if (fits(passage) && (mayRepeat || isVaried(passage))) chosen.add(passage);
    }
  }
  return [...new Set(candidates)].filter((passage) => chosen.has(passage));
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

/** From what retrieval finds about a system to the quotes that support it (spec §2.1, §4.1). Pure. */
import { citationLink, type CitationSource, type DeepLink } from "./citation_link.ts";
import { hasName } from "../text/mod.ts";
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

/** The system that quotes are about. */
export interface QuotedSystem {
  readonly id: string;
  readonly name: string;
}

/** Most quotes beside a recommendation. */
export const MAX_EVIDENCE = 4;

/** Most quotes of one document. */
const MAX_OF_ITEM = 2;

/** A document about more systems than this is an overview. */
const MAX_COMPARED = 3;

/** Where there are fewer quotes than this, passages that do not name the system make up the number. */
const MAKESHIFTS = 2;

/**
 * Chooses the quotes about a system from the retrieved passages, which come best first. Passages of documents about few
 * systems come before overviews. A passage that does not name the system, of a document about several, is taken only
 * where there would be fewer than two quotes. At most two quotes are of one document, and half of them of one kind of
 * content where other kinds have something to say. Passages of documents that are not about the system, and texts that
 * are quoted already, are left out.
 */
export function chooseEvidence<P extends QuotablePassage>(
  retrieved: readonly P[],
  { system, limit = MAX_EVIDENCE }: { readonly system: QuotedSystem; readonly limit?: number },
): P[] {
  const first: P[] = [];
  const [close, overviews, makeshifts]: [P[], P[], P[]] = [[], [], []];
  for (const passage of retrieved) {
    if (!passage.systemIds.includes(system.id)) continue;
    const distance = distanceOf(passage, system);
    (distance === 0 ? close : distance === 1 ? overviews : makeshifts).push(passage);
    // Mostly the first few close passages fit, and the others need not be examined.
    if (distance > 0 || !fits(passage, { chosen: first, mostOfKind: limit / 2 })) continue;
    if (first.push(passage) === limit) return first;
  }
  const chosen = chooseVaried([...close, ...overviews], limit);
  if (chosen.length >= Math.min(MAKESHIFTS, limit)) return chosen;
  return chooseVaried([...chosen, ...makeshifts], Math.min(MAKESHIFTS, limit));
}

/** How far a passage is from being about one system: 0 is close, 1 is an overview, and 2 does not name the system. */
type Distance = 0 | 1 | 2;

/** Distances of passages that are kept in memory, by the name of the system. */
const distances = new WeakMap<QuotablePassage, Map<string, Distance>>();

function distanceOf(passage: QuotablePassage, { name }: QuotedSystem): Distance {
  if (passage.systemIds.length === 1) return 0;
  return distances.getOrInsertComputed(passage, () => new Map())
    .getOrInsertComputed(name, () => measureDistance(passage, name));
}

function measureDistance(
  { systemIds, title, heading, text }: QuotablePassage,
  name: string,
): Distance {
  if (!hasName(`${title}\n${heading ?? ""}\n${text}`, name)) return 2;
  return systemIds.length <= MAX_COMPARED ? 0 : 1;
}

function chooseVaried<P extends QuotablePassage>(candidates: readonly P[], limit: number): P[] {
  const chosen: P[] = [];
  for (const mayRepeat of [false, true]) {
    for (const passage of candidates) {
      if (chosen.length >= limit) break;
      if (fits(passage, { chosen, mostOfKind: mayRepeat ? limit : limit / 2 })) {
        chosen.push(passage);
      }
    }
  }
  return chosen.length < 2
    ? chosen
    : chosen.sort((a, b) => candidates.indexOf(a) - candidates.indexOf(b));
}

interface Fitting {
  readonly chosen: readonly QuotablePassage[];
  /** How many passages of one kind of content may be chosen. */
  readonly mostOfKind: number;
}

function fits(passage: QuotablePassage, { chosen, mostOfKind }: Fitting): boolean {
  let ofItem = 0;
  let ofKind = 0;
  for (const { text, itemId, contentType } of chosen) {
    if (text === passage.text) return false;
    if (itemId === passage.itemId) ofItem++;
    if (contentType === passage.contentType) ofKind++;
  }
  return ofItem < MAX_OF_ITEM && ofKind < mostOfKind;
}

/** Converts a passage to its wire shape: its words as they were imported, its source where it can be opened. */
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

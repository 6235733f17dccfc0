/** What staff read for the kinds and states of documents. */
import type { ContentType, ItemState, LinkStatus, SourceKind } from "../../../../lib/corpus/mod.ts";

/** Kinds of content (spec §2.1). */
export const CONTENT_TYPES: Readonly<Record<ContentType, string>> = {
  pdp: "Product page",
  blog: "Article",
  "tech-doc": "Technical document",
  marketing: "Brochure",
};

/** Where a document came from (spec §4.1). */
export const SOURCE_KINDS: Readonly<Record<SourceKind, string>> = {
  url: "Web page",
  "cms-view": "Content system",
  "cms-dump": "Content system, dump",
  upload: "Upload",
};

/** Whether a document is quoted. */
export const STATES: Readonly<Record<ItemState, string>> = {
  active: "Active",
  retired: "Retired",
  superseded: "Superseded",
};

/** What the last checks found of a link; `none` for what has no link that readers could follow. */
export const LINKS: Readonly<Record<LinkStatus | "none", string>> = {
  live: "Live",
  dead: "Dead",
  unchecked: "Unchecked",
  none: "No link",
};

/** The status of the link of a document (spec §4.1: an upload has none). */
export function linkOf(
  { sourceKind, sourceUrl, linkStatus }: {
    readonly sourceKind: SourceKind;
    readonly sourceUrl: string | null;
    readonly linkStatus: LinkStatus;
  },
): LinkStatus | "none" {
  return sourceKind === "upload" || sourceUrl === null ? "none" : linkStatus;
}

/** The lines of a select for one of the tables above. */
export function choicesOf(
  words: Readonly<Record<string, string>>,
): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Labels of the sources, states and link states of documents. */
import type { ItemState, LinkStatus, SourceKind } from "@/lib/corpus/mod.ts";

/** Labels of the sources of documents (spec §4.1). */
export const SOURCE_KINDS: Readonly<Record<SourceKind, string>> = {
  url: "Web page",
  "cms-view": "CMS",
  "cms-dump": "CMS, dump",
  upload: "Upload",
};

/** Labels of the states of documents. Only active documents are quoted. */
export const STATES: Readonly<Record<ItemState, string>> = {
  active: "Active",
  retired: "Retired",
  superseded: "Superseded",
};

/** Labels of the results of link checks; `none` for a document without a link that buyers could follow. */
export const LINKS: Readonly<Record<LinkStatus | "none", string>> = {
  live: "Live",
  dead: "Dead",
  unchecked: "Unchecked",
  none: "No link",
};

/** Returns the link status of a document; `none` for uploads and without an address (spec §4.1). */
export function linkOf(
  { sourceKind, sourceUrl, linkStatus }: {
    readonly sourceKind: SourceKind;
    readonly sourceUrl: string | null;
    readonly linkStatus: LinkStatus;
  },
): LinkStatus | "none" {
  return sourceKind === "upload" || sourceUrl === null ? "none" : linkStatus;
}

/** Returns one of the tables above as the options of a select. */
export function choicesOf(
  words: Readonly<Record<string, string>>,
): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

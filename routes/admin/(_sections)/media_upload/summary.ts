import { formatCount } from "@/lib/text/mod.ts";

/** Summary of an upload by the fate of each file. Pure; the browser and the server share it. */

const LABELS = {
  stored: "added",
  duplicate: "already there",
  refused: "not added",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The fate of a file; only the browser sets the last two. */
export type Fate = keyof typeof LABELS;

/** Formats the counts, without zeros: "3 added, 1 already there, 2 not added". */
export function formatFates(fates: readonly string[]): string {
  return Object.entries(LABELS).map(([fate, label]) => {
    const count = fates.filter((each) => each === fate).length;
    return count > 0 ? `${formatCount(count)} ${label}` : "";
  }).filter((text) => text !== "").join(", ");
}

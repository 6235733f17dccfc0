/** How an upload went, by what became of each file. Pure; the browser and the server say it with the same labels. */

const LABELS = {
  stored: "added",
  duplicate: "already there",
  refused: "not added",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** What can become of a file; only a browser knows of the last two. */
export type Fate = keyof typeof LABELS;

/** "3 added, 1 already there, 2 not added"; what became of no file is left out. */
export function formatFates(fates: readonly string[]): string {
  return Object.entries(LABELS).map(([fate, label]) => {
    const count = fates.filter((each) => each === fate).length;
    return count > 0 ? `${count} ${label}` : "";
  }).filter((text) => text !== "").join(", ");
}

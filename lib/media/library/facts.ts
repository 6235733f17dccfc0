/** What is true of an asset or not, as bits of one number. */
import type { LibraryFilter } from "./query.ts";

/** An asset by what filters ask of it, but for words and tags. */
export interface AssetFacts {
  readonly source: LibraryFilter["source"];
  readonly type: LibraryFilter["type"];
  readonly used: boolean;
  readonly untagged: boolean;
  readonly unreviewed: boolean;
  readonly grouped: boolean;
}

/** What is asked of an asset, each for the bit of its place. */
export const FACTS: readonly ((asset: AssetFacts) => boolean)[] = [
  ({ source }) => source === "cms",
  ({ type }) => type === "video",
  ({ used }) => used,
  ({ untagged }) => untagged,
  ({ unreviewed }) => unreviewed,
  ({ grouped }) => grouped,
];

/** The facts that a filter looks at, and how they have to be. */
export function factsOf(
  { source, type, usage, coverage }: LibraryFilter,
): [mask: number, wanted: number] {
  const asked = [
    source && source === "cms",
    type && type === "video",
    usage && usage === "used",
    coverage === "untagged" || undefined,
    coverage === "ai-unreviewed" || undefined,
    coverage === "grouped" || (coverage === "ungrouped" ? false : undefined),
  ];
  let [mask, wanted] = [0, 0];
  for (const [bit, isSo] of asked.entries()) {
    if (isSo !== undefined) mask |= 1 << bit;
    if (isSo) wanted |= 1 << bit;
  }
  return [mask, wanted];
}

/** The boolean facts that filters test, packed into the bits of one number. */
import type { LibraryFilter, MEDIA_TYPES, SOURCES } from "./query.ts";

/** Everything that filters test about an asset, except for its texts and tags. */
export interface AssetFacts {
  readonly source: typeof SOURCES[number];
  readonly type: typeof MEDIA_TYPES[number];
  readonly used: boolean;
  readonly untagged: boolean;
  readonly unreviewed: boolean;
  readonly grouped: boolean;
  /** Without an alt text. */
  readonly undescribed: boolean;
}

/** The facts, one predicate each. A fact's index is its bit. */
export const FACTS: readonly ((asset: AssetFacts) => boolean)[] = [
  ({ source }) => source === "cms",
  ({ type }) => type === "video",
  ({ used }) => used,
  ({ untagged }) => untagged,
  ({ unreviewed }) => unreviewed,
  ({ grouped }) => grouped,
  ({ undescribed }) => undescribed,
];

/** Returns the bits that a filter tests (`mask`) and the values that they must have (`wanted`). */
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
    coverage === "no-alt" || undefined,
  ];
  let [mask, wanted] = [0, 0];
  for (const [bit, isSo] of asked.entries()) {
    if (isSo !== undefined) mask |= 1 << bit;
    if (isSo) wanted |= 1 << bit;
  }
  return [mask, wanted];
}

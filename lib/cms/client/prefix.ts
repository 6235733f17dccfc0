/** The prefix of internal ids, which differs between systems (external-systems.md). */
import type { CmsDocument } from "./document.ts";
import { INTERNAL_PREFIXES } from "./read.ts";

/** The prefix of internal ids in requests. The other one is tried once, when the CMS answers 400 to the first. */
export interface Prefixes {
  current: string;
  other: string | null;
  /** Whether a page has shown which prefix the CMS uses. */
  isLearnt: boolean;
}

/** Returns the prefixes at the start of a walk. */
export function createPrefixes(): Prefixes {
  const [current, other] = INTERNAL_PREFIXES;
  return { current, other, isLearnt: false };
}

/**
 * Takes over the prefix of a page's own ids, once in a walk. A CMS may ignore a sort and a filter by names that it does
 * not know, and answer with other rows than those asked for. Returns whether the prefix is another one now.
 */
export function learnPrefix(prefixes: Prefixes, { rows }: CmsDocument): boolean {
  if (prefixes.isLearnt) return false;
  const names = rows.flatMap((row) => Object.keys(row?.attributes ?? {}));
  const own = [prefixes.current, ...INTERNAL_PREFIXES]
    .find((prefix) => names.some((name) => name.startsWith(prefix)));
  if (own === undefined) return false;
  const isOther = own !== prefixes.current;
  Object.assign(prefixes, { current: own, other: null, isLearnt: true });
  return isOther;
}

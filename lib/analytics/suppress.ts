/** Which counts of visitors may be suppress, so that neither a count nor what is left of a whole is about a few (spec §4.9). Pure. */

/** Counts of fewer visitors than these are not shown. */
export const FEWEST = 5;

/** A number of visits; null for one that may not be shown. */
export type Visits = number | null;

/** Whether a count is of somebody, and of so few that they could be meant. */
function isFew(count: number): boolean {
  return count !== 0 && Math.abs(count) < FEWEST;
}

/** A count as it may be shown on its own: none, or enough that nobody is meant. */
export function suppress(count: number): Visits {
  return isFew(count) ? null : count;
}

/** A part of a whole as it may be shown beside it: neither the part nor the rest is of a few. */
export function suppressPart(count: number, whole: number): Visits {
  return isFew(count) || isFew(whole) || isFew(whole - count) ? null : count;
}

/**
 * Counts that stand beside each other, each of them a part of the one before as far as visitors went on: one whose distance
 * from the last that is shown is of a few is not shown either.
 */
export function suppressSteps(counts: readonly number[]): Visits[] {
  let before: number | null = null;
  return counts.map((count) => {
    const may = !isFew(count) && (before === null || !isFew(before - count));
    if (may) before = count;
    return may ? count : null;
  });
}

/**
 * Counts whose sum can be learnt elsewhere. Where those that are not shown are of a few together, the smallest of the others
 * is not shown either, until they are not.
 */
export function suppressParts(counts: readonly number[]): Visits[] {
  const hidden = new Set(counts.flatMap((count, index) => isFew(count) ? [index] : []));
  const rest = counts.map((count, index) => ({ count, index }))
    .filter(({ count, index }) => count > 0 && !hidden.has(index))
    .sort((a, b) => a.count - b.count);
  const sum = () => [...hidden].reduce((total, index) => total + (counts[index] ?? 0), 0);
  for (const { index } of rest) {
    if (!isFew(sum()) && hidden.size !== 1) break;
    hidden.add(index);
  }
  return counts.map((count, index) => hidden.has(index) ? null : count);
}

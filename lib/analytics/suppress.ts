/**
 * Suppresses small counts, so that neither a shown count nor the remainder of a whole is about a few visitors (spec
 * §4.9). Pure.
 */

/** Counts below this number are hidden, except zero. */
export const FEWEST = 5;

/** A number of visits; null if it is suppressed. */
export type Visits = number | null;

/** Whether a count is small but not zero. */
function isFew(count: number): boolean {
  return count !== 0 && Math.abs(count) < FEWEST;
}

/** Suppresses a count that is shown on its own. */
export function suppress(count: number): Visits {
  return isFew(count) ? null : count;
}

/** Suppresses a part shown beside its whole: hidden when the part, the whole or the remainder is small. */
export function suppressPart(count: number, whole: number): Visits {
  return isFew(count) || isFew(whole) || isFew(whole - count) ? null : count;
}

/**
 * Suppresses a count shown in another table than a count that is hidden there: hidden when it is the same or about the
 * same number of visits, which would reveal the other. `hidden` is null if the other count is shown.
 */
export function suppressBeside(count: number, hidden: number | null): Visits {
  return hidden !== null && Math.abs(hidden - count) < FEWEST ? null : suppress(count);
}

/**
 * Suppresses the steps of a funnel: hidden when a count is small, or its difference to the last shown step is small.
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
 * Suppresses counts whose sum is known elsewhere. Hides small counts and, while the hidden ones add up to a small
 * number or only one is hidden, also the smallest remaining one. `isHidden` tells which ones are hidden for another
 * reason.
 */
export function suppressParts(
  counts: readonly number[],
  isHidden: readonly boolean[] = [],
): Visits[] {
  const hidden = new Set(
    counts.flatMap((count, index) => isFew(count) || isHidden[index] ? [index] : []),
  );
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

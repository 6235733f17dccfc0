import type { JSX } from "preact";
import { FEWEST, type Visits } from "../../../../lib/analytics/mod.ts";

/** A count of visits beside others: a bar that is as long as its part of the most. The number stands beside it. */
export function VisitsBar({ visits, most }: { visits: Visits; most: number }): JSX.Element {
  const share = most === 0 ? 0 : (visits ?? 0) / most;
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      class="mt-1.5 h-2 w-full min-w-24"
      aria-hidden="true"
    >
      <rect width="100" height="8" class="fill-surface-sunken" />
      <rect width={Math.round(share * 1000) / 10} height="8" class="fill-accent" />
    </svg>
  );
}

/** A count of visits in words: a number, or that it is about too few, itself or what it leaves of others. */
export function VisitsCount({ visits }: { visits: Visits }): JSX.Element {
  return visits === null
    ? <span class="text-muted" title={`About fewer than ${FEWEST} visits`}>too few</span>
    : <>{visits.toLocaleString("en")}</>;
}

/**
 * A count in percent of another; nothing where one of the two is too small to tell, there is no whole, or the count
 * exceeds it and so is not a part of it.
 */
export function percent(part: Visits, whole: Visits): string {
  if (part === null || whole === null || whole === 0 || part > whole) return "–";
  return `${Math.round((part / whole) * 100)}%`;
}

import type { JSX } from "preact";
import { FEWEST, type Visits } from "@/lib/analytics/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** A bar for a count of visits, in proportion to the largest count. The number itself is in another cell. */
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

/** A count of visits, or “too few” when it was suppressed because it, or a count derived from it, is below FEWEST. */
export function VisitsCount({ visits }: { visits: Visits }): JSX.Element {
  return visits === null
    ? <span class="text-muted" title={`Hidden to protect counts below ${FEWEST}`}>too few</span>
    : <>{formatCount(visits)}</>;
}

/**
 * Returns a count in percent of another; “–” when one of the two is suppressed, when the whole is 0, or when the part
 * exceeds the whole, so that it is not really a part of it.
 */
export function percent(part: Visits, whole: Visits): string {
  if (part === null || whole === null || whole === 0 || part > whole) return "–";
  return `${Math.round((part / whole) * 100)}%`;
}

import type { JSX } from "preact";
import { FEWEST, type Visits } from "@/lib/analytics/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { Counts } from "./figures.ts";

/** Most columns of counts that fit beside the names on a narrow screen. */
const MOST_NARROW = 3;

/** A table of names and counts, with a bar in each row for one of its counts; nothing without rows. */
export function CountTable({ counts }: { counts: Counts }): JSX.Element | null {
  const { caption, heads: [first, ...others], rows } = counts;
  if (rows.length === 0) return null;
  const { most = Math.max(0, ...rows.map(({ bar }) => bar ?? 0)) } = counts;
  return (
    <RowsTable
      caption={caption}
      stacks={others.length > MOST_NARROW}
      rows={rows}
      columns={[
        {
          label: first,
          isHead: true,
          cellClass: "min-w-28 wrap-anywhere",
          cell: ({ name }) => name,
        },
        {
          label: "Chart",
          labelHidden: true,
          class: "max-sm:hidden",
          headClass: "w-1/3",
          cell: ({ bar }) => <VisitsBar visits={bar} most={most} />,
        },
        ...others.map((label, index) => ({
          label,
          numeric: true,
          cellClass: "whitespace-nowrap",
          cell({ cells }: Counts["rows"][number]) {
            const cell = cells[index] ?? null;
            return typeof cell === "string" ? cell : <VisitsCount visits={cell} />;
          },
        })),
      ]}
    />
  );
}

/** A bar for a count of visits, in proportion to the largest count. The number itself is in another cell. */
function VisitsBar({ visits, most }: { visits: Visits; most: number }): JSX.Element {
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
function VisitsCount({ visits }: { visits: Visits }): JSX.Element {
  return visits === null
    ? <span class="text-muted" title={`Hidden to protect counts below ${FEWEST}`}>too few</span>
    : <>{formatCount(visits)}</>;
}

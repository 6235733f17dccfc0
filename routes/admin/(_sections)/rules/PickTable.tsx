import type { JSX } from "preact";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { ADMIN_ROOT } from "@/components/hrefs/admin.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import type { Answers } from "@/lib/selection/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { systemName } from "@/components/admin/record_names.ts";

/** A pick that a draft would change. */
export interface ChangedPick {
  readonly fromSystemId: string | null;
  readonly toSystemId: string | null;
  /** Number of answer sets or buyers, formatted. */
  readonly count: string;
  /** Example answers whose pick the draft changes. */
  readonly trackId: string | null;
  readonly optionIds: readonly string[];
  /** The example answers as text; the table shows them only if present. */
  readonly answers?: string;
}

interface PickTableProps {
  caption: string;
  /** Heading of the count: "Buyers". */
  counts: string;
  picks: readonly ChangedPick[];
  /** The rule as typed, as JSON. */
  draft: string;
  snapshot: Snapshot;
}

/** Maximum number of picks shown; the rest is counted. */
const SHOWN = 20;

/** Table of picks that a draft would change, each with a button that opens its example in the simulator; renders nothing without picks. */
export function PickTable(
  { caption, counts, picks, draft, snapshot }: PickTableProps,
): JSX.Element | null {
  const [first] = picks;
  if (first === undefined) return null;
  const more = picks.length - SHOWN;
  return (
    <>
      <RowsTable
        caption={caption}
        class="mt-1"
        rows={picks.slice(0, SHOWN)}
        columns={[
          ...(first.answers === undefined ? [] : [{
            label: "Answers",
            cellClass: "max-w-80 text-xs max-sm:pe-2!",
            cell: ({ answers }: ChangedPick) => answers,
          }]),
          {
            label: "Pick now",
            isHead: true,
            cellClass: "max-sm:pe-2!",
            cell: ({ fromSystemId }) => systemName(snapshot, fromSystemId),
          },
          {
            label: "Would be",
            cellClass: "font-medium max-sm:pe-2!",
            cell: ({ toSystemId }) => systemName(snapshot, toSystemId),
          },
          { label: counts, numeric: true, cellClass: "max-sm:pe-2!", cell: ({ count }) => count },
          {
            label: "Example",
            labelHidden: true,
            cellClass: "py-1! pe-0! text-end",
            cell: ({ trackId, optionIds }) => (
              <SimulateExample draft={draft} track={trackId} optionIds={optionIds} />
            ),
          },
        ]}
      />
      {more > 0 && <p class="pt-1 text-muted">and {formatCount(more)} more such changes</p>}
    </>
  );
}

/** A button that opens the draft in the simulator with some answers. */
export function SimulateExample(
  { draft, track, optionIds }: Answers & { readonly draft: string },
): JSX.Element {
  return (
    <PostForm
      action={`${ADMIN_ROOT}/simulator`}
      hidden={{ draft, track: track ?? "", options: optionIds.join(",") }}
      class="inline-flex"
    >
      <Button variant="quiet">
        <span>
          Simulate <span class="max-sm:sr-only">an example</span>
        </span>
      </Button>
    </PostForm>
  );
}

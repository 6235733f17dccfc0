import type { JSX } from "preact";
import { Badge } from "@/components/ui/Badge.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { FieldChange, FieldDiff } from "./diff.ts";

interface DiffTableProps {
  diffs: readonly FieldDiff[];
  /** Whether the record existed before and after the change. */
  had: { before: boolean; after: boolean };
}

/** A record before and after a change, side by side. A disclosure holds the fields that stayed the same. */
export function DiffTable({ diffs, had }: DiffTableProps): JSX.Element | null {
  if (!had.before && !had.after) return null;
  if (!had.before || !had.after) return <Fields caption="The record" rows={diffs} had={had} />;
  const changed = diffs.filter(({ change }) => change !== "same");
  const same = diffs.filter(({ change }) => change === "same");
  return (
    <>
      {changed.length === 0
        ? <p class="text-sm text-muted">No field differs.</p>
        : <Fields caption="What changed" rows={changed} had={had} />}
      {same.length > 0 && (
        <Disclosure
          class="mt-4 text-sm"
          summary={`${counted(same.length, "field")} stayed the same`}
        >
          <Fields caption="What stayed the same" rows={same} had={{ before: false, after: true }} />
        </Disclosure>
      )}
    </>
  );
}

interface FieldsProps {
  caption: string;
  rows: readonly FieldDiff[];
  had: { before: boolean; after: boolean };
}

function Fields({ caption, rows, had }: FieldsProps): JSX.Element {
  const both = had.before && had.after;
  return (
    <RowsTable
      caption={caption}
      stacks
      rows={rows}
      rowProps={({ change }) => ({ class: both ? CHANGE_CLASSES[change] : undefined })}
      columns={[
        {
          label: "Field",
          isHead: true,
          cellClass: "wrap-anywhere",
          cell: ({ path, change }) => (
            <>
              {path.join(" › ") || "Value"} {both && <ChangeBadge change={change} />}
            </>
          ),
        },
        ...(["before", "after"] as const).filter((side) => had[side]).map((side) => ({
          label: both ? SIDES[side] : "Value",
          cellClass: "wrap-anywhere",
          cell: (row: FieldDiff) => <FieldValue value={row[side]} />,
        })),
      ]}
    />
  );
}

const CHANGE_CLASSES: Readonly<Partial<Record<FieldChange, string>>> = {
  added: "diff-added",
  removed: "diff-removed",
  changed: "diff-removed diff-added",
};

const SIDES = { before: "Before", after: "After" } as const;

const CHANGES = {
  added: { label: "Added", tone: "positive" },
  removed: { label: "Removed", tone: "danger" },
  changed: { label: "Changed", tone: "warning" },
} as const;

function ChangeBadge({ change }: { change: FieldChange }): JSX.Element | null {
  if (change === "same") return null;
  return <Badge tone={CHANGES[change].tone} class="ms-1">{CHANGES[change].label}</Badge>;
}

/** A value of any type: in words when it is scalar, as a list when it is an array of scalars, else as JSON. */
function FieldValue({ value }: { value: unknown }): JSX.Element {
  if (value === undefined) return <span class="text-muted">absent</span>;
  if (value === null) return <span class="text-muted">none</span>;
  if (value === "") return <span class="text-muted">empty text</span>;
  if (typeof value === "boolean") return <>{value ? "Yes" : "No"}</>;
  if (typeof value === "string") return <span class="whitespace-pre-wrap">{value}</span>;
  if (typeof value === "number") return <>{value}</>;
  if (Array.isArray(value) && value.length === 0) {
    return <span class="text-muted">empty list</span>;
  }
  if (Array.isArray(value) && value.every((part) => !(part instanceof Object))) {
    return (
      <ul class="grid gap-0.5">
        {value.map((part, index) => (
          <li key={index}>
            <FieldValue value={part} />
          </li>
        ))}
      </ul>
    );
  }
  return <code class="font-mono text-xs whitespace-pre-wrap">{JSON.stringify(value, null, 2)}
  </code>;
}

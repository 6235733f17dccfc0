import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { RecordId } from "@/components/admin/AdminHeader.tsx";
import type { FoundGroup, FoundRow } from "./found_groups.ts";
import { StatusBadge } from "@/components/admin/records.tsx";
import { formatCount } from "@/lib/text/mod.ts";

/** The results of a search, grouped by kind. */
export function FoundRecords({ groups }: { groups: readonly FoundGroup[] }): JSX.Element {
  return (
    <div class="grid max-w-4xl gap-7">
      {groups.map(({ kind, label, rows, total, allHref }) => (
        <Block key={kind} id={`found-${kind}`} title={label} count={formatCount(total)}>
          <ul class="border-t border-line">
            {rows.map((row) => <Row key={row.id} row={row} />)}
          </ul>
          {rows.length < total && (
            <p class="pt-2 text-sm text-muted">
              {allHref
                ? (
                  <>
                    {rows.length} are shown.{" "}
                    <a href={allHref} class="text-link">See all {formatCount(total)}</a>
                  </>
                )
                : `The best ${rows.length} are shown. Add words to narrow the search.`}
            </p>
          )}
        </Block>
      ))}
    </div>
  );
}

function Row({ row: { id, name, href, within, status } }: { row: FoundRow }): JSX.Element {
  return (
    <li class="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-1.5">
      <a href={href} class="text-link wrap-anywhere">{name}</a>
      {within && <span class="text-muted">{within}</span>}
      {status !== "live" && <StatusBadge status={status} />}
      <span class="ms-auto">
        <RecordId>{id}</RecordId>
      </span>
    </li>
  );
}

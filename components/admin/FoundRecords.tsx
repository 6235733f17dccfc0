import type { JSX } from "preact";
import type { Found, FoundGroup } from "../../lib/editing/mod.ts";
import { RecordId } from "./AdminHeader.tsx";
import { optionHref } from "./hrefs.ts";
import { RECORD_WORDS } from "./record_words.ts";
import { StatusBadge } from "./records.tsx";
import { catalogRecordHref } from "./reference_row.ts";

/** What a search found, kind by kind. */
export function FoundRecords({ groups }: { groups: readonly FoundGroup[] }): JSX.Element {
  return (
    <div class="grid max-w-4xl gap-7">
      {groups.map(({ type, records, total }) => (
        <section key={type} aria-labelledby={`found-${type}`}>
          <h2 id={`found-${type}`} class="mb-1 font-medium">
            {RECORD_WORDS[type].plural} <span class="font-normal text-muted">({total})</span>
          </h2>
          <ul class="border-t border-line">
            {records.map((record) => <FoundRecord key={record.id} record={record} />)}
          </ul>
          {records.length < total && (
            <p class="pt-2 text-sm text-muted">
              The best {records.length} are shown. More words find fewer.
            </p>
          )}
        </section>
      ))}
    </div>
  );
}

function FoundRecord({ record }: { record: Found }): JSX.Element {
  const { type, id, name, within, state } = record;
  const href = within
    ? optionHref({ factorId: within.id, optionId: id })
    : catalogRecordHref(type, id);
  return (
    <li class="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-1.5">
      <a href={href ?? undefined} class="text-link">{name}</a>
      {within && <span class="text-muted">in {within.name}</span>}
      {state !== "live" && <StatusBadge status={state} />}
      <span class="ms-auto">
        <RecordId>{id}</RecordId>
      </span>
    </li>
  );
}

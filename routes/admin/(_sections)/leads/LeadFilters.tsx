import type { JSX } from "preact";
import { FilterBar } from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import type { Track } from "../../../../lib/catalog/mod.ts";
import { LEAD_FILTERS, parseLeadFilter } from "../../../../lib/crm/mod.ts";

interface LeadFiltersProps {
  query: URLSearchParams;
  tracks: readonly Track[];
}

/** Narrows the leads to a track, some days, and the hot ones. */
export function LeadFilters({ query, tracks }: LeadFiltersProps): JSX.Element {
  return (
    <FilterBar query={query} filters={LEAD_FILTERS}>
      <SelectField
        name="track"
        label="Track"
        optional
        value={query.get("track")}
        empty="Every track"
        options={tracks.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField name="from" label="From (UTC)" type="date" optional value={query.get("from")} />
      <TextField name="to" label="To (UTC)" type="date" optional value={query.get("to")} />
      <label class="flex min-h-8 cursor-pointer items-center gap-2 pb-1 text-sm">
        <input
          type="checkbox"
          name="hot"
          value="true"
          checked={isHotAsked(query)}
          class="choice"
        />
        Hot ones alone
      </label>
    </FilterBar>
  );
}

function isHotAsked(query: URLSearchParams): boolean {
  return parseLeadFilter(query).hot === true;
}

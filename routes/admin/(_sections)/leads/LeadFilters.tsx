import type { JSX } from "preact";
import { FilterBar } from "../../../../components/admin/DataTable.tsx";
import { CheckField, SelectField, TextField } from "../../../../components/admin/fields.tsx";
import type { Track } from "../../../../lib/catalog/mod.ts";
import { LEAD_FILTERS } from "../../../../lib/crm/mod.ts";

interface LeadFiltersProps {
  query: URLSearchParams;
  tracks: readonly Track[];
}

/** Narrows the leads to a track, some days, and the hot ones. */
export function LeadFilters({ query, tracks }: LeadFiltersProps): JSX.Element {
  return (
    <FilterBar query={query} filters={LEAD_FILTERS}>
      <div class="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          name="track"
          label="Track"
          optional
          value={query.get("track")}
          empty="Every track"
          options={tracks.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField name="from" label="From" type="date" optional value={query.get("from")} />
        <TextField name="to" label="To" type="date" optional value={query.get("to")} />
        <CheckField
          name="hot"
          label="Hot ones alone"
          value="true"
          checked={["true", "on", "1"].includes(query.get("hot") ?? "")}
          class="pb-0.5"
        />
      </div>
    </FilterBar>
  );
}

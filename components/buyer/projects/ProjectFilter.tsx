import type { JSX } from "preact";
import type { ProjectFacet, ProjectFacetId, ProjectFilter as Filter } from "@/lib/projects/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Field, fieldAria, Select } from "@/components/ui/Field.tsx";
import { projectsQuery } from "@/components/hrefs/buyer.ts";
import { FilterChip } from "../FilterChip.tsx";

/** The label of each filter, and of its choice that filters nothing. */
export const FILTER_WORDS: Readonly<Record<ProjectFacetId, { label: string; all: string }>> = {
  system: { label: "System", all: "Every system" },
  region: { label: "Region", all: "Everywhere" },
  kind: { label: "Kind of space", all: "Every kind of space" },
};

/** The filters of the list of projects: a GET form, and a link for each active filter that removes it. */
export function ProjectFilter({ facets, filter }: {
  facets: readonly ProjectFacet[];
  filter: Filter;
}): JSX.Element {
  const chosen = facets.flatMap(({ id, values }) =>
    values.filter(({ selected }) => selected).map(({ label }) => ({ id, label }))
  );
  return (
    <search class="print:hidden">
      <form
        method="get"
        class="grid items-end gap-x-5 gap-y-4 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
      >
        {facets.map(({ id, values }) => (
          <Field key={id} id={id} label={FILTER_WORDS[id].label}>
            <Select {...fieldAria(id, {})} name={id}>
              <option value="" selected={filter[id] === null}>{FILTER_WORDS[id].all}</option>
              {values.filter(({ count, selected }) => count > 0 || selected).map((value) => (
                <option key={value.value} value={value.value} selected={value.selected}>
                  {value.label} ({value.count})
                </option>
              ))}
            </Select>
          </Field>
        ))}
        <Button class="w-full lg:w-auto">Show projects</Button>
      </form>
      {chosen.length > 0 && (
        <ul class="flex flex-wrap items-center gap-x-2 gap-y-2 pt-4">
          {chosen.map(({ id, label }) => (
            <FilterChip key={id} href={projectsQuery({ ...filter, [id]: null })} label={label} />
          ))}
          {chosen.length > 1 && (
            <li>
              <a href="?" class="text-link inline-block px-1 py-1 text-sm">Clear all filters</a>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}

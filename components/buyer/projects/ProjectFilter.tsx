import type { JSX } from "preact";
import type { ProjectFacet, ProjectFacetId, ProjectFilter as Filter } from "@/lib/projects/mod.ts";
import { MAX_SEARCH } from "@/lib/text/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Field, fieldAria, Select, TextInput } from "@/components/ui/Field.tsx";
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
  const inFacets = facets.flatMap(({ id, values }) =>
    values.filter(({ selected }) => selected).map(({ label }) => ({
      without: { [id]: null },
      label,
    }))
  );
  const chosen = filter.q === ""
    ? inFacets
    : [{ without: { q: "" }, label: `“${filter.q}”` }, ...inFacets];
  return (
    <search class="print:hidden">
      <form
        method="get"
        class="grid items-end grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-5 gap-y-4 border-y border-line py-5"
      >
        <Field id="q" label="Name, city or architect" class="max-sm:col-span-full">
          <TextInput id="q" name="q" type="search" value={filter.q} maxLength={MAX_SEARCH} />
        </Field>
        {facets.map(({ id, values }, index) => (
          <Field
            key={id}
            id={id}
            label={FILTER_WORDS[id].label}
            // Phones have two columns. The last of an odd number of filters spans both.
            class={index % 2 === 0 && index === facets.length - 1
              ? "max-[30rem]:col-span-full"
              : ""}
          >
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
        <Button class="max-lg:col-span-full">Show projects</Button>
      </form>
      {chosen.length > 0 && (
        <ul class="flex flex-wrap items-center gap-x-2 gap-y-2 pt-4">
          {chosen.map(({ without, label }) => (
            <FilterChip
              key={label}
              href={projectsQuery({ ...filter, ...without })}
              label={label}
            />
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

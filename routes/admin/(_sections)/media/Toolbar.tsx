/** The search, filters and order of the library. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { InlineSelect } from "@/components/admin/controls.tsx";
import { FILTER_CHOICES, ORDERS } from "@/components/admin/library_filters.ts";
import { keptFields, type Screen } from "./screen.ts";

const PAGE_SIZES = ["24", "48", "96"].map((value) => ({ value, label: `${value} a page` }));

/** Parameters that this form sets. */
const FIELDS = ["q", "source", "type", "usage", "sort", "limit"];

/** The search, the filters and the order as one GET form, so that the address holds them. */
export function Toolbar({ screen }: { screen: Screen }): JSX.Element {
  const { query } = screen;
  return (
    <form method="get" class="media-toolbar" role="search" aria-label="Pictures" data-filters>
      {keptFields(screen, FIELDS).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label for="media-search" class="sr-only">Search file names, titles and alt texts</label>
      <input
        id="media-search"
        type="search"
        name="q"
        value={query.q ?? ""}
        placeholder="File name, title or alt text"
        autocomplete="off"
        class="control media-search"
      />
      {FILTER_CHOICES.map(({ name, label, empty, options }) => (
        <InlineSelect
          key={name}
          name={name}
          label={label}
          value={query[name] ?? ""}
          empty={empty}
          options={options}
        />
      ))}
      <InlineSelect name="sort" label="Order" value={query.sort} options={ORDERS} />
      <InlineSelect
        name="limit"
        label="Page size"
        value={`${query.limit}`}
        options={PAGE_SIZES.some(({ value }) => value === `${query.limit}`)
          ? PAGE_SIZES
          : [{ value: `${query.limit}`, label: `${query.limit} a page` }, ...PAGE_SIZES]}
      />
      <Button variant="secondary">Show</Button>
    </form>
  );
}

import type { JSX } from "preact";
import { SYSTEM_SORTS, type SystemListPage, type SystemSort } from "@/lib/catalog/mod.ts";
import { MAX_SEARCH } from "@/lib/text/mod.ts";
import { Button } from "../ui/Button.tsx";
import { Field, Select, TextInput } from "../ui/Field.tsx";
import { systemsHref } from "../hrefs/buyer.ts";

const SORT_LABELS: Record<SystemSort, string> = {
  "catalog": "Catalog order",
  "name": "Name",
  "price": "Budget, lowest first",
  "price-down": "Budget, highest first",
};

/** A form that searches and sorts the list. It keeps the filters and the comparison tray, and needs no script. */
export function SystemSearch({ list }: { list: SystemListPage }): JSX.Element {
  const chosen = new Set(list.chosen);
  const compared = list.tray.systems.map(({ id }) => id);
  return (
    <form action={systemsHref()} method="get" role="search" class="flex flex-wrap items-end gap-3">
      {list.facets.map(({ id, values }) => {
        const slugs = values.flatMap((value) =>
          chosen.has(value) ? [value.slug] : []
        );
        return slugs.length > 0 &&
          <input key={id} type="hidden" name={id} value={slugs.join(",")} />;
      })}
      <input
        type="hidden"
        name="compare"
        value={compared.join(",")}
        disabled={compared.length === 0}
      />
      <Field id="q" label="Search by name" class="min-w-0 flex-[2_1_12rem]">
        <TextInput id="q" name="q" type="search" value={list.q} maxLength={MAX_SEARCH} />
      </Field>
      <Field id="sort" label="Sort by" class="min-w-0 flex-[1_1_11rem]">
        <Select id="sort" name="sort">
          {SYSTEM_SORTS.map((sort) => (
            <option key={sort} value={sort} selected={sort === list.sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary">Show</Button>
    </form>
  );
}

import type { JSX } from "preact";
import type { ItemPage, ListedItem } from "../../../../lib/corpus/mod.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import {
  type Column,
  DataTable,
  FilterBar,
  ListPager,
} from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { corpusHref } from "../../../../components/hrefs/admin.ts";
import { ITEM_FILTERS, type ItemListQuery, NO_SYSTEM, STATE_CHOICES } from "./item_list.ts";
import {
  Day,
  ItemLink,
  ItemStateBadge,
  LinkState,
  systemNameOf,
  type SystemNames,
  Version,
} from "./parts.tsx";
import { choicesOf, CONTENT_TYPES, LINKS, SOURCE_KINDS } from "./labels.ts";

const COLUMNS: readonly Column[] = [
  { id: "title", label: "Title", sortable: true },
  { id: "type", label: "Kind", sortable: true },
  { id: "systems", label: "About" },
  { id: "captured", label: "Captured", sortable: true },
  { id: "passages", label: "Passages", sortable: true, numeric: true },
  { id: "state", label: "State", sortable: true },
  { id: "link", label: "Link", sortable: true },
];

interface ItemListProps {
  /** As in the address. */
  params: URLSearchParams;
  query: ItemListQuery;
  found: ItemPage;
  /** Whether there is any document at all, in whatever state. */
  isEmpty: boolean;
  systems: SystemNames;
}

/** The documents, as far as the filters let them through. */
export function ItemList({ params, query, found, isEmpty, systems }: ItemListProps): JSX.Element {
  const { fields } = query;
  const shown = new URLSearchParams(params);
  // Nothing active is no match where there is something else.
  if (!isEmpty && found.total === 0 && fields.state === "") shown.set("state", "active");
  return (
    <>
      <ItemFilters params={params} query={query} systems={systems} />
      <DataTable
        caption="Documents"
        columns={COLUMNS}
        query={shown}
        sort={query.sort}
        total={found.total}
        noun="document"
        filters={isEmpty ? [] : ITEM_FILTERS}
        empty={{
          title: "No documents yet",
          text:
            "Evidence is quoted from documents: product pages, articles, technical documents and brochures.",
          action: <ButtonLink size="small" href={corpusHref("upload")}>Upload</ButtonLink>,
        }}
      >
        {found.items.map((item) => <ItemRow key={item.id} item={item} systems={systems} />)}
      </DataTable>
      <ListPager query={params} page={found.page} pages={found.pages} />
    </>
  );
}

function ItemFilters(
  { params, query: { fields }, systems }: Pick<ItemListProps, "params" | "query" | "systems">,
): JSX.Element {
  const names = [...systems].map(([value, label]) => ({ value, label }));
  const asked = fields.system;
  const unknown = asked === "" || asked === NO_SYSTEM || systems.has(asked)
    ? []
    : [{ value: asked, label: asked }];
  return (
    <FilterBar query={params} filters={ITEM_FILTERS}>
      <TextField
        name="q"
        type="search"
        label="Search titles"
        value={fields.q}
        maxLength={100}
        class="basis-28"
        optional
      />
      <SelectField
        name="type"
        label="Kind"
        value={fields.type}
        empty="Any"
        options={choicesOf(CONTENT_TYPES)}
        class="basis-28"
        optional
      />
      <SelectField
        name="state"
        label="State"
        value={fields.state}
        options={STATE_CHOICES}
        class="basis-28"
      />
      <SelectField
        name="link"
        label="Link"
        value={fields.link}
        empty="Any"
        options={choicesOf(LINKS)}
        class="basis-28"
        optional
      />
      <SelectField
        name="system"
        label="About"
        value={asked}
        empty="Anything"
        options={[{ value: NO_SYSTEM, label: "No system" }, ...names, ...unknown]}
        class="basis-28"
        optional
      />
      <SelectField
        name="source"
        label="Source"
        value={fields.source}
        empty="Any"
        options={choicesOf(SOURCE_KINDS)}
        class="basis-28"
        optional
      />
    </FilterBar>
  );
}

function ItemRow({ item, systems }: { item: ListedItem; systems: SystemNames }): JSX.Element {
  const { contentType, version, fetchedAt, passages, state } = item;
  return (
    <tr>
      <RowHead class="min-w-52">
        <ItemLink item={item} />
      </RowHead>
      <Cell class="whitespace-nowrap">{CONTENT_TYPES[contentType]}</Cell>
      <Cell class="min-w-32">
        <About ids={item.systemIds} systems={systems} />
      </Cell>
      <Cell>
        <Day at={fetchedAt} />{" "}
        <span class="block">
          <Version>{version}</Version>
        </span>
      </Cell>
      <Cell class="text-end">{passages}</Cell>
      <Cell>
        <ItemStateBadge state={state} />
      </Cell>
      <Cell class="whitespace-nowrap">
        <LinkState item={item} />
      </Cell>
    </tr>
  );
}

const NAMED = 3;

function About(
  { ids, systems }: { ids: readonly string[]; systems: SystemNames },
): JSX.Element {
  if (ids.length === 0) return <span class="text-muted">No system</span>;
  const named = ids.length > NAMED + 1 ? NAMED : ids.length;
  const names = ids.slice(0, named).map((id) => systemNameOf(systems, id)).join(", ");
  return <>{names}{named < ids.length && ` and ${ids.length - named} more`}</>;
}

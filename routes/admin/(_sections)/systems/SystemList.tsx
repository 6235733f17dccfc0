import type { JSX } from "preact";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import type { MediaItem } from "../../../../lib/media/mod.ts";
import { Picture } from "../../../../components/ui/Picture.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons } from "../../../../components/admin/controls.tsx";
import {
  type Column,
  DataTable,
  FilterBar,
  ListPager,
} from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { pageOf, withQuery } from "../../../../components/admin/list_query.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import {
  type ListedSystem,
  NO_TIER,
  SYSTEM_FILTERS,
  SYSTEM_STATUSES,
  type SystemListQuery,
} from "./system_list.ts";

const COLUMNS: readonly Column[] = [
  { id: "position", label: "Order", sortable: true },
  { id: "name", label: "System", sortable: true },
  { id: "tier", label: "Budget tier", sortable: true },
  { id: "values", label: "Values", sortable: true, numeric: true },
  { id: "overrides", label: "Overrides", sortable: true, numeric: true },
  { id: "rules", label: "Rules", sortable: true, numeric: true },
  { id: "status", label: "Status" },
];

interface SystemListProps {
  snapshot: Snapshot;
  /** The picture of each system that has one. */
  pictures: ReadonlyMap<string, MediaItem>;
  /** As in the address. */
  params: URLSearchParams;
  query: SystemListQuery;
  systems: readonly ListedSystem[];
}

/** The systems, as far as the filters let them through. */
export function SystemList(props: SystemListProps): JSX.Element {
  const { snapshot, pictures, params, query, systems } = props;
  const page = pageOf(systems, params);
  // A column that says the same of every system says nothing.
  const told = page.rows.some(({ system }) => statusOf(system) !== "live");
  const overridden = systems.some(({ overrides }) => overrides > 0);
  const left = COLUMNS.filter(({ id }) =>
    (id !== "status" || told) && (id !== "overrides" || overridden)
  );
  const attributes = snapshot.attributes.length;
  return (
    <>
      <SystemFilters snapshot={snapshot} params={params} query={query} />
      <DataTable
        caption="Systems"
        columns={left}
        query={params}
        sort={query.sort}
        total={page.total}
        noun="system"
        filters={SYSTEM_FILTERS}
        empty={{
          title: "No systems yet",
          text: "Buyers are recommended systems. Give the first one a name and a budget tier.",
          action: <ButtonLink size="small" href={newRecordHref("systems")}>New system</ButtonLink>,
        }}
      >
        {page.rows.map((listed) => {
          const place = systems.indexOf(listed);
          return (
            <SystemRow
              key={listed.system.id}
              {...listed}
              picture={pictures.get(listed.system.id) ?? null}
              shown={{ status: told, overrides: overridden }}
              attributes={attributes}
              action={sectionHref("systems", page.page === 1 ? "" : `page=${page.page}`)}
              move={query.ordered && page.total > 1
                ? { first: place === 0, last: place === page.total - 1 }
                : null}
            />
          );
        })}
      </DataTable>
      <ListPager query={params} page={page.page} pages={page.pages} />
      {!query.ordered && page.total > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move systems,{" "}
          <a
            class="text-link"
            href={withQuery(params, { q: null, status: null, tier: null, sort: null, page: null })}
          >
            show the whole list in its order
          </a>.
        </p>
      )}
    </>
  );
}

function SystemFilters(
  { snapshot, params, query }: Pick<SystemListProps, "snapshot" | "params" | "query">,
): JSX.Element {
  const tiers = snapshot.catalog.tiers.map(({ id, label }) => ({ value: id, label }));
  return (
    <FilterBar query={params} filters={SYSTEM_FILTERS}>
      <TextField
        name="q"
        type="search"
        label="Search"
        value={query.text}
        maxLength={100}
        optional
      />
      <SelectField name="status" label="Status" value={query.status} options={SYSTEM_STATUSES} />
      <SelectField
        name="tier"
        label="Budget tier"
        value={query.tier}
        empty="Any"
        options={[...tiers, { value: NO_TIER, label: "Without a tier" }]}
        optional
      />
    </FilterBar>
  );
}

interface SystemRowProps extends ListedSystem {
  picture: MediaItem | null;
  /** Which columns there are beside those that are always there. */
  shown: { status: boolean; overrides: boolean };
  /** How many attributes are switched on. */
  attributes: number;
  /** Where the forms of the row are posted. */
  action: string;
  /** Null where its neighbours in the list are not its neighbours. */
  move: { first: boolean; last: boolean } | null;
}

function SystemRow(props: SystemRowProps): JSX.Element {
  const { system, picture, shown, tier, filled, overrides, rules, attributes, action, move } =
    props;
  const { id, name, position } = system;
  return (
    <tr id={`row-${id}`}>
      <Cell class="whitespace-nowrap">
        <span class="-my-1 inline-flex items-center gap-1">
          <span class="min-w-6 text-end text-muted">{position}</span>
          {move && (
            <PostForm action={action} hidden={{ id }} class="inline-flex">
              <MoveButtons about={name} {...move} />
            </PostForm>
          )}
        </span>
      </Cell>
      <RowHead class="min-w-40">
        <span class="flex items-center gap-3">
          <span class="block w-14 shrink-0 bg-surface-sunken max-sm:hidden">
            {picture && <Picture item={picture} shape="4:3" sizes="3.5rem" decorative />}
          </span>
          <span>
            <a href={recordHref("systems", id)} class="text-link">{name}</a>{" "}
            <RecordId>{id}</RecordId>
          </span>
        </span>
      </RowHead>
      <Cell class="whitespace-nowrap">
        {tier
          ? <a href={recordHref("tiers", tier.id)} class="text-link">{tier.label}</a>
          : <span class="text-muted">None</span>}
      </Cell>
      <Cell class="text-end whitespace-nowrap">
        <a href={`${recordHref("systems", id)}#values`} class="text-link">
          {filled} of {attributes}
        </a>
      </Cell>
      {shown.overrides && <Cell class="text-end">{overrides}</Cell>}
      <Cell class="text-end">{rules}</Cell>
      {shown.status && (
        <Cell>{statusOf(system) !== "live" && <StatusBadge status={statusOf(system)} />}</Cell>
      )}
    </tr>
  );
}

import type { JSX } from "preact";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons, Switch } from "../../../../components/admin/controls.tsx";
import { type Column, DataTable, FilterBar } from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge } from "../../../../components/admin/records.tsx";
import {
  ATTRIBUTE_FILTERS,
  ATTRIBUTE_STATUSES,
  attributeGroupNames,
  type AttributeListQuery,
  type ListedAttribute,
} from "./attribute_list.ts";
import { VALUE_TYPES } from "../values/labels.ts";

const COLUMNS: readonly Column[] = [
  { id: "position", label: "Order", sortable: true },
  { id: "name", label: "Attribute", sortable: true },
  { id: "group", label: "Group", sortable: true },
  { id: "type", label: "Value" },
  { id: "values", label: "Systems", sortable: true, numeric: true },
  { id: "asking", label: "Asked by", sortable: true },
  { id: "enabled", label: "On" },
];

interface AttributeListProps {
  snapshot: Snapshot;
  query: AttributeListQuery;
  attributes: readonly ListedAttribute[];
}

/** The attributes, as far as the filters let them through. */
export function AttributeList({ snapshot, query, attributes }: AttributeListProps): JSX.Element {
  const { params, sort, ordered } = query;
  const last = attributes.length - 1;
  return (
    <>
      <FilterBar query={params} filters={ATTRIBUTE_FILTERS}>
        <TextField
          name="q"
          type="search"
          label="Search"
          value={query.text}
          maxLength={100}
          optional
        />
        <SelectField
          name="status"
          label="Status"
          value={query.status}
          options={ATTRIBUTE_STATUSES}
        />
        <SelectField
          name="group"
          label="Group"
          value={query.group}
          empty="Any"
          options={attributeGroupNames(snapshot.catalog).map((value) => ({ value, label: value }))}
          optional
        />
      </FilterBar>
      <DataTable
        caption="Attributes"
        columns={COLUMNS}
        query={params}
        sort={sort}
        total={attributes.length}
        noun="attribute"
        filters={ATTRIBUTE_FILTERS}
        empty={{
          title: "No attributes yet",
          text: "Systems are compared, and answers matched, by what they have for each attribute.",
          action: (
            <ButtonLink size="small" href={newRecordHref("attributes")}>New attribute</ButtonLink>
          ),
        }}
      >
        {attributes.map((listed, index) => (
          <AttributeRow
            key={listed.attribute.id}
            {...listed}
            systems={snapshot.systems.length}
            action={sectionHref("attributes", params.toString())}
            move={ordered && last > 0 ? { first: index === 0, last: index === last } : null}
          />
        ))}
      </DataTable>
      {!ordered && last > 0 && (
        <p class="pt-3 text-xs text-muted">
          To move attributes,{" "}
          <a class="text-link" href={sectionHref("attributes")}>
            show the whole list in its order
          </a>.
        </p>
      )}
    </>
  );
}

interface AttributeRowProps extends ListedAttribute {
  /** How many systems there are. */
  systems: number;
  /** Where the forms of the row are posted. */
  action: string;
  /** Null where its neighbours in the list are not its neighbours. */
  move: { first: boolean; last: boolean } | null;
}

function AttributeRow(props: AttributeRowProps): JSX.Element {
  const { attribute, filled, asking, systems, action, move } = props;
  const { id, name, group, unit, valueType, position, enabled, retired } = attribute;
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
        <a href={recordHref("attributes", id)} class="text-link">{name}</a>{" "}
        <RecordId>{id}</RecordId>
      </RowHead>
      <Cell>{group}</Cell>
      <Cell class="whitespace-nowrap">
        {VALUE_TYPES[valueType].label}
        {unit && <span class="text-muted">, {unit}</span>}
      </Cell>
      <Cell class="text-end whitespace-nowrap">{filled} of {systems}</Cell>
      <Cell class="whitespace-nowrap">
        {asking.length === 0
          ? <span class="text-muted">No option</span>
          : <span title={asking.join(" · ")}>{counted(asking.length, "option")}</span>}
      </Cell>
      <Cell>
        {retired ? <StatusBadge status="retired" /> : (
          <span class="-my-1 inline-flex">
            <Switch
              on={enabled}
              label={`Attribute ${name}`}
              name="enabled"
              action={action}
              hidden={{ id }}
            />
          </span>
        )}
      </Cell>
    </tr>
  );
}

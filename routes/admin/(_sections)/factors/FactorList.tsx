import type { JSX } from "preact";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons } from "../../../../components/admin/controls.tsx";
import { type Column, DataTable, FilterBar } from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import {
  FACTOR_FILTERS,
  FACTOR_STATUSES,
  type FactorListQuery,
  type ListedFactor,
} from "./factor_list.ts";

const COLUMNS: readonly Column[] = [
  { id: "position", label: "Order" },
  { id: "name", label: "Factor" },
  { id: "answers", label: "Answers" },
  { id: "tracks", label: "Asked on" },
  { id: "rules", label: "Rules", numeric: true },
  { id: "status", label: "Status" },
];

interface FactorListProps {
  snapshot: Snapshot;
  query: FactorListQuery;
  factors: readonly ListedFactor[];
}

/** The factors in asking order, as far as the filters let them through. */
export function FactorList({ snapshot, query, factors }: FactorListProps): JSX.Element {
  const last = factors.length - 1;
  return (
    <>
      <FilterBar query={query.params} filters={FACTOR_FILTERS}>
        <TextField
          name="q"
          type="search"
          label="Search"
          value={query.text}
          maxLength={100}
          optional
        />
        <SelectField name="status" label="Status" value={query.status} options={FACTOR_STATUSES} />
        <SelectField
          name="track"
          label="Asked on"
          value={query.track}
          empty="Any track"
          options={snapshot.tracks.map(({ id, name }) => ({ value: id, label: name }))}
          optional
        />
      </FilterBar>
      <DataTable
        caption="Factors in asking order"
        columns={COLUMNS}
        query={query.params}
        total={factors.length}
        noun="factor"
        filters={FACTOR_FILTERS}
        empty={{
          title: "No factors yet",
          text: "Buyers are asked one question for each factor. Write the first.",
          action: <ButtonLink size="small" href={newRecordHref("factors")}>New factor</ButtonLink>,
        }}
      >
        {factors.map((listed, index) => (
          <FactorRow
            key={listed.factor.id}
            {...listed}
            move={query.ordered && last > 0 ? { first: index === 0, last: index === last } : null}
          />
        ))}
      </DataTable>
      {!query.ordered && last > 0 && (
        <p class="pt-3 text-xs text-muted">
          To move factors,{" "}
          <a class="text-link" href={sectionHref("factors")}>show the whole list in its order</a>.
        </p>
      )}
    </>
  );
}

interface FactorRowProps extends ListedFactor {
  /** Null where its neighbours in the list are not its neighbours. */
  move: { first: boolean; last: boolean } | null;
}

function FactorRow(props: FactorRowProps): JSX.Element {
  const { factor, tracks, options, rules, unasked, move } = props;
  const { id, name, question, multiple, position } = factor;
  return (
    <tr id={`row-${id}`}>
      <Cell class="whitespace-nowrap">
        <span class="-my-1 inline-flex items-center gap-1">
          <span class="min-w-6 text-end text-muted">{position}</span>
          {move && (
            <PostForm action={sectionHref("factors")} hidden={{ id }} class="inline-flex">
              <MoveButtons about={name} {...move} />
            </PostForm>
          )}
        </span>
      </Cell>
      <RowHead class="min-w-48">
        <a href={recordHref("factors", id)} class="text-link">{name}</a> <RecordId>{id}</RecordId>
        <span class="block text-xs font-normal text-muted">{question}</span>
      </RowHead>
      <Cell class="whitespace-nowrap">
        {multiple ? "Several of" : "One of"} {options}
        {options < factor.options.length && (
          <span class="block text-xs text-muted">
            {counted(factor.options.length - options, "option")} retired
          </span>
        )}
      </Cell>
      <Cell class="min-w-32">
        {factor.trackIds.length === 0
          ? <span class="text-muted">Every track</span>
          : tracks.map((track, index) => (
            <span key={track.id}>
              {index > 0 && ", "}
              {track.retired ? <del title="Retired">{track.name}</del> : track.name}
            </span>
          ))}
      </Cell>
      <Cell class="text-end">{rules}</Cell>
      <Cell>
        {unasked === null ? <StatusBadge status={statusOf(factor)} /> : (
          <span title={unasked}>
            <Badge tone="warning">Not asked</Badge>
            <span class="sr-only">{unasked}</span>
          </span>
        )}
      </Cell>
    </tr>
  );
}

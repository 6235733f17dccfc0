import type { JSX } from "preact";
import {
  type Attribute,
  type Catalog,
  formatValue,
  isOverride,
  type ValueRecord,
} from "@/lib/catalog/mod.ts";
import { Cell, ColumnHead, RowHead, Table } from "@/components/ui/Table.tsx";
import { valueHref } from "@/components/hrefs/admin.ts";
import { Moment, ProvenanceBadge, StatusBadge } from "@/components/admin/records.tsx";
import { attributeGroups, isFilled, rawText } from "./labels.ts";

interface ValuesTableProps {
  systemId: string;
  catalog: Catalog;
  /** By attribute id. */
  values: ReadonlyMap<string, ValueRecord>;
}

/**
 * The values of a system for all attributes that are not retired, with their provenance (spec §2.3). Disabled
 * attributes are included (spec §4.2).
 */
export function ValuesTable({ systemId, catalog, values }: ValuesTableProps): JSX.Element {
  const groups = attributeGroups(catalog);
  const enabled = groups.flatMap(({ attributes }) => attributes).filter(({ enabled }) => enabled);
  // Leave out the CMS columns when no value was ever synced.
  const synced = [...values.values()].some(({ source, cmsRaw, cmsSyncedAt }) =>
    source === "cms" || cmsRaw !== null || cmsSyncedAt !== null
  );
  const filled = enabled.filter(({ id }) => isFilled(values.get(id)?.value));
  return (
    <section id="values" class="scroll-mt-6" aria-labelledby="values-title">
      <h2 id="values-title" class="mb-2 font-medium">
        Attribute values{" "}
        <span class="font-normal text-muted">({filled.length} of {enabled.length} stated)</span>
      </h2>
      {groups.length === 0
        ? <p class="text-sm text-muted">There are no attributes yet.</p>
        : (
          <Table caption="Attribute values" captionHidden stacks>
            <thead>
              <tr>
                <ColumnHead>Attribute</ColumnHead>
                <ColumnHead>Value</ColumnHead>
                {synced && (
                  <>
                    <ColumnHead>From</ColumnHead>
                    <ColumnHead>The CMS says</ColumnHead>
                    <ColumnHead>Last sync</ColumnHead>
                  </>
                )}
              </tr>
            </thead>
            {groups.map(({ group, attributes }) => (
              <tbody key={group}>
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={synced ? 5 : 2}
                    class="border-b border-line pt-4! text-start text-xs font-medium text-muted"
                  >
                    {group}
                  </th>
                </tr>
                {attributes.map((attribute) => (
                  <ValueRow
                    key={attribute.id}
                    systemId={systemId}
                    attribute={attribute}
                    record={values.get(attribute.id) ?? null}
                    synced={synced}
                  />
                ))}
              </tbody>
            ))}
          </Table>
        )}
    </section>
  );
}

interface ValueRowProps {
  systemId: string;
  attribute: Attribute;
  record: ValueRecord | null;
  /** Whether the table has the CMS columns. */
  synced: boolean;
}

function ValueRow({ systemId, attribute, record, synced }: ValueRowProps): JSX.Element {
  const { id, name, unit, enabled } = attribute;
  return (
    <tr>
      <RowHead class="min-w-40 font-normal!">
        <a href={valueHref({ systemId, attributeId: id })} class="text-link">{name}</a>
        {!enabled && (
          <>
            {" "}
            <StatusBadge status="off" />
          </>
        )}
      </RowHead>
      <Cell class={isFilled(record?.value) ? "min-w-40" : "min-w-40 text-muted"}>
        {record ? formatValue(record.value, unit) : "No value"}
      </Cell>
      {synced && (
        <>
          <Cell>
            {record && (record.source === "cms" || isOverride(record)) && (
              <ProvenanceBadge source={record.source} overridden={isOverride(record)} />
            )}
          </Cell>
          <Cell class="max-w-64 wrap-anywhere" label="The CMS says">
            {record && record.cmsRaw !== null ? rawText(record.cmsRaw) : (
              <span class="text-muted">
                –<span class="sr-only">nothing</span>
              </span>
            )}
          </Cell>
          <Cell label="Last sync">
            {record?.cmsSyncedAt
              ? <Moment at={new Date(record.cmsSyncedAt)} />
              : <span class="text-muted">Never</span>}
          </Cell>
        </>
      )}
    </tr>
  );
}

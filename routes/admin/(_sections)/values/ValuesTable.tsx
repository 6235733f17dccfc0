import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { type Attribute, type Catalog, formatValue, type ValueRecord } from "@/lib/catalog/mod.ts";
import { isOverride } from "@/lib/cms/mod.ts";
import { Muted } from "@/components/admin/list/parts.tsx";
import { type RowsColumn, RowsTable } from "@/components/ui/Table.tsx";
import { valueHref } from "@/components/hrefs/admin.ts";
import { Moment, ProvenanceBadge, StatusBadge } from "@/components/admin/records.tsx";
import { isFilled, rawText } from "./labels.ts";

interface ValuesTableProps {
  systemId: string;
  catalog: Catalog;
  /** By attribute id. */
  values: ReadonlyMap<string, ValueRecord>;
  /** Between the heading and the table. */
  above?: JSX.Element;
}

/**
 * The values of a system for all attributes that are not retired, with their provenance (spec §2.3). Disabled
 * attributes are included (spec §4.2).
 */
export function ValuesTable({ systemId, catalog, values, above }: ValuesTableProps): JSX.Element {
  const attributes = catalog.attributes.filter(({ retired }) => !retired);
  const enabled = attributes.filter(({ enabled }) => enabled);
  // Leave out the CMS columns when no value was ever synced.
  const synced = [...values.values()].some(({ source, cmsRaw, cmsSyncedAt }) =>
    source === "cms" || cmsRaw !== null || cmsSyncedAt !== null
  );
  const filled = enabled.filter(({ id }) => isFilled(values.get(id)?.value));
  const rows = attributes.map((attribute) => ({ attribute, record: values.get(attribute.id) }));
  return (
    <Block
      id="values"
      title="Attribute values"
      count={`${filled.length} of ${enabled.length} stated`}
    >
      {above}
      {rows.length === 0
        ? <p class="text-sm text-muted">There are no attributes yet.</p>
        : (
          <RowsTable
            caption="Attribute values"
            stacks
            rows={rows}
            groupOf={({ attribute }) => attribute.group}
            columns={[
              {
                label: "Attribute",
                isHead: true,
                cellClass: "min-w-40 font-normal!",
                cell: ({ attribute: { id, name, enabled } }) => (
                  <>
                    <a href={valueHref({ systemId, attributeId: id })} class="text-link">{name}</a>
                    {" "}
                    {!enabled && <StatusBadge status="off" />}
                  </>
                ),
              },
              {
                label: "Value",
                cellLabelHidden: true,
                cellClass: "min-w-40",
                cell({ attribute: { unit }, record }) {
                  const text = record ? formatValue(record.value, unit) : "No value";
                  return isFilled(record?.value) ? text : <Muted>{text}</Muted>;
                },
              },
              ...(synced ? SYNCED : []),
            ]}
          />
        )}
    </Block>
  );
}

interface ValueRow {
  readonly attribute: Attribute;
  readonly record: ValueRecord | undefined;
}

/** The columns on the CMS. */
const SYNCED: readonly RowsColumn<ValueRow>[] = [
  {
    label: "From",
    cellLabelHidden: true,
    cell({ attribute, record }) {
      if (record === undefined) return null;
      const overridden = isOverride(record, attribute);
      return (record.source === "cms" || overridden) && (
        <ProvenanceBadge source={record.source} overridden={overridden} />
      );
    },
  },
  {
    label: "The CMS says",
    cellClass: "max-w-64 wrap-anywhere",
    cell: ({ record }) =>
      record && record.cmsRaw !== null ? rawText(record.cmsRaw) : (
        <Muted>
          –<span class="sr-only">nothing</span>
        </Muted>
      ),
  },
  {
    label: "Last sync",
    cell: ({ record }) =>
      record?.cmsSyncedAt ? <Moment at={new Date(record.cmsSyncedAt)} /> : <Muted>Never</Muted>,
  },
];

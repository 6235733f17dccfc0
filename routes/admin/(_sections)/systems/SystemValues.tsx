import { Muted } from "@/components/admin/list/parts.tsx";
import { Block } from "@/components/admin/Block.tsx";
import type { JSX } from "preact";
import {
  type Attribute,
  type Catalog,
  formatValue,
  type System,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { valueHref } from "@/components/hrefs/admin.ts";
import { StatusBadge } from "@/components/admin/records.tsx";
import { isFilled } from "../values/labels.ts";

/** Systems that a long list shows before it is opened. */
const SHOWN = 24;

/** The value of every system for an attribute; retired systems only if they have one. */
export function SystemValues(
  { attribute, catalog }: { attribute: Attribute; catalog: Catalog },
): JSX.Element | null {
  const { id: attributeId } = attribute;
  const rows = catalog.systems.map((system) => ({
    system,
    value: system.values.find((cell) => cell.attributeId === attributeId)?.value,
  })).filter(({ system, value }) => !system.retired || value !== undefined);
  if (rows.length === 0) return null;
  const filled = rows.filter(({ value }) => isFilled(value));
  return (
    <Block
      id="systems"
      title="Values of systems"
      count={`${filled.length} of ${rows.length} stated`}
      class="max-w-3xl"
    >
      <Values attribute={attribute} rows={rows.slice(0, SHOWN)} />
      {rows.length > SHOWN && (
        <Disclosure summary={`${formatCount(rows.length - SHOWN)} more`}>
          <Values attribute={attribute} rows={rows.slice(SHOWN)} />
        </Disclosure>
      )}
    </Block>
  );
}

interface ValuesProps {
  attribute: Attribute;
  rows: readonly { readonly system: System; readonly value: TypedValue | undefined }[];
}

function Values({ attribute, rows }: ValuesProps): JSX.Element {
  const { id: attributeId, unit, retired } = attribute;
  return (
    <RowsTable
      caption="Values of systems"
      rows={rows}
      columns={[
        {
          label: "System",
          isHead: true,
          class: "w-1/2",
          cellClass: "font-normal!",
          cell: ({ system: { id: systemId, name, retired: isGone } }) => (
            <>
              {retired
                ? name
                : <a href={valueHref({ systemId, attributeId })} class="text-link">{name}</a>}{" "}
              {isGone && <StatusBadge status="retired" />}
            </>
          ),
        },
        {
          label: "Value",
          cell({ value }) {
            const text = value ? formatValue(value, unit) : "No value";
            return isFilled(value) ? text : <Muted>{text}</Muted>;
          },
        },
      ]}
    />
  );
}

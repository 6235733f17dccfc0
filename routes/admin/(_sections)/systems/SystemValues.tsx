import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import { type Attribute, type Catalog, formatValue } from "@/lib/catalog/mod.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { valueHref } from "@/components/hrefs/admin.ts";
import { StatusBadge } from "@/components/admin/records.tsx";
import { isFilled } from "../values/labels.ts";

/** The value of every system for an attribute; retired systems only if they have one. */
export function SystemValues(
  { attribute, catalog }: { attribute: Attribute; catalog: Catalog },
): JSX.Element | null {
  const { id: attributeId, unit, retired } = attribute;
  const rows = catalog.systems.map((system) => ({
    system,
    value: system.values.find((cell) => cell.attributeId === attributeId)?.value,
  })).filter(({ system, value }) => !system.retired || value !== undefined);
  if (rows.length === 0) return null;
  const filled = rows.filter(({ value }) => isFilled(value));
  return (
    <section class="max-w-3xl" aria-labelledby="systems-title">
      <h2 id="systems-title" class="mb-2 font-medium">
        Values of systems{" "}
        <span class="font-normal text-muted">({filled.length} of {rows.length} stated)</span>
      </h2>
      <RowsTable
        caption="Values of systems"
        rows={rows}
        columns={[
          {
            label: "System",
            isHead: true,
            cellClass: "font-normal!",
            cell: ({ system: { id: systemId, name, retired: isGone } }) => (
              <>
                {retired
                  ? name
                  : <a href={valueHref({ systemId, attributeId })} class="text-link">{name}</a>}
                {" "}
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
    </section>
  );
}

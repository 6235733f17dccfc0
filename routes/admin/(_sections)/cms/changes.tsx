/** The changes of a plan, with what is stored before and after. */
import type { JSX } from "preact";
import { DataTable, FilterBar, ListPager } from "../../../../components/admin/DataTable.tsx";
import { rawText } from "../values/labels.ts";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { type Catalog, formatValue, TypedValue } from "../../../../lib/catalog/mod.ts";
import type { ChangeAction, Kind, StagedChange } from "../../../../lib/cms/mod.ts";
import { ACTION_WORDS, fieldLabel } from "./labels.ts";

const FILTERS = ["action", "q"] as const;
const TONES = {
  created: "positive",
  updated: "accent",
  heldBack: "warning",
  noted: "neutral",
} as const;

interface ChangeListProps {
  readonly kind: Kind;
  readonly changes: readonly StagedChange[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly query: URLSearchParams;
  readonly catalog: Catalog;
}

/** A page of the changes that match the filters of the address. */
export function ChangeList(props: ChangeListProps): JSX.Element {
  const { changes, total, page, pages, query, catalog } = props;
  return (
    <>
      <h2 class="mb-3 text-base font-medium">Changes</h2>
      <FilterBar query={query} filters={FILTERS}>
        <TextField name="q" label="Name" type="search" value={query.get("q")} optional />
        <SelectField
          name="action"
          label="What happens"
          value={query.get("action")}
          empty="Everything"
          options={actions().map((action) => ({ value: action, label: ACTION_WORDS[action] }))}
          optional
        />
      </FilterBar>
      <DataTable
        caption="Changes"
        columns={[
          { id: "label", label: "What" },
          { id: "action", label: "Happens" },
          { id: "before", label: "Stored now" },
          { id: "after", label: "Then" },
        ]}
        query={query}
        total={total}
        noun="change"
        filters={FILTERS}
        empty={{
          title: "Nothing to change",
          text: "What is stored is what the CMS has.",
        }}
      >
        {changes.map((change) => (
          <tr key={change.seq}>
            <RowHead class="wrap-anywhere">{change.label}</RowHead>
            <Cell>
              <Badge tone={TONES[change.action]}>{ACTION_WORDS[change.action]}</Badge>
            </Cell>
            <Sides change={change} catalog={catalog} />
          </tr>
        ))}
      </DataTable>
      <ListPager query={query} page={page} pages={pages} />
    </>
  );
}

function actions(): ChangeAction[] {
  return ["created", "updated", "heldBack", "noted"];
}

function Sides({ change, catalog }: { change: StagedChange; catalog: Catalog }): JSX.Element {
  const { key, before, after } = change;
  const value = TypedValue.safeParse(member(after, "value"));
  if (value.success) {
    const unit = catalog.attributes.find(({ id }) => id === key.split("/")[1])?.unit ?? null;
    return (
      <>
        <CellSide side={before} unit={unit} />
        <CellSide side={after} unit={unit} />
      </>
    );
  }
  const names = [...new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])]
    .filter((name) => name !== "uuid" || change.action === "noted")
    .filter((name) => text(member(before, name)) !== text(member(after, name)));
  return (
    <>
      <FieldSide names={names} side={before} />
      <FieldSide names={names} side={after} />
    </>
  );
}

/** A value, and what the CMS says in its own words. */
function CellSide({ side, unit }: { side: unknown; unit: string | null }): JSX.Element {
  const value = TypedValue.safeParse(member(side, "value"));
  const raw = member(side, "raw") ?? null;
  return (
    <Cell class="wrap-anywhere">
      {value.success ? formatValue(value.data, unit) : <span class="text-muted">Nothing</span>}
      {raw !== null && <span class="block text-muted">CMS: {rawText(raw)}</span>}
    </Cell>
  );
}

function FieldSide({ names, side }: { names: readonly string[]; side: unknown }): JSX.Element {
  if (side === null || side === undefined) {
    return (
      <Cell>
        <span class="text-muted">Nothing</span>
      </Cell>
    );
  }
  const filled = names.filter((name) => text(member(side, name)) !== "");
  return (
    <Cell class="wrap-anywhere">
      <ul class="grid gap-0.5">
        {filled.map((name) => (
          <li key={name}>
            <span class="text-muted">{fieldLabel(name)}:</span> {text(member(side, name))}
          </li>
        ))}
      </ul>
      {filled.length === 0 && <span class="text-muted">Nothing</span>}
    </Cell>
  );
}

function member(side: unknown, name: string): unknown {
  return side instanceof Object ? Reflect.get(side, name) : undefined;
}

/** A value of a record in words; nothing for none. */
function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!Array.isArray(value)) return String(value);
  return value.map((part: unknown) => String(member(part, "name") ?? part)).join(", ");
}

/** The list of a plan's changes, each with the stored state before and after it. */
import type { JSX } from "preact";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import { Muted } from "@/components/admin/list/parts.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { type Catalog, formatValue, TypedValue } from "@/lib/catalog/mod.ts";
import { type ChangeAction, findChanges, type Run, type StagedChange } from "@/lib/cms/mod.ts";
import { tagNames } from "@/lib/media/mod.ts";
import type { Services } from "@/lib/services.ts";
import { rawText } from "../values/labels.ts";
import { ACTION_WORDS, fieldLabel } from "./labels.ts";

const TONES = {
  created: "positive",
  updated: "accent",
  heldBack: "warning",
  noted: "neutral",
} as const satisfies Record<ChangeAction, string>;

const PAGE = 50;

/** Highest page number that is queried; it bounds the SQL offset. */
const MOST_PAGES = 10_000;

/** Returns the list of a run's changes: one page of those that match the filters in the address. */
export function changeList({ db, catalog }: Services, run: Run): ListDefinition<StagedChange> {
  const { attributes, systems } = catalog.current().catalog;
  const isPlan = run.state === "ready" || run.state === "incomplete";
  const nameOf = new Map(systems.map(({ id, name }) => [`system ${id}`, name]));
  const names: Names = { attributes, nameOf };
  return {
    title: "Changes",
    noun: "record",
    filters: [
      { name: "q", label: "Name" },
      {
        name: "action",
        label: "Action",
        empty: "All",
        options: [
          ...ACTIONS.map((action) => ({ value: action, label: ACTION_WORDS[action] })),
          { value: "differing", label: "Held back, and differs" },
        ],
      },
    ],
    columns: [
      {
        id: "label",
        label: "Record",
        isHead: true,
        cellClass: "min-w-36 wrap-anywhere",
        cell: ({ label }) => label,
      },
      {
        id: "action",
        label: "Action",
        cell: ({ action, after }) => (
          <>
            <Badge tone={TONES[action]}>{ACTION_WORDS[action]}</Badge>
            {member(after, "agrees") === true && <span class="block text-muted">The same</span>}
          </>
        ),
      },
      {
        id: "before",
        label: isPlan ? "Stored now" : "Before",
        cellClass: "min-w-36 wrap-anywhere",
        cell: (change) => <Side change={change} side="before" names={names} />,
      },
      {
        id: "after",
        label: isPlan ? "Planned" : "After",
        cellClass: "min-w-48 wrap-anywhere",
        cell: (change) => <Side change={change} side="after" names={names} />,
      },
    ],
    idOf: ({ seq }) => `${seq}`,
    async rows({ filter, page: asked }) {
      const page = Math.min(asked, MOST_PAGES);
      const { changes, total } = await findChanges(db, run.id, {
        action: [...ACTIONS, "differing" as const].find((one) => one === filter("action")) ?? null,
        text: filter("q").replaceAll("\0", "").trim() || null,
        limit: PAGE,
        offset: (page - 1) * PAGE,
      });
      for (const [key, name] of await tagNames(db, changes.flatMap(tagsOf))) nameOf.set(key, name);
      return { rows: changes, total, page, pages: Math.max(1, Math.ceil(total / PAGE)) };
    },
    empty: run.state === "incomplete"
      ? { title: "No change so far", text: "The pages that were read would change nothing." }
      : { title: "Nothing to change", text: "The run found nothing to change in the catalog." },
  };
}

const ACTIONS: readonly ChangeAction[] = ["created", "updated", "heldBack", "noted"];

/** Returns the tags that a change of a picture names; their keys read `<type> <ref>`. */
function tagsOf({ before, after }: StagedChange): { type: string; ref: string }[] {
  return [before, after].flatMap((side) => member(side, "shows")).flatMap((key) => {
    const [type = "", ref] = typeof key === "string" ? key.split(" ") : [];
    return ref === undefined ? [] : [{ type, ref }];
  });
}

/** Names and units that the cells of a change need. */
interface Names {
  readonly attributes: Catalog["attributes"];
  /** Names of systems and projects, by the keys of their tags. */
  readonly nameOf: ReadonlyMap<string, string>;
}

interface SideProps {
  readonly change: StagedChange;
  readonly side: "before" | "after";
  readonly names: Names;
}

/** The stored state before or after a change: a typed value with the raw CMS value below it, or the fields that differ. */
function Side({ change, side, names: { attributes, nameOf } }: SideProps): JSX.Element {
  const { key, action, before, after } = change;
  const state = change[side];
  if (TypedValue.safeParse(member(after, "value")).success) {
    const value = TypedValue.safeParse(member(state, "value"));
    const raw = member(state, "raw") ?? null;
    const unit = attributes.find(({ id }) => id === key.split("/")[1])?.unit ?? null;
    return (
      <>
        {value.success ? formatValue(value.data, unit) : <Muted>Nothing</Muted>}
        {raw !== null && <span class="block text-muted">CMS: {rawText(raw)}</span>}
      </>
    );
  }
  const filled = [...new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))])]
    .filter((name) => name !== "uuid" || action === "noted")
    .filter((name) => text(member(before, name)) !== text(member(after, name)))
    .filter((name) => text(member(state, name)) !== "");
  if (filled.length === 0) return <Muted>Nothing</Muted>;
  return (
    <ul class="grid gap-0.5">
      {filled.map((name) => (
        <li key={name}>
          <span class="text-muted">{fieldLabel(name)}:</span> {text(member(state, name), nameOf)}
        </li>
      ))}
    </ul>
  );
}

function member(side: unknown, name: string): unknown {
  return side instanceof Object ? Reflect.get(side, name) : undefined;
}

/** A field's value as text; empty when it has none. */
function text(value: unknown, nameOf: ReadonlyMap<unknown, string> = new Map()): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (!Array.isArray(value)) return String(value);
  // The CMS sends no name for a product that visitors may not see.
  return value.map((part: unknown) =>
    String(member(part, "name") ?? member(part, "uuid") ?? nameOf.get(part) ?? part)
  ).join(", ");
}

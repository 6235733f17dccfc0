/** The list of documents (spec §4.1). */
import type { JSX } from "preact";
import { Day } from "@/components/admin/records.tsx";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import type { RecordList } from "@/components/admin/record/save.ts";
import { Muted } from "@/components/admin/list/parts.tsx";
import { corpusHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { corpusGaps, Gaps } from "./gaps.tsx";
import { itemFilter, itemOrder, NO_SYSTEM, STATE_CHOICES } from "./item_list.ts";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { choicesOf, linkOf, LINKS, SOURCE_KINDS } from "./labels.ts";
import { ItemLink, ItemStateBadge, LinkState, Version } from "./parts.tsx";
import {
  type CorpusSize,
  corpusSize,
  ITEM_ORDERS,
  type ListedItem,
  listItems,
} from "@/lib/corpus/mod.ts";
import type { System } from "@/lib/catalog/mod.ts";
import { nameIn } from "@/components/admin/record_names.ts";
import type { Ctx } from "@/lib/define.ts";
import { formatCount } from "@/lib/text/mod.ts";

const PAGE_SIZE = 50;
const NARROW = "basis-28";

/** Returns the list of documents; without a state filter, it shows active ones. */
export async function itemList({ state }: Ctx): Promise<RecordList<ListedItem>> {
  const { db, catalog } = state.services;
  const [size, { gaps }] = await Promise.all([corpusSize(db), corpusGaps(state.services)]);
  const { systems } = catalog.current().catalog;
  const names = systems.map(({ id, name }) => ({ value: id, label: name }));
  const any = { empty: "Any", class: NARROW };
  return {
    lead: `The sources of quoted evidence. ${formatSize(size)}`,
    actions: <ListActions />,
    above: <Gaps gaps={gaps} />,
    filters: [
      { name: "q", label: "Search titles and text" },
      { name: "type", label: "Kind", options: choicesOf(CONTENT_KINDS), ...any },
      { name: "state", label: "State", options: STATE_CHOICES, class: NARROW },
      { name: "link", label: "Link", options: choicesOf(LINKS), ...any },
      {
        name: "system",
        label: "About",
        options: [{ value: NO_SYSTEM, label: "No system" }, ...names],
        isOpen: true,
        empty: "Anything",
        class: NARROW,
      },
      {
        name: "quoted",
        label: "Quoted",
        options: [{ value: "never", label: "Not all of it" }],
        ...any,
      },
      { name: "source", label: "Source", options: choicesOf(SOURCE_KINDS), ...any },
    ],
    async rows({ filter, sort, page }) {
      const order = itemOrder(sort?.by);
      const descending = sort?.descending ?? false;
      const asked = { order, descending, page, size: PAGE_SIZE };
      const { items, ...found } = await listItems(db, itemFilter(filter), asked);
      return { ...found, rows: items };
    },
    idOf: ({ id }) => id,
    file: "documents",
    columns: columnsOf(systems),
    empty: {
      text:
        "Evidence is quoted from documents: product pages, articles, technical documents and brochures.",
      always: size.active + size.retired + size.superseded === 0,
    },
  };
}

/** Returns the columns. Those in ITEM_ORDERS are sortable; the store sorts, so their keys are unused. */
function columnsOf(systems: readonly System[]): ListDefinition<ListedItem>["columns"] {
  const columns: ListDefinition<ListedItem>["columns"] = [
    {
      id: "title",
      label: "Title",
      isHead: true,
      cellClass: "min-w-52",
      text: ({ title }) => title,
      cell: (item) => <ItemLink item={item} />,
    },
    {
      id: "type",
      label: "Kind",
      cellClass: "lg:whitespace-nowrap",
      text: ({ contentType }) => CONTENT_KINDS[contentType],
    },
    {
      id: "systems",
      label: "About",
      cellClass: "min-w-32",
      text: ({ systemIds }) => systemIds.map((id) => nameIn(systems, id)).join("\n"),
      cell: ({ systemIds }) => <About ids={systemIds} systems={systems} />,
    },
    {
      id: "captured",
      label: "Captured",
      text: ({ fetchedAt }) => fetchedAt.toISOString(),
      cell: ({ fetchedAt, version }) => (
        <>
          <Day at={fetchedAt} />{" "}
          <span class="block">
            <Version>{version}</Version>
          </span>
        </>
      ),
    },
    {
      id: "passages",
      label: "Passages",
      numeric: true,
      text: ({ passages }) => passages,
    },
    {
      id: "state",
      label: "State",
      isShown: (rows) => rows.some(({ state }) => state !== "active"),
      text: ({ state }) => state,
      cell: ({ state }) => state !== "active" && <ItemStateBadge state={state} />,
    },
    {
      id: "link",
      label: "Link",
      cellClass: "whitespace-nowrap",
      text: linkOf,
      cell: (item) => <LinkState item={item} />,
    },
  ];
  return columns.map((column) =>
    ITEM_ORDERS.some((order) => order === column.id) ? { ...column, sortBy: () => null } : column
  );
}

function ListActions(): JSX.Element {
  return (
    <>
      <ButtonLink variant="secondary" href={corpusHref("coverage")}>Coverage</ButtonLink>
      <ButtonLink variant="secondary" href={corpusHref("try")}>Try a question</ButtonLink>
      <ButtonLink href={corpusHref("upload")}>Upload</ButtonLink>
    </>
  );
}

function formatSize({ active, retired, superseded, passages }: CorpusSize): string {
  return `${counted(active, "active document")} with ${counted(passages, "passage")}, ` +
    `${formatCount(retired)} retired, ${formatCount(superseded)} superseded.`;
}

const NAMED = 3;

function About(
  { ids, systems }: { ids: readonly string[]; systems: readonly System[] },
): JSX.Element {
  if (ids.length === 0) return <Muted>No system</Muted>;
  const named = ids.length > NAMED + 1 ? NAMED : ids.length;
  const names = ids.slice(0, named).map((id) => nameIn(systems, id)).join(", ");
  return <>{names}{named < ids.length && ` and ${ids.length - named} more`}</>;
}

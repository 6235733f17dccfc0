import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { Gaps } from "./Gaps.tsx";
import { formOfItem, itemOfForm } from "./item_form.ts";
import { itemListQuery } from "./item_list.ts";
import { ItemFacts, Passages, Versions } from "./ItemAside.tsx";
import { ItemFields } from "./ItemFields.tsx";
import { ItemList } from "./ItemList.tsx";
import { ItemStateBadge, systemNameOf } from "./parts.tsx";
import { Superseding } from "./Superseding.tsx";
import { CONTENT_TYPES, STATES } from "./labels.ts";
import { corpusHref } from "../../../../components/hrefs/admin.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import type { Catalog } from "../../../../lib/catalog/mod.ts";
import {
  type CorpusSize,
  corpusSize,
  findItem,
  findReplacements,
  itemEntity,
  type ItemRecord,
  listItems,
} from "../../../../lib/corpus/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { AppError } from "../../../../lib/http/mod.ts";
import { handleItem } from "./actions.ts";
import { corpusGaps } from "./gaps.ts";
import type { RecordDefinition } from "../../../../components/admin/record/define.ts";
import { recordScreen } from "../../../../components/admin/record/save.ts";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "corpus";
const LABEL = "Documents";
const PAGE_SIZE = 50;

type Ctx = Context<State>;

const document: RecordDefinition<ItemRecord> = {
  slug: SLUG,
  label: LABEL,
  noun: "document",
  capability: "edit_data",
  entity: itemEntity,
  nameOf: ({ title }) => title,
  form: {
    toForm: formOfItem,
    parse: (form, { current, snapshot: { catalog } }) =>
      current === null
        ? { ok: false, fields: { title: "Documents come by imports alone" } }
        : itemOfForm(form, { item: current, catalog }),
    Editor: ({ current, form, fields, snapshot: { catalog } }) =>
      current === null
        ? <p>Documents come by imports alone.</p>
        : <ItemFields item={current} form={form} fields={fields} systems={catalog.systems} />,
    describe: ({ title, contentType, pdpPath, systemIds, state }, { catalog }) => [
      { label: "Title", value: title },
      { label: "Kind", value: CONTENT_TYPES[contentType] },
      { label: "Path of the product page", value: pdpPath ?? "" },
      { label: "About", value: namesOf(catalog, systemIds) },
      { label: "State", value: STATES[state] },
    ],
  },
  retirement: {
    set: (item, retired) =>
      retired && item.state === "active" ? { ...item, state: "retired" } : item,
    status: ({ state }) => state === "active" ? "live" : "retired",
    effect: "Its passages are quoted and found no more.",
  },
  handle: handleItem,
  Badges: ({ record }) => <ItemStateBadge state={record.state} />,
  Actions: ({ record: { state } }) => (
    <>
      <ButtonLink variant="secondary" size="small" href="#passages">Passages</ButtonLink>
      {state !== "superseded" && (
        <ButtonLink variant="secondary" size="small" href="#removal">
          {state === "active" ? "Retire" : "Restore"}
        </ButtonLink>
      )}
    </>
  ),
  Aside: ({ id }, ctx) => showDetails(ctx, id),
};

/** Documents: what evidence is quoted from (spec §2.1, §4.1). */
export const corpus: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: { GET: showList },
  record: recordScreen(document),
};

async function showList(ctx: Ctx): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const params = ctx.url.searchParams;
  const query = itemListQuery(params);
  const { order, sort: { descending }, page } = query;
  const [found, size, { gaps }] = await Promise.all([
    listItems(db, query.filter, { order, descending, page, size: PAGE_SIZE }),
    corpusSize(db),
    corpusGaps(ctx.state.services),
  ]);
  ctx.state.title = LABEL;
  return await ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead={`What evidence is quoted from. ${sizeInWords(size)}`}
        actions={<ListActions />}
      />
      <Gaps gaps={gaps} />
      <ItemList
        params={params}
        query={query}
        found={found}
        isEmpty={size.active + size.retired + size.superseded === 0}
        systems={new Map(catalog.current().catalog.systems.map(({ id, name }) => [id, name]))}
      />
    </>,
  );
}

function ListActions(): JSX.Element {
  return (
    <>
      <ButtonLink variant="secondary" size="small" href={corpusHref("coverage")}>
        Coverage
      </ButtonLink>
      <ButtonLink variant="secondary" size="small" href={corpusHref("try")}>
        Try a question
      </ButtonLink>
      <ButtonLink size="small" href={corpusHref("upload")}>Upload</ButtonLink>
    </>
  );
}

function sizeInWords({ active, retired, superseded, passages }: CorpusSize): string {
  return `${counted(active, "active document")} with ${counted(passages, "passage")}, ` +
    `${retired} retired, ${superseded} superseded.`;
}

function namesOf({ systems }: Catalog, ids: readonly string[]): string {
  const names = new Map(systems.map(({ id, name }) => [id, name]));
  return ids.map((id) => systemNameOf(names, id)).join(", ");
}

const MOST_REPLACEMENTS = 10;

async function showDetails(ctx: Ctx, id: string): Promise<JSX.Element> {
  const { db, config } = ctx.state.services;
  const search = ctx.url.searchParams.get("replacement")?.slice(0, 100) ?? null;
  const [item, replacements] = await Promise.all([
    findItem(db, id),
    findReplacements(db, { id, text: search ?? "", limit: MOST_REPLACEMENTS }),
  ]);
  if (item === null) throw new AppError("not_found");
  return (
    <>
      <ItemFacts item={item} siteUrl={config.siteUrl} />
      <Passages item={item} />
      <Versions item={item} />
      <Superseding item={item} search={search} replacements={replacements} />
    </>
  );
}

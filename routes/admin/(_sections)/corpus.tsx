import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../../../components/admin/AdminHeader.tsx";
import { Gaps } from "../../../components/admin/corpus/Gaps.tsx";
import { formOfItem, itemOfForm } from "../../../components/admin/corpus/item_form.ts";
import { itemListQuery } from "../../../components/admin/corpus/item_list.ts";
import { ItemFacts, Passages, Versions } from "../../../components/admin/corpus/ItemAside.tsx";
import { ItemFields } from "../../../components/admin/corpus/ItemFields.tsx";
import { ItemList } from "../../../components/admin/corpus/ItemList.tsx";
import { ItemStateBadge, systemNameOf } from "../../../components/admin/corpus/parts.tsx";
import { Superseding } from "../../../components/admin/corpus/Superseding.tsx";
import { CONTENT_TYPES, STATES } from "../../../components/admin/corpus/words.ts";
import { corpusHref, recordHref } from "../../../components/admin/hrefs.ts";
import { ButtonLink } from "../../../components/ui/Button.tsx";
import { counted } from "../../../components/ui/counted.ts";
import { type Author, authorize, type Flash } from "../../../lib/admin/mod.ts";
import { type Catalog, Id } from "../../../lib/catalog/mod.ts";
import {
  checkLink,
  type CorpusSize,
  corpusSize,
  findItem,
  findReplacements,
  itemEntity,
  type ItemRecord,
  listItems,
  restoreItem,
  supersedeItem,
} from "../../../lib/corpus/mod.ts";
import type { State } from "../../../lib/define.ts";
import { AppError, readForm } from "../../../lib/http/mod.ts";
import { corpusGaps } from "./corpus_gaps.ts";
import { backTo } from "./list_acts.ts";
import { recordScreen, type RecordScreens } from "./record_screens.tsx";
import type { Section } from "./section.ts";

const SLUG = "corpus";
const LABEL = "Documents";
const PAGE_SIZE = 50;

type Ctx = Context<State>;

/** As the screens of every record have it. */
const FORM_LIMITS = { maxBytes: 256 * 1024 };

const screens: RecordScreens<ItemRecord> = {
  slug: SLUG,
  label: LABEL,
  noun: "document",
  capability: "edit_data",
  entity: itemEntity,
  nameOf: ({ title }) => title,
  toForm: formOfItem,
  parse: (form, { current, snapshot: { catalog } }) =>
    current === null
      ? { ok: false, fields: { title: "Documents come by imports alone" } }
      : itemOfForm(form, { item: current, catalog }),
  describe: ({ title, contentType, pdpPath, systemIds, state }, { catalog }) => [
    { label: "Title", value: title },
    { label: "Kind", value: CONTENT_TYPES[contentType] },
    { label: "Path of the product page", value: pdpPath ?? "" },
    { label: "About", value: namesOf(catalog, systemIds) },
    { label: "State", value: STATES[state] },
  ],
  Editor: ({ current, form, fields, snapshot: { catalog } }) =>
    current === null
      ? <p>Documents come by imports alone.</p>
      : <ItemFields item={current} form={form} fields={fields} systems={catalog.systems} />,
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
  setRetired: (item, retired) =>
    retired && item.state === "active" ? { ...item, state: "retired" } : item,
  isRetired: ({ state }) => state !== "active",
  retiring: "Its passages are quoted and found no more.",
};
const record = recordScreen(screens);

/** Documents: what evidence is quoted from (spec §2.1, §4.1). */
export const corpus: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: { GET: showList },
  record: { ...record, POST: act },
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

/** Does what only documents know, and leaves the rest to the screens of every record. */
async function act(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "edit_data");
  if (!record.POST) throw new AppError("method_not_allowed");
  // The screen of every record reads the form once more.
  const form = await readForm(ctx.req.clone(), FORM_LIMITS);
  const id = Id.safeParse(ctx.params.id).data;
  if (id === undefined) throw new AppError("not_found");
  const acting = { ctx, id, by: { staff, requestId: ctx.state.requestId } };
  switch (form.get("go")) {
    case "restore":
      return await restore(acting);
    case "supersede":
      return await supersede(acting, Id.safeParse(form.get("successor")).data);
    case "check-link":
      return await check(acting);
    default:
      return await record.POST(ctx);
  }
}

interface Acting {
  readonly ctx: Ctx;
  readonly id: string;
  readonly by: Author;
}

async function restore({ ctx, id, by }: Acting): Promise<Response> {
  const { db } = ctx.state.services;
  const restored = await restoreItem(db, { id, by });
  const action = recordHref(SLUG, id);
  if (restored.kind === "unchanged") return backTo(action, NOTHING);
  if (restored.kind === "missing") throw new AppError("not_found");
  const { title, before, formerSuccessor, replaced } = restored;
  if (replaced !== null) {
    return backTo(action, {
      tone: "positive",
      text: `${title}: this version is current now, and the one that was is superseded by it.`,
      undo: { action: recordHref(SLUG, replaced), fields: { go: "restore" } },
    });
  }
  const undo = before === "superseded" && formerSuccessor !== null
    ? { go: "supersede", successor: formerSuccessor }
    : { go: "retire" };
  return backTo(action, {
    tone: "positive",
    text: `${title} was restored.`,
    undo: { action, fields: undo },
  });
}

const NOTHING: Flash = { tone: "info", text: "There was nothing to change." };

async function supersede(
  { ctx, id, by }: Acting,
  successorId: string | undefined,
): Promise<Response> {
  const { db } = ctx.state.services;
  if (successorId === undefined) throw new AppError("invalid", "The form names no document");
  const outcome = await supersedeItem(db, { id, by, successorId });
  const action = recordHref(SLUG, id);
  switch (outcome.kind) {
    case "changed": {
      const successor = await findItem(db, successorId);
      const title = outcome.record?.title ?? "The document";
      return backTo(action, {
        tone: "positive",
        text: `${title} is superseded by ${successor?.title ?? successorId} now.`,
        undo: {
          action,
          fields: { go: outcome.before?.state === "retired" ? "retire" : "restore" },
        },
      });
    }
    case "unchanged":
      return backTo(action, NOTHING);
    case "invalid":
      throw new AppError("conflict", Object.values(outcome.fields).join(". "));
    default:
      throw new AppError("not_found");
  }
}

const FOUND: Readonly<Record<string, { readonly tone: Flash["tone"]; readonly text: string }>> = {
  live: { tone: "positive", text: "The link is live." },
  dead: { tone: "warning", text: "The link is dead, so buyers are not led there." },
  unchecked: { tone: "info", text: "Whether the link is live could not be found out." },
};

async function check({ ctx, id, by }: Acting): Promise<Response> {
  const { db, fetchPublic: fetch, now } = ctx.state.services;
  const found = await checkLink({ db, fetch, now, by, signal: ctx.req.signal }, id);
  const location = `${recordHref(SLUG, id)}#link`;
  if (found === null) {
    if (await findItem(db, id) === null) throw new AppError("not_found");
    return backTo(location, { tone: "info", text: "This document has no link to be checked." });
  }
  const { tone, text } = FOUND[found.status] ?? NOTHING;
  return backTo(location, { tone, text: found.note ? `${text} ${found.note}.` : text });
}

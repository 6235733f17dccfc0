import type { JSX } from "preact";
import { sectionWords } from "@/components/admin/sections.ts";
import { itemForm } from "./item_form.tsx";
import { ItemFacts, Passages, Versions } from "./ItemAside.tsx";
import { itemList } from "./list.tsx";
import { ItemStateBadge } from "./parts.tsx";
import { Superseding } from "./Superseding.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { findItem, findReplacements, itemEntity, type ItemRecord } from "@/lib/corpus/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { handleItem } from "./actions.ts";
import type { RecordDefinition } from "@/components/admin/record/define.ts";
import { recordScreen, sectionList } from "@/components/admin/record/save.ts";
import type { Section } from "@/components/admin/section.ts";

const document: RecordDefinition<ItemRecord> = {
  ...sectionWords("corpus"),
  entity: itemEntity,
  nameOf: ({ title }) => title,
  form: itemForm,
  retirement: {
    set: (item, retired) =>
      retired && item.state === "active" ? { ...item, state: "retired" } : item,
    status: ({ state }) => state === "active" ? "live" : "retired",
    effect: "Its passages are no longer quoted or found.",
  },
  handle: handleItem,
  Badges: ({ record }) => <ItemStateBadge state={record.state} />,
  Actions: ({ record: { state } }) => (
    <>
      <ButtonLink variant="secondary" href="#passages">Passages</ButtonLink>
      {state !== "superseded" && (
        <ButtonLink variant="secondary" href="#removal">
          {state === "active" ? "Retire" : "Restore"}
        </ButtonLink>
      )}
    </>
  ),
  Aside: ({ id }, ctx) => showDetails(ctx, id),
};

/** Documents: the sources of quoted evidence. Only imports create them (spec §2.1, §4.1). */
export const corpus: Section = {
  ...sectionWords("corpus"),
  list: sectionList(document, itemList),
  record: recordScreen(document),
};

const MOST_REPLACEMENTS = 10;
/** Most characters of a search for a replacement. */
const LONGEST_SEARCH = 100;

async function showDetails(ctx: Ctx, id: string): Promise<JSX.Element> {
  const { db, config } = ctx.state.services;
  const search = ctx.url.searchParams.get("replacement");
  const error = search !== null && search.length > LONGEST_SEARCH
    ? `Use at most ${LONGEST_SEARCH} characters`
    : undefined;
  const [item, replacements] = await Promise.all([
    findItem(db, id),
    error === undefined
      ? findReplacements(db, { id, text: search ?? "", limit: MOST_REPLACEMENTS })
      : [],
  ]);
  if (item === null) throw new AppError("not_found");
  return (
    <>
      <ItemFacts item={item} siteUrl={config.siteUrl} />
      <Passages item={item} />
      <Versions item={item} />
      <Superseding item={item} search={search} error={error} replacements={replacements} />
    </>
  );
}

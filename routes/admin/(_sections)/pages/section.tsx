/** The texts and pictures of buyer pages. */
import type { Context } from "fresh";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import type { PickerView } from "../../../../components/admin/media_picker/view.ts";
import {
  formOfPage,
  isSearch,
  pageOfForm,
  slotName,
  slotPlace,
  slotsOfForm,
  withStandard,
} from "./page_form.ts";
import { PageFields } from "./PageFields.tsx";
import { pageList } from "./list.tsx";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import { changedRows, type Difference } from "../../../../components/admin/record/conflict.ts";
import { RecordHistory } from "../../../../components/admin/RecordHistory.tsx";
import { LONG_FORM_LIMITS, unknownIntent } from "../../../../components/admin/settle.ts";
import { ConflictPanel } from "../../../../components/admin/records.tsx";
import { RecordForm } from "../../../../components/admin/RecordForm.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { changeRecord, type FieldErrors, readRecord } from "../../../../lib/records/mod.ts";
import { authorOf } from "../../../../lib/staff/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { AppError, readForm } from "../../../../lib/http/mod.ts";
import {
  checkSlots,
  findPage,
  type PageDefinition,
  pageEntity,
  type PageRecord,
} from "../../../../lib/pages/mod.ts";
import { answerSave } from "../../../../components/admin/media_picker/save.ts";
import {
  namesOfAssets,
  readPickerView,
} from "../../../../components/admin/media_picker/read_view.ts";
import type { Section } from "../../../../components/admin/section.ts";

type Ctx = Context<State>;

const SLUG = "pages";
const LABEL = "Pages";

/** The section of buyer pages: their texts, and the pictures in their slots (design §7). */
export const pages: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: listScreen(pageList),
  record: { GET: showRecord, POST: save },
};

async function showRecord(ctx: Ctx): Promise<Response> {
  const { id, page } = pageOf(ctx);
  const stored = await readRecord(ctx.state.services.db, pageEntity, id);
  if (!stored) throw new AppError("not_found");
  const { record, version } = stored;
  return await show(ctx, { id, page, form: formOfPage(page, record), version });
}

async function save(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_data");
  const { db } = ctx.state.services;
  const { id, page } = pageOf(ctx);
  const form = await readForm(ctx.req, LONG_FORM_LIMITS);
  const version = form.get("version") ?? "";
  const shown = { id, page, form, version };
  const redrafted = withStandard(page, form) ?? (isSearch(page, form) ? form : null);
  if (redrafted) return await show(ctx, { ...shown, form: redrafted, unsaved: true });
  if ((form.get("intent") ?? "save") !== "save") {
    throw unknownIntent();
  }
  const checked = pageOfForm(id, { page, form });
  if (!checked.ok) return await show(ctx, { ...shown, fields: checked.fields, status: 400 });
  const mine = checked.value;
  const outcome = await changeRecord(db, pageEntity, {
    by,
    id,
    version,
    action: "update",
    next: mine,
    check: checkSlots,
  });
  return await answerSave({
    outcome,
    version,
    href: recordHref(SLUG, id),
    saved: `${page.name} was saved. Buyers see it now.`,
    formOf: (record) => formOfPage(page, record),
    again: async ({ theirs, fields = {}, ...again }) =>
      await show(ctx, {
        ...shown,
        ...again,
        fields: Object.fromEntries(
          Object.entries(fields).map(([slot, message]) => [slotName(slot), message]),
        ),
        ...(theirs && { conflict: await differences(ctx, { page, mine, theirs }) }),
      }),
  });
}

/** @throws {AppError} `not_found` when the address names no page. */
function pageOf({ params }: Ctx): { id: string; page: PageDefinition } {
  const id = params.id ?? "";
  const page = findPage(id);
  if (!page) throw new AppError("not_found");
  return { id, page };
}

interface Shown {
  readonly id: string;
  readonly page: PageDefinition;
  readonly form: URLSearchParams;
  readonly version: string;
  readonly fields?: FieldErrors;
  /** The differing fields, when somebody else saved meanwhile. */
  readonly conflict?: readonly Difference[];
  readonly unsaved?: boolean;
  readonly status?: number;
}

async function show(ctx: Ctx, shown: Shown): Promise<Response> {
  const { id, page, form, version, fields = {}, conflict, status = 200 } = shown;
  const { services } = ctx.state;
  ctx.state.title = Object.keys(fields).length > 0 ? `Error: ${page.name}` : page.name;
  const slots = slotsOfForm(page, form);
  const pickers: Record<string, PickerView> = {};
  for (const slot of Object.keys(page.slots)) {
    const assetId = slots[slot];
    pickers[slot] = await readPickerView(services, {
      place: slotPlace(page, slot),
      picked: { ids: assetId === undefined ? [] : [assetId], primary: null },
      form,
    });
  }
  return await ctx.render(
    <>
      <AdminHeader
        title={page.name}
        lead={page.about}
        trail={[{ label: LABEL, href: sectionHref(SLUG) }]}
        actions={page.path !== null && (
          <ButtonLink variant="secondary" size="small" href={page.path}>Buyers’ page</ButtonLink>
        )}
      />
      {conflict && <ConflictPanel rows={conflict} theirsHref={recordHref(SLUG, id)} />}
      <RecordForm
        action={recordHref(SLUG, id)}
        version={version}
        errors={fields}
        cancel={sectionHref(SLUG)}
        unsaved={shown.unsaved}
        conflict={conflict !== undefined}
      >
        <PageFields page={page} form={form} fields={fields} pickers={pickers} />
      </RecordForm>
      <div class="mt-10">
        {await RecordHistory(ctx, { type: pageEntity.type, id })}
      </div>
    </>,
    { status },
  );
}

async function differences(
  { state }: Ctx,
  { page, mine, theirs }: { page: PageDefinition; mine: PageRecord; theirs: PageRecord },
): Promise<Difference[]> {
  const ids = [...Object.values(mine.slots), ...Object.values(theirs.slots)];
  const name = await namesOfAssets(state.services, ids);
  const inSlot = (id: string | undefined) => id === undefined ? "None" : name(id);
  const texts = Object.entries(page.fields).map(([field, { label, standard }]) => ({
    label,
    mine: mine.texts[field] ?? standard,
    theirs: theirs.texts[field] ?? standard,
  }));
  const slots = Object.entries(page.slots).map(([slot, { label }]) => ({
    label,
    mine: inSlot(mine.slots[slot]),
    theirs: inSlot(theirs.slots[slot]),
  }));
  return changedRows([...texts, ...slots]);
}

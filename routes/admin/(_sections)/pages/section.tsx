/** The texts and pictures of buyer pages. */
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionList } from "@/components/admin/record/save.ts";
import { sectionLink, sectionWords } from "@/components/admin/sections.ts";
import { namesOfAssets, readPickerView } from "@/components/admin/media_picker/read_view.ts";
import { type EditedRecord, formScreen } from "@/components/admin/form_screen.tsx";
import type { PickerView } from "@/components/admin/media_picker/view.ts";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import type { Section } from "@/components/admin/section.ts";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { checkSlots, findPage, pageEntity, type PageRecord } from "@/lib/pages/mod.ts";
import { changeRecord, readRecord } from "@/lib/records/mod.ts";
import { pageList } from "./list.tsx";
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

/** The section of buyer pages: their texts, and the pictures in their slots (design §7). */
export const pages: Section = {
  ...sectionWords("pages"),
  list: sectionList(sectionWords("pages"), pageList),
  record: formScreen("edit_data", pageOf),
};

/** @throws {AppError} `not_found` when the address names no page. */
async function pageOf(ctx: Ctx): Promise<EditedRecord<PageRecord>> {
  const { services } = ctx.state;
  const id = ctx.params.id ?? "";
  const page = findPage(id);
  const stored = page && await readRecord(services.db, pageEntity, id);
  if (!page || !stored) throw new AppError("not_found");
  return {
    title: page.name,
    header: (
      <AdminHeader
        title={page.name}
        lead={page.about}
        trail={[sectionLink("pages")]}
        actions={page.path !== null && (
          <ButtonLink variant="secondary" href={page.path}>Buyers’ page</ButtonLink>
        )}
      />
    ),
    href: recordHref("pages", id),
    cancel: sectionHref("pages"),
    stored: stored.record,
    toForm: (record) => formOfPage(page, record),
    parse: (form) => pageOfForm(id, { page, form }),
    async save({ record: next, ...change }) {
      const outcome = await changeRecord(services.db, pageEntity, {
        ...change,
        id,
        action: "update",
        next,
        check: checkSlots,
      });
      if (outcome.kind !== "invalid") return outcome;
      const errors = Object.entries(outcome.fields)
        .map(([slot, message]) => [slotName(slot), message]);
      return { ...outcome, fields: Object.fromEntries(errors) };
    },
    saved: `${page.name} was saved. Buyers see it now.`,
    redraft(form) {
      const next = withStandard(page, form) ?? (isSearch(page, form) ? form : null);
      return next && { form: next };
    },
    async describer(versions) {
      const shown = versions.flatMap(({ slots }) => Object.values(slots));
      const nameOf = await namesOfAssets(services, shown);
      return ({ texts, slots }) => [
        ...Object.entries(page.fields).map(([field, { label, standard }]) => ({
          label,
          value: texts[field] ?? standard,
        })),
        ...Object.entries(page.slots).map(([slot, { label }]) => {
          const assetId = slots[slot];
          return { label, value: assetId === undefined ? "None" : nameOf(assetId) };
        }),
      ];
    },
    async Fields({ form, fields }) {
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
      return <PageFields page={page} form={form} fields={fields} pickers={pickers} />;
    },
    Below: async () => (
      <div class="mt-10">{await RecordHistory(ctx, { type: pageEntity.type, id })}</div>
    ),
  };
}

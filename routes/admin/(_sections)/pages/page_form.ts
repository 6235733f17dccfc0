/** The form of a page: its texts and the pictures in its slots. */
import { type CheckedForm, lineField, paragraphField } from "@/lib/http/mod.ts";
import type { PageDefinition, PageRecord } from "@/lib/pages/mod.ts";
import { readPicked, soughtIn, writePicked } from "@/components/admin/media_picker/picked.ts";
import type { PickerPlace } from "@/components/admin/media_picker/view.ts";

/** Form field of a text. */
export function textName(field: string): string {
  return `text-${field}`;
}

/** Form field of a slot. */
export function slotName(slot: string): string {
  return `slot-${slot}`;
}

/** The `intent` that resets a text to its default. */
export function standardIntent(field: string): string {
  return `standard:${field}`;
}

/** Describes a slot for its media picker. */
export function slotPlace(page: PageDefinition, slot: string): PickerPlace {
  return {
    name: slotName(slot),
    label: page.slots[slot]?.label ?? slot,
    accepts: page.slots[slot]?.accepts ?? [],
    single: true,
    marksPrimary: false,
    subject: null,
  };
}

/** Fills the form from a stored page; unchanged texts get their defaults. */
export function formOfPage(page: PageDefinition, { texts, slots }: PageRecord): URLSearchParams {
  const form = new URLSearchParams();
  for (const [field, { standard }] of Object.entries(page.fields)) {
    form.set(textName(field), texts[field] ?? standard);
  }
  for (const slot of Object.keys(page.slots)) {
    const id = slots[slot];
    const ids = id === undefined ? [] : [id];
    writePicked(form, { name: slotName(slot), picked: { ids, primary: null } });
  }
  return form;
}

/** Resets the text that the intent names to its default; null for any other intent. */
export function withStandard(
  page: PageDefinition,
  form: URLSearchParams,
): URLSearchParams | null {
  const intent = form.get("intent") ?? "";
  const field = Object.keys(page.fields).find((field) => intent === standardIntent(field));
  if (field === undefined) return null;
  const next = new URLSearchParams(form);
  next.set(textName(field), page.fields[field]?.standard ?? "");
  return next;
}

/** Parses the form into a record, which stores only texts that differ from their defaults. */
export function pageOfForm(
  id: string,
  { page, form }: { readonly page: PageDefinition; readonly form: URLSearchParams },
): CheckedForm<PageRecord> {
  const texts: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const [field, { maxLength, standard, paragraph }] of Object.entries(page.fields)) {
    const missing = "Write something, or use the default again";
    const accepts = paragraph ? paragraphField(maxLength, missing) : lineField(maxLength, missing);
    const checked = accepts.safeParse(form.get(textName(field)) ?? "");
    if (!checked.success) {
      errors[textName(field)] = checked.error.issues[0]?.message ?? missing;
    } else if (checked.data !== standard) texts[field] = checked.data;
  }
  if (Object.keys(errors).length > 0) return { ok: false, fields: errors };
  return { ok: true, value: { id, texts, slots: slotsOfForm(page, form) } };
}

/** Returns the asset id in each filled slot of a form. */
export function slotsOfForm(page: PageDefinition, form: URLSearchParams): PageRecord["slots"] {
  return Object.fromEntries(
    Object.keys(page.slots).flatMap((slot) => {
      const [id] = readPicked(form, { name: slotName(slot), single: true }).ids;
      return id === undefined ? [] : [[slot, id]];
    }),
  );
}

/** Whether the form searches pictures for one of the page's slots. */
export function isSearch(page: PageDefinition, form: URLSearchParams): boolean {
  return Object.keys(page.slots).some((slot) => soughtIn(form, slotName(slot)) !== null);
}

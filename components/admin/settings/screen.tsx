/** The screen of a settings record, of which there is only one. */
import type { JSX } from "preact";
import { AdminHeader } from "../AdminHeader.tsx";
import { ADMIN_ROOT, type AdminSection, sectionHref } from "@/components/hrefs/admin.ts";
import {
  type EditedRecord,
  type FormAction,
  formScreen,
  showForm,
  type Shown,
} from "../form_screen.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { editedFrom } from "../record/edited.tsx";
import type { FormOfFields } from "../record/fields.tsx";
import type { Entity } from "@/lib/records/mod.ts";
import type { Capability } from "@/lib/staff/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import type { Screen } from "../section.ts";

/** A settings record, and how staff edit it. */
export interface SettingsScreen<R extends object> {
  readonly slug: AdminSection;
  readonly title: string;
  /** One sentence: what these settings decide. */
  readonly lead: string;
  /** Its `read` must return defaults while nothing is stored. */
  readonly entity: Entity<R>;
  /** Id of the one record. */
  readonly id: string;
  readonly form: FormOfFields<R>;
  /** Reads the form to show: the same fields, with suggestions that a redirect does not need. */
  readonly readForm?: () => Promise<FormOfFields<R>>;
  /** The flash after saving. */
  readonly saved: string;
  /** Above the form, such as the reasons why the settings have no effect. */
  readonly Notices?: (record: R, ctx: Ctx) => JSX.Element | null | Promise<JSX.Element | null>;
  /** Further sections of the page, below the form. */
  readonly Aside?: (record: R, ctx: Ctx) => JSX.Element | null | Promise<JSX.Element | null>;
  /** Further buttons of the form, for actions that only this page knows. */
  readonly Actions?: () => JSX.Element;
  /** Handles actions that only this page has; null for an unknown one. */
  readonly handle?: (ctx: Ctx, action: FormAction) => Promise<Response | null>;
}

/** Returns the screen; everything on it needs the capability. */
export function settingsScreen<R extends object>(
  capability: Capability,
  settingsOf: (ctx: Ctx) => SettingsScreen<R> | Promise<SettingsScreen<R>>,
): Required<Screen> {
  return formScreen(capability, async (ctx) => editedSettings(ctx, await settingsOf(ctx)));
}

/** Renders the page again after an action that saved nothing, with the given form or the stored values. */
export async function showSettings<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
  shown: Pick<Shown<R>, "form" | "fields" | "status">,
): Promise<Response> {
  const version = shown.form?.get("version");
  const edited = await editedSettings(ctx, settings);
  return await showForm(ctx, edited, { ...shown, ...(version && { version }) });
}

async function editedSettings<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
): Promise<EditedRecord<R>> {
  const { slug, title, lead, entity, id, saved, Notices, Aside, Actions, handle } = settings;
  return {
    ...await editedFrom(ctx, settings),
    title,
    header: <AdminHeader title={title} lead={lead} />,
    href: sectionHref(slug),
    cancel: ADMIN_ROOT,
    saved,
    ...(handle && { handle: (action) => handle(ctx, action) }),
    Above: (record) => Notices?.(record, ctx) ?? null,
    more: Actions && <Actions />,
    Below: async (record) => (
      <div class="mt-10 grid grid-cols-1 gap-8">
        {await Aside?.(record, ctx)}
        {await RecordHistory(ctx, { type: entity.type, id })}
      </div>
    ),
  };
}

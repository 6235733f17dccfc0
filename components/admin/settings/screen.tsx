/** The screen of settings that there is one record of: shown, checked, saved, and taken back again. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import type { z } from "zod";
import { AdminHeader } from "../AdminHeader.tsx";
import { ADMIN_ROOT, type AdminSection, sectionHref } from "../../hrefs/admin.ts";
import { ConflictPanel } from "../records.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { RecordForm } from "../RecordForm.tsx";
import { formOfSettings, settingDifferences, type SettingGroup } from "./fields.ts";
import { SettingsFields } from "./SettingsFields.tsx";
import {
  type Author,
  changeRecord,
  type Entity,
  type FieldErrors,
  readRecord,
  versionOf,
} from "../../../lib/records/mod.ts";
import { authorize, type Capability } from "../../../lib/staff/mod.ts";
import type { State } from "../../../lib/define.ts";
import { AppError, checkForm, readForm } from "../../../lib/http/mod.ts";
import type { Screen } from "../section.ts";
import { settle, undoFields, unknownIntent } from "../settle.ts";

type Ctx = Context<State>;

/** What a form asks for beside being saved. */
export interface SettingsAction {
  readonly by: Author;
  /** Name of the action. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** Settings, and how they are edited. */
export interface SettingsScreen<R extends object> {
  readonly slug: AdminSection;
  readonly title: string;
  /** One sentence: what is decided here. */
  readonly lead: string;
  readonly capability: Capability;
  /** Its `read` gives the record whether or not anybody has stored one. */
  readonly entity: Entity<R>;
  /** Id of the one record. */
  readonly id: string;
  readonly groups: readonly SettingGroup[];
  /** Makes the record of the form; a field is named as its control. */
  readonly schema: z.ZodObject & z.ZodType<R>;
  /** What is said once they are saved. */
  readonly saved: string;
  /** Stands above the form, such as what keeps the settings from having an effect. */
  readonly Notices?: (record: R, ctx: Ctx) => JSX.Element | null | Promise<JSX.Element | null>;
  /** Further sections of the page, below the form. */
  readonly Aside?: (record: R, ctx: Ctx) => JSX.Element | null | Promise<JSX.Element | null>;
  /** Further buttons of the form, for actions that only this page knows. */
  readonly Actions?: () => JSX.Element;
  /** Answers actions that only this page knows; null for one it does not know. */
  readonly handle?: (ctx: Ctx, action: SettingsAction) => Promise<Response | null>;
}

/**
 * Makes the screen. Saving compares the version that the form carries, leaves one audit entry, and can be undone for a
 * minute; of two people the second is shown what the first saved, and what they typed stays.
 */
export function settingsScreen<R extends object>(settings: SettingsScreen<R>): Screen {
  const { slug, capability, entity, id, groups } = settings;
  const href = sectionHref(slug);
  return {
    async GET(ctx) {
      const { record, version } = await stored(ctx, settings);
      return await show(ctx, settings, { record, version, form: formOfSettings(groups, record) });
    },
    async POST(ctx) {
      const staff = authorize(ctx.state, capability);
      const { db } = ctx.state.services;
      const by = { staff, requestId: ctx.state.requestId };
      const form = await readForm(ctx.req);
      const intent = form.get("intent") ?? "save";
      if (intent !== "save") {
        const answer = await settings.handle?.(ctx, { by, intent, form });
        if (answer) return answer;
        throw unknownIntent();
      }
      const version = form.get("version") ?? "";
      const checked = checkForm(form, settings.schema);
      if (!checked.ok) {
        const { record } = await stored(ctx, settings);
        return await show(ctx, settings, { record, version, form, fields: checked.fields });
      }
      const mine: R = checked.value;
      const outcome = await changeRecord(db, entity, {
        by,
        id,
        action: "update",
        version,
        next: mine,
      });
      return await settle(outcome, {
        href,
        changed({ before, record }) {
          const undo = before && record && {
            action: href,
            fields: { ...undoFields(formOfSettings(groups, before)), version: versionOf(record) },
          };
          return { tone: "positive", text: settings.saved, ...(undo && { undo }) };
        },
        async invalid(fields) {
          const { record } = await stored(ctx, settings);
          return await show(ctx, settings, { record, version, form, fields });
        },
        conflict: (record, version) => show(ctx, settings, { record, version, form, mine }),
      });
    },
  };
}

/** Shows the page again after an action that saved nothing: with what is stored, or with what was typed. */
export async function showSettings<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
  { form, status = 200 }: { readonly form?: URLSearchParams; readonly status?: number } = {},
): Promise<Response> {
  const { record, version } = await stored(ctx, settings);
  return await show(ctx, settings, {
    record,
    version: form?.get("version") ?? version,
    form: form ?? formOfSettings(settings.groups, record),
    ...(form && { unsaved: true }),
    status,
  });
}

/** @throws {AppError} `not_found` where the entity knows no such record. */
async function stored<R extends object>(
  { state }: Ctx,
  { entity, id }: SettingsScreen<R>,
): Promise<{ record: R; version: string }> {
  const found = await readRecord(state.services.db, entity, id);
  if (!found) throw new AppError("not_found");
  return found;
}

interface Shown<R> {
  /** As it is stored. */
  readonly record: R;
  readonly version: string;
  readonly form: URLSearchParams;
  readonly fields?: FieldErrors;
  /** What was typed, where somebody else was faster. */
  readonly mine?: R;
  /** Whether the form holds what is not saved, for another reason than these. */
  readonly unsaved?: boolean;
  /** Of the answer, where nothing is wrong with the form. */
  readonly status?: number;
}

async function show<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
  { record, version, form, fields = {}, mine, unsaved, status = 200 }: Shown<R>,
): Promise<Response> {
  const { slug, title, lead, entity, id, groups, Notices, Aside, Actions } = settings;
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? `Error: ${title}` : title;
  const href = sectionHref(slug);
  return await ctx.render(
    <>
      <AdminHeader title={title} lead={lead} />
      {mine && (
        <ConflictPanel
          rows={settingDifferences(groups, { mine, theirs: record })}
          theirsHref={href}
        />
      )}
      {await Notices?.(record, ctx)}
      <RecordForm
        action={href}
        version={version}
        errors={fields}
        cancel={ADMIN_ROOT}
        unsaved={unsaved}
        conflict={mine !== undefined}
        more={Actions && <Actions />}
      >
        <SettingsFields groups={groups} form={form} errors={fields} />
      </RecordForm>
      <div class="mt-10 grid grid-cols-1 gap-8">
        {await Aside?.(record, ctx)}
        {await RecordHistory(ctx, { type: entity.type, id })}
      </div>
    </>,
    { status: mine ? 409 : failed ? 400 : status },
  );
}

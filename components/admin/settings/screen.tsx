/** The screen of a settings record, of which there is only one. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../AdminHeader.tsx";
import { ADMIN_ROOT, type AdminSection, sectionHref } from "../../hrefs/admin.ts";
import { ConflictPanel } from "../records.tsx";
import { RecordHistory } from "../RecordHistory.tsx";
import { RecordForm } from "../RecordForm.tsx";
import { fieldsOf } from "../fields.tsx";
import { differences } from "../record/conflict.ts";
import type { FormOfFields } from "../record/fields.tsx";
import {
  type Author,
  changeRecord,
  type Entity,
  type FieldErrors,
  readRecord,
  versionOf,
} from "../../../lib/records/mod.ts";
import { authorOf, type Capability } from "../../../lib/staff/mod.ts";
import type { State } from "../../../lib/define.ts";
import { AppError, readForm } from "../../../lib/http/mod.ts";
import type { Screen } from "../section.ts";
import { settle, undoFields, unknownIntent } from "../settle.ts";

type Ctx = Context<State>;

/** An action of the form other than saving. */
export interface SettingsAction {
  readonly by: Author;
  /** Name of the action. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** A settings record, and how staff edit it. */
export interface SettingsScreen<R extends object> {
  readonly slug: AdminSection;
  readonly title: string;
  /** One sentence: what these settings decide. */
  readonly lead: string;
  readonly capability: Capability;
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
  readonly handle?: (ctx: Ctx, action: SettingsAction) => Promise<Response | null>;
}

/**
 * Returns the screen. Saving compares the version in the form (optimistic concurrency), writes one audit entry and
 * offers an undo for a minute. On a conflict the page shows what the other person saved and keeps what was typed.
 */
export function settingsScreen<R extends object>(settings: SettingsScreen<R>): Screen {
  const { slug, capability, entity, id, form: { toForm, parse } } = settings;
  const href = sectionHref(slug);
  return {
    async GET(ctx) {
      return await showSettings(ctx, settings);
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, capability);
      const { db, catalog } = ctx.state.services;
      const snapshot = catalog.current();
      const form = await readForm(ctx.req);
      const intent = form.get("intent") ?? "save";
      if (intent !== "save") {
        const answer = await settings.handle?.(ctx, { by, intent, form });
        if (answer) return answer;
        throw unknownIntent();
      }
      const version = form.get("version") ?? "";
      const checked = parse(form, { id, snapshot, current: null });
      if (!checked.ok) {
        const { record } = await stored(ctx, settings);
        return await show(ctx, settings, { record, version, form, fields: checked.fields });
      }
      const mine = checked.value;
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
            fields: { ...undoFields(toForm(before, snapshot)), version: versionOf(record) },
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

/** Renders the page again after an action that saved nothing, with the given form or the stored values. */
export async function showSettings<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
  { form, status = 200 }: { readonly form?: URLSearchParams; readonly status?: number } = {},
): Promise<Response> {
  const { record, version } = await stored(ctx, settings);
  return await show(ctx, settings, {
    record,
    version: form?.get("version") ?? version,
    form: form ?? settings.form.toForm(record, ctx.state.services.catalog.current()),
    ...(form && { unsaved: true }),
    status,
  });
}

/** @throws {AppError} `not_found` when the entity returns no record. */
async function stored<R extends object>(
  { state }: Ctx,
  { entity, id }: SettingsScreen<R>,
): Promise<{ record: R; version: string }> {
  const found = await readRecord(state.services.db, entity, id);
  if (!found) throw new AppError("not_found");
  return found;
}

interface Shown<R> {
  /** As stored. */
  readonly record: R;
  readonly version: string;
  readonly form: URLSearchParams;
  readonly fields?: FieldErrors;
  /** The record as typed, when somebody else saved first. */
  readonly mine?: R;
  /** Whether the form holds unsaved input for a reason other than errors or a conflict. */
  readonly unsaved?: boolean;
  /** HTTP status of the answer, for a form without errors or a conflict. */
  readonly status?: number;
}

async function show<R extends object>(
  ctx: Ctx,
  settings: SettingsScreen<R>,
  { record, version, form, fields = {}, mine, unsaved, status = 200 }: Shown<R>,
): Promise<Response> {
  const { slug, title, lead, entity, id, Notices, Aside, Actions } = settings;
  const { Editor, describe } = await settings.readForm?.() ?? settings.form;
  const snapshot = ctx.state.services.catalog.current();
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? `Error: ${title}` : title;
  const href = sectionHref(slug);
  return await ctx.render(
    <>
      <AdminHeader title={title} lead={lead} />
      {mine && (
        <ConflictPanel
          rows={differences({ describe, mine, theirs: record, snapshot })}
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
        <Editor
          snapshot={snapshot}
          current={record}
          id={id}
          form={form}
          fields={fields}
          field={fieldsOf(form, fields)}
        />
      </RecordForm>
      <div class="mt-10 grid grid-cols-1 gap-8">
        {await Aside?.(record, ctx)}
        {await RecordHistory(ctx, { type: entity.type, id })}
      </div>
    </>,
    { status: mine ? 409 : failed ? 400 : status },
  );
}

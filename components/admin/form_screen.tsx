/** The screen of one stored record with its form. */
import type { JSX } from "preact";
import type { Ctx } from "@/lib/define.ts";
import { type CheckedForm, readForm } from "@/lib/http/mod.ts";
import { type Author, type ChangeOutcome, type FieldErrors, versionOf } from "@/lib/records/mod.ts";
import { authorize, authorOf, type Capability, type Flash, type Undo } from "@/lib/staff/mod.ts";
import { differences } from "./record/conflict.ts";
import type { Described, Redraft } from "./record/define.ts";
import { RecordForm } from "./RecordForm.tsx";
import { ConflictPanel } from "./records.tsx";
import type { Screen } from "./section.ts";
import {
  cautioned,
  type Changed,
  LONG_FORM_LIMITS,
  savedText,
  settle,
  undoFields,
  unknownIntent,
} from "./settle.ts";

type Part = JSX.Element | null | Promise<JSX.Element | null>;

/** The form as it is shown, and the record as stored now. */
interface ShownForm<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  readonly record: R;
}

/** An action of the form other than saving. */
export interface FormAction {
  readonly by: Author;
  /** Name of the action. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** A record and the form that edits it. */
export interface EditedRecord<R extends object> {
  /** Title of the page. */
  readonly title: string;
  readonly header: JSX.Element;
  /** Page of the record. */
  readonly href: string;
  /** Target of the Cancel link. */
  readonly cancel: string;
  readonly stored: R;
  readonly toForm: (record: R) => URLSearchParams;
  readonly parse: (form: URLSearchParams) => CheckedForm<R>;
  readonly save: (
    change: { readonly by: Author; readonly version: string; readonly record: R },
  ) => Promise<ChangeOutcome<R>>;
  /** The flash after saving. */
  readonly saved: string | ((record: R) => string);
  /** Returns a warning about a record that was saved nevertheless; null for none. */
  readonly caution?: (record: R) => string | null;
  /** Returns the undo of a save; absent: the form with the record as it was. */
  readonly undoOf?: (by: Author) => Undo | undefined;
  /** Returns the form to show next for an intent that saves nothing; null for another intent. */
  readonly redraft?: (
    form: URLSearchParams,
    intent: string,
  ) => Redraft | null | Promise<Redraft | null>;
  /** Handles actions that only this record has; null for an unknown one. */
  readonly handle?: (action: FormAction) => Promise<Response | null>;
  /** Returns a function that describes versions of the record, for the lines in which they differ. */
  readonly describer: (versions: readonly R[]) => Promise<(record: R) => readonly Described[]>;
  /** Above the form. */
  readonly Above?: (record: R) => Part;
  readonly Fields: (shown: ShownForm<R>) => Part;
  /** Further buttons in the bar of the form. */
  readonly more?: JSX.Element | undefined;
  readonly Below: (record: R) => Part;
}

/**
 * Returns the screen; everything on it needs the capability. Saving compares the version in the form (optimistic
 * concurrency), writes one audit entry and offers an undo for a minute. On a conflict the page shows what the other
 * person saved and keeps what was typed.
 */
export function formScreen<R extends object>(
  capability: Capability,
  define: (ctx: Ctx) => Promise<EditedRecord<R>>,
): Required<Screen> {
  return {
    async GET(ctx) {
      authorize(ctx.state, capability);
      return await showForm(ctx, await define(ctx));
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, capability);
      const edited = await define(ctx);
      const form = await readForm(ctx.req, LONG_FORM_LIMITS);
      const intent = form.get("intent") ?? "save";
      const version = form.get("version") ?? "";
      const redrafted = await edited.redraft?.(form, intent);
      if (redrafted) {
        // A form that another page has put together may know of no version but the present one.
        const version = form.get("version") ?? redrafted.form.get("version");
        return await showForm(ctx, edited, { ...redrafted, ...(version !== null && { version }) });
      }
      if (intent !== "save") {
        const answer = await edited.handle?.({ by, intent, form });
        if (answer) return answer;
        throw unknownIntent();
      }
      const refuse = (fields: FieldErrors) => showForm(ctx, edited, { form, version, fields });
      const checked = edited.parse(form);
      if (!checked.ok) return await refuse(checked.fields);
      const mine = checked.value;
      return await settle(await edited.save({ by, version, record: mine }), {
        href: edited.href,
        changed: (change) => savedFlash(edited, { by, form, mine, change }),
        invalid: refuse,
        conflict: (theirs, version) =>
          showForm(ctx, { ...edited, stored: theirs }, { form, version, mine, status: 409 }),
      });
    },
  };
}

interface Saving<R extends object> {
  readonly by: Author;
  readonly form: URLSearchParams;
  readonly mine: R;
  readonly change: Changed<R>;
}

function savedFlash<R extends object>(
  { href, saved, caution, toForm, undoOf }: EditedRecord<R>,
  { by, form, mine, change: { before, record } }: Saving<R>,
): Flash {
  const text = savedText(form, typeof saved === "string" ? saved : saved(mine));
  const restored = before && record && {
    action: href,
    fields: { ...undoFields(toForm(before)), version: versionOf(record) },
  };
  const undo = undoOf ? undoOf(by) : restored;
  return { ...cautioned(text, caution?.(mine)), ...(undo && { undo }) };
}

/** The form, the errors and the findings that replace the stored record on its page. */
export interface Shown<R> extends Partial<Redraft> {
  /** The version that the form carries; absent: that of the record. */
  readonly version?: string;
  readonly fields?: FieldErrors;
  /** The record as typed, when somebody else saved meanwhile. */
  readonly mine?: R;
  readonly status?: number;
}

/** Renders the page with a form that was not saved, or with the record as stored. */
export async function showForm<R extends object>(
  ctx: Ctx,
  edited: EditedRecord<R>,
  { form, version, fields = {}, mine, found, status }: Shown<R> = {},
): Promise<Response> {
  const { title, header, href, cancel, stored: record, toForm, more } = edited;
  const answer = status ?? (Object.keys(fields).length > 0 ? 400 : 200);
  ctx.state.title = answer >= 400 ? `Error: ${title}` : title;
  return await ctx.render(
    <>
      {header}
      {mine && (
        <ConflictPanel
          rows={differences({
            mine,
            theirs: record,
            describe: await edited.describer([mine, record]),
          })}
          theirsHref={href}
        />
      )}
      {await edited.Above?.(record)}
      {found}
      <RecordForm
        action={href}
        version={version ?? versionOf(record)}
        errors={fields}
        cancel={cancel}
        unsaved={form !== undefined}
        conflict={mine !== undefined}
        more={more}
      >
        {await edited.Fields({ form: form ?? toForm(record), fields, record })}
      </RecordForm>
      {await edited.Below(record)}
    </>,
    { status: answer },
  );
}

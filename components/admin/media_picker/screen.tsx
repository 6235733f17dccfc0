/** The screen of a record whose form has media pickers. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import type { State } from "../../../lib/define.ts";
import { type CheckedForm, readForm } from "../../../lib/http/mod.ts";
import {
  type Author,
  type ChangeOutcome,
  type FieldErrors,
  versionOf,
} from "../../../lib/records/mod.ts";
import { authorize, authorOf, type Undo } from "../../../lib/staff/mod.ts";
import { differences } from "../record/conflict.ts";
import type { Described } from "../record/define.ts";
import { RecordForm } from "../RecordForm.tsx";
import { ConflictPanel } from "../records.tsx";
import type { Screen } from "../section.ts";
import { LONG_FORM_LIMITS, settle, undoFields, unknownIntent } from "../settle.ts";
import { soughtIn } from "./picked.ts";
import { namesOfAssets } from "./read_view.ts";

type Ctx = Context<State>;

/** The form as it is shown. */
export interface ShownForm<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  /** The record that somebody else saved meanwhile; null without a conflict. */
  readonly theirs: R | null;
}

/** A record with pictures, and how staff edit it. */
export interface PickerDefinition<R extends object> {
  /** Title of the page. */
  readonly title: string;
  readonly header: JSX.Element;
  /** Page of the record. */
  readonly href: string;
  /** Target of the Cancel link. */
  readonly cancel: string;
  readonly stored: R;
  /** Names of the pickers in the form. */
  readonly pickers: readonly string[];
  readonly toForm: (record: R) => URLSearchParams;
  readonly parse: (form: URLSearchParams) => CheckedForm<R>;
  readonly save: (
    change: { readonly by: Author; readonly version: string; readonly record: R },
  ) => Promise<ChangeOutcome<R>>;
  /** The flash after saving. */
  readonly saved: string;
  /** The undo to offer after saving; absent: the form with the record as it was. */
  readonly undoOf?: (by: Author) => Undo | undefined;
  /** Handles intents that save nothing, with the form to show next; null for an unknown intent. */
  readonly redraft?: (form: URLSearchParams) => URLSearchParams | null;
  /** Handles actions that only this record has; null for an unknown one. */
  readonly handle?: (by: Author, form: URLSearchParams) => Promise<Response | null>;
  /** The ids of the record's pictures. */
  readonly assetIds: (record: R) => readonly string[];
  /** Every field in words. */
  readonly describe: (record: R, nameOf: (assetId: string) => string) => readonly Described[];
  readonly Fields: (shown: ShownForm<R>) => Promise<JSX.Element>;
  /** Below the form. */
  readonly Aside: () => JSX.Element | Promise<JSX.Element>;
}

/** Returns the screen of a record with pictures. A search without scripts shows the form again with what it found. */
export function pickerScreen<R extends object>(
  define: (ctx: Ctx) => Promise<PickerDefinition<R>>,
): Required<Screen> {
  return {
    async GET(ctx) {
      authorize(ctx.state, "edit_data");
      const definition = await define(ctx);
      const { stored, toForm } = definition;
      return await show(ctx, definition, { form: toForm(stored), version: versionOf(stored) });
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, "edit_data");
      const definition = await define(ctx);
      const { href, saved, toForm, pickers } = definition;
      const form = await readForm(ctx.req, LONG_FORM_LIMITS);
      const version = form.get("version") ?? "";
      const isSearch = pickers.some((name) => soughtIn(form, name) !== null);
      const redrafted = definition.redraft?.(form) ?? (isSearch ? form : null);
      if (redrafted) {
        return await show(ctx, definition, { form: redrafted, version, unsaved: true });
      }
      const answer = await definition.handle?.(by, form);
      if (answer) return answer;
      if ((form.get("intent") ?? "save") !== "save") throw unknownIntent();
      const refuse = (fields: FieldErrors) =>
        show(ctx, definition, { form, version, fields, status: 400 });
      const checked = definition.parse(form);
      if (!checked.ok) return await refuse(checked.fields);
      const mine = checked.value;
      return await settle(await definition.save({ by, version, record: mine }), {
        href,
        changed({ before, record }) {
          const restored = before && record && {
            action: href,
            fields: { ...undoFields(toForm(before)), version: versionOf(record) },
          };
          const undo = definition.undoOf ? definition.undoOf(by) : restored;
          return { tone: "positive", text: saved, ...(undo && { undo }) };
        },
        invalid: refuse,
        conflict: (theirs, version) =>
          show(ctx, definition, { form, version, mine, theirs, status: 409 }),
      });
    },
  };
}

interface Shown<R> {
  readonly form: URLSearchParams;
  readonly version: string;
  readonly fields?: FieldErrors;
  /** The record as typed and as somebody else saved it, in a conflict. */
  readonly mine?: R;
  readonly theirs?: R;
  readonly unsaved?: boolean;
  readonly status?: number;
}

async function show<R extends object>(
  ctx: Ctx,
  definition: PickerDefinition<R>,
  { form, version, fields = {}, mine, theirs, unsaved, status = 200 }: Shown<R>,
): Promise<Response> {
  const { title, header, href, cancel, assetIds, Fields, Aside } = definition;
  ctx.state.title = Object.keys(fields).length > 0 ? `Error: ${title}` : title;
  const versions = mine && theirs && { mine, theirs };
  const name = versions &&
    await namesOfAssets(ctx.state.services, Object.values(versions).flatMap(assetIds));
  return await ctx.render(
    <>
      {header}
      {versions && name && (
        <ConflictPanel
          rows={differences({
            ...versions,
            describe: (record) => definition.describe(record, name),
          })}
          theirsHref={href}
        />
      )}
      <RecordForm
        action={href}
        version={version}
        errors={fields}
        cancel={cancel}
        unsaved={unsaved}
        conflict={versions !== undefined}
      >
        {await Fields({ form, fields, theirs: theirs ?? null })}
      </RecordForm>
      <div class="mt-10">{await Aside()}</div>
    </>,
    { status },
  );
}

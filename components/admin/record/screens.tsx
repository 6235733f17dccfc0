/** The screens of one record: a form that is shown, checked, saved, and shown again when that fails. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { AdminHeader } from "../AdminHeader.tsx";
import {
  type AdminSection,
  auditHref,
  newRecordHref,
  recordHref,
  sectionHref,
} from "../../hrefs/admin.ts";
import { RecordForm } from "../RecordForm.tsx";
import { ConflictPanel, RecordMeta, References } from "../records.tsx";
import { referenceRow } from "../reference_row.ts";
import { Removal, type RemovalState } from "../Removal.tsx";
import { AppError, type CheckedForm, idField, readForm } from "../../../lib/http/mod.ts";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type Entity,
  type FieldErrors,
  lastChange,
  readRecord,
  versionOf,
} from "../../../lib/records/mod.ts";
import {
  authorize,
  type Capability,
  type Flash,
  holds,
  type Undo,
  withFlash,
} from "../../../lib/staff/mod.ts";
import {
  type RecordType,
  type Reference,
  referencesTo,
  slugOf,
  type Snapshot,
} from "../../../lib/catalog/mod.ts";
import type { State } from "../../../lib/define.ts";
import { fieldsOf } from "../list_actions.ts";
import type { Screen } from "../section.ts";

/** What a form is read and shown with. */
export interface EditorContext<R> {
  readonly snapshot: Snapshot;
  /** The record as stored; null while it is new. */
  readonly current: R | null;
  /** Id of the record, also of one that is about to be. */
  readonly id: string;
}

/** What an editor shows: the fields as they stand, and what is wrong with them. */
export interface EditorProps<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
}

/** A form, and the act that asks something of it. */
export interface Finding<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly intent: string;
}

/** What somebody asks of a stored record. */
export interface RecordAct {
  readonly by: Author;
  readonly id: string;
  /** Name of the act. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** One line of a record in words, for the two versions of a conflict. */
export interface Described {
  readonly label: string;
  readonly value: string;
}

/** Where the screens of a kind of record lie. */
export interface Place {
  /** The pages above them, outermost first; the last one lists the records. */
  readonly trail: readonly { readonly label: string; readonly href: string }[];
  readonly create: string;
  readonly record: (id: string) => string;
}

/** A kind of record, and how it is edited. */
export interface RecordScreens<R extends object> {
  readonly slug: AdminSection;
  /** For records that are part of another; absent for those of a section. */
  readonly place?: Place;
  /** Of the section: "Budget tiers". */
  readonly label: string;
  /** Of one record, in running text: "budget tier". */
  readonly noun: string;
  readonly capability: Capability;
  readonly entity: Entity<R>;
  /** Kind under which others refer to it; absent where none can. */
  readonly type?: RecordType;
  readonly nameOf: (record: R) => string;
  /** The fields that show a stored record, or a new one, which the query of its page may say more of. */
  readonly toForm: (
    record: R | null,
    snapshot: Snapshot,
    query?: URLSearchParams,
  ) => URLSearchParams;
  /** Makes the record that the form describes, or says what is wrong beside which field. */
  readonly parse: (form: URLSearchParams, context: EditorContext<R>) => CheckedForm<R>;
  /** Acts that change only the form, such as adding a row: the next form, or null for no such act. */
  readonly redraft?: (
    form: URLSearchParams,
    intent: string,
    context: EditorContext<R>,
  ) => URLSearchParams | null;
  /** What an act that changes nothing else has found out, shown above the form; null shows nothing. */
  readonly findings?: (ctx: Context<State>, finding: Finding<R>) => Promise<JSX.Element | null>;
  /** What only the database can tell, asked in the transaction. */
  readonly check?: Parameters<typeof createRecord<R>>[2]["check"];
  /** Every field in words. */
  readonly describe: (record: R, snapshot: Snapshot) => readonly Described[];
  readonly Editor: (props: EditorProps<R>) => JSX.Element;
  /** Answers acts that only this kind of record knows; null leaves an act to the screens of every record. */
  readonly act?: (ctx: Context<State>, act: RecordAct) => Promise<Response | null>;
  /** Retires a record or takes that back; absent where records are deleted or only stay. */
  readonly setRetired?: (record: R, retired: boolean) => R;
  readonly isRetired?: (record: R) => boolean;
  /** What it means for buyers that a record is retired, as sentences. */
  readonly retiring?: string;
  /** Why a record cannot be retired or deleted, where that is so. */
  readonly staysBecause?: (record: R) => string | null;
  /** What staff should know of a record that was saved all the same. */
  readonly caution?: (record: R, snapshot: Snapshot) => string | null;
  /** What stands below the form of a stored record. */
  readonly Aside?: (
    props: EditorProps<R>,
    ctx: Context<State>,
  ) => JSX.Element | Promise<JSX.Element>;
  /** Which references are listed; absent lists all. What the page shows otherwise is counted all the same. */
  readonly listsReference?: (reference: Reference) => boolean;
  /** How a record refers to this one, where more can be said than in general. */
  readonly tellReference?: (reference: Reference, snapshot: Snapshot) => string | undefined;
  /** The query of the list that the form belongs to, such as `set=home`. */
  readonly listQuery?: (form: URLSearchParams) => string;
  /** What else can be done with a stored record, beside the title. */
  readonly Actions?: (props: { record: R }) => JSX.Element;
  /** Beside the title of a stored record. */
  readonly Badges?: (props: { record: R }) => JSX.Element;
}

type Ctx = Context<State>;

/** A form of staff holds texts for many rows, and every letter may be sent as nine bytes. */
const FORM_LIMITS = { maxBytes: 256 * 1024 };

/** The screen of a new record. It gets the id that the form names, or one made of its name. */
export function createScreen<R extends object>(screens: RecordScreens<R>): Screen {
  const { capability, entity, parse, redraft, check } = screens;
  return {
    GET(ctx) {
      const snapshot = ctx.state.services.catalog.current();
      const query = ctx.url.searchParams;
      const form = screens.toForm(null, snapshot, query);
      for (const name of new Set(query.keys())) {
        form.delete(name);
        for (const value of query.getAll(name)) form.append(name, value);
      }
      return show(ctx, screens, { form, fields: {} });
    },
    async POST(ctx) {
      const staff = authorize(ctx.state, capability);
      const { db, catalog } = ctx.state.services;
      const form = await readForm(ctx.req, FORM_LIMITS);
      const id = form.get("id")?.trim() || slugOf(form.get("name") ?? form.get("label") ?? "");
      const context = { snapshot: catalog.current(), current: null, id };
      const intent = form.get("intent") ?? "";
      const redrafted = redraft?.(form, intent, context);
      if (redrafted) return show(ctx, screens, { form: redrafted, fields: {}, intent });
      const checked = parse(form, context);
      const fields = {
        ...(!checked.ok && checked.fields),
        ...((checked.ok || id !== "") && unusable(id, form)),
      };
      if (!checked.ok || Object.keys(fields).length > 0) {
        return show(ctx, screens, { form, fields, status: 400 });
      }
      const by = { staff, requestId: ctx.state.requestId };
      const outcome = await createRecord(db, entity, {
        by,
        id,
        record: checked.value,
        ...(check && { check }),
      });
      const address = placeOf(screens, form).record(id);
      return await answer(ctx, screens, { outcome, form, id, address });
    },
  };
}

/** The screen of a stored record; `ctx.params.id` names it. */
export function recordScreen<R extends object>(screens: RecordScreens<R>): Screen {
  const { capability, entity, parse, redraft, check, setRetired } = screens;
  return {
    async GET(ctx) {
      const { db, catalog } = ctx.state.services;
      const stored = await readRecord(db, entity, idOf(ctx));
      if (!stored) throw new AppError("not_found");
      const form = screens.toForm(stored.record, catalog.current());
      return show(ctx, screens, { ...stored, form, fields: {} });
    },
    async POST(ctx) {
      const staff = authorize(ctx.state, capability);
      const { db, catalog } = ctx.state.services;
      const id = idOf(ctx);
      const form = await readForm(ctx.req, FORM_LIMITS);
      const intent = form.get("intent") ?? "save";
      const by = { staff, requestId: ctx.state.requestId };
      const address = placeOf(screens, form).record(id);
      const acted = await screens.act?.(ctx, { by, id, intent, form });
      if (acted) return acted;
      if (setRetired && (intent === "retire" || intent === "restore")) {
        const next = (record: R) => setRetired(record, intent === "retire");
        const outcome = await changeRecord(db, entity, { by, id, action: intent, next });
        return await answer(ctx, screens, { outcome, form, id, address, intent });
      }
      if (entity.remove && intent === "delete") {
        const version = form.get("version") ?? "";
        const outcome = await changeRecord(db, entity, {
          by,
          id,
          action: intent,
          version,
          next: null,
        });
        return await answer(ctx, screens, { outcome, form, id, address, intent });
      }
      const stored = await readRecord(db, entity, id);
      if (!stored) throw new AppError("not_found");
      const context = { snapshot: catalog.current(), current: stored.record, id };
      const redrafted = redraft?.(form, intent, context);
      if (redrafted) {
        // A form that another page has put together knows of no version but the present one.
        const version = form.get("version") ?? stored.version;
        return show(ctx, screens, { ...stored, version, form: redrafted, fields: {}, intent });
      }
      const version = form.get("version") ?? "";
      if (intent !== "save") throw new AppError("invalid", "The form asks for something unknown");
      const checked = parse(form, context);
      if (!checked.ok) {
        return show(ctx, screens, {
          ...stored,
          version,
          form,
          fields: checked.fields,
          status: 400,
        });
      }
      const outcome = await changeRecord(db, entity, {
        by,
        id,
        action: "update",
        version,
        next: checked.value,
        ...(check && { check }),
      });
      return await answer(ctx, screens, { outcome, form, id, address, mine: checked.value });
    },
  };
}

/** What is wrong with the id that a new record would get: it becomes part of an address. */
function unusable(id: string, form: URLSearchParams): FieldErrors {
  if (idField().safeParse(id).success && id !== "new") return {};
  const given = form.get("id")?.trim();
  return {
    id: given
      ? `“${given}” cannot be an id. Use letters, digits, - and _, beginning with a letter or digit`
      : "Enter an id, because the name has no letters or digits to make one from: letters, digits, - and _",
  };
}

/** Where the screens lie, and the list that a form of theirs belongs to. */
function placeOf<R extends object>(
  { place, slug, label, listQuery }: RecordScreens<R>,
  form: URLSearchParams,
): Place & { readonly list: string } {
  if (place) return { ...place, list: place.trail.at(-1)?.href ?? sectionHref(slug) };
  const list = sectionHref(slug, listQuery?.(form));
  return {
    list,
    trail: [{ label, href: list }],
    create: newRecordHref(slug),
    record: (id) => recordHref(slug, id),
  };
}

/** The id that the address names; what cannot be one is not looked for. */
function idOf(ctx: Ctx): string {
  const { id = "" } = ctx.params;
  if (!idField().safeParse(id).success) throw new AppError("not_found");
  return id;
}

interface Answering<R extends object> {
  readonly outcome: ChangeOutcome<R>;
  readonly form: URLSearchParams;
  readonly id: string;
  /** Where a change that was made is shown. */
  readonly address: string;
  readonly intent?: string;
  /** What the author wanted, to set it beside what someone else has saved. */
  readonly mine?: R;
}

/** Sends the browser on after a change, or shows the form again with what stood in its way. */
async function answer<R extends object>(
  ctx: Ctx,
  screens: RecordScreens<R>,
  { outcome, form, id, address, intent = "save", mine }: Answering<R>,
): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  switch (outcome.kind) {
    case "changed": {
      const snapshot = await catalog.refresh();
      const flash = flashOf(screens, { outcome, address, intent, snapshot });
      const { list } = placeOf(screens, form);
      return withFlash(seeOther(outcome.record ? address : list), flash);
    }
    case "unchanged":
      return withFlash(seeOther(address), { tone: "info", text: "There was nothing to change." });
    case "missing":
      throw new AppError("not_found");
    case "taken": {
      const fields = { id: `“${id}” is in use. Choose another id.` };
      return show(ctx, screens, { form, fields, status: 400 });
    }
    case "invalid": {
      const stored = await readRecord(db, screens.entity, id);
      const version = form.get("version");
      const shown = stored && { ...stored, ...(version !== null && { version }) };
      const kept = intent === "save" || !stored
        ? form
        : screens.toForm(stored.record, catalog.current());
      return show(ctx, screens, { ...shown, form: kept, fields: outcome.fields, status: 400 });
    }
    case "conflict": {
      const { current: record, version } = outcome;
      // What is to be deleted is looked at once more, as it is now.
      const shown = mine ? { form, fields: {}, mine } : {
        form: screens.toForm(record, catalog.current()),
        fields: { removal: "Someone changed this after you opened it. Check it again" },
      };
      return show(ctx, screens, { ...shown, record, version, status: 409 });
    }
  }
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

const DONE: Readonly<Record<string, string>> = {
  retire: "retired",
  restore: "restored",
  delete: "deleted",
};
const UNDONE: Readonly<Record<string, string>> = { retire: "restore", restore: "retire" };

function flashOf<R extends object>(
  screens: RecordScreens<R>,
  { outcome, address, intent, snapshot }: {
    outcome: Extract<ChangeOutcome<R>, { kind: "changed" }>;
    address: string;
    intent: string;
    snapshot: Snapshot;
  },
): Flash {
  const { nameOf, caution } = screens;
  const record = outcome.record ?? outcome.before;
  const done = DONE[intent] ?? (outcome.before === null ? "created" : "saved");
  const undo = UNDONE[intent];
  const fields = undo !== undefined
    ? { intent: undo }
    : unsaved(screens, { outcome, intent, snapshot });
  const warning = outcome.record && caution?.(outcome.record, snapshot);
  const text = `${record ? nameOf(record) : "The record"} was ${done}.`;
  return {
    tone: warning ? "warning" : "positive",
    text: warning ? `${text} ${warning}` : text,
    ...(fields && { undo: { action: address, fields } }),
  };
}

/** The form that saves a record as it was before somebody saved it; it counts as long as nobody has changed it since. */
function unsaved<R extends object>(
  { toForm }: RecordScreens<R>,
  { outcome: { before, record }, intent, snapshot }: {
    outcome: Extract<ChangeOutcome<R>, { kind: "changed" }>;
    intent: string;
    snapshot: Snapshot;
  },
): Undo["fields"] | null {
  if (intent !== "save" || before === null || record === null) return null;
  return { ...fieldsOf(toForm(before, snapshot)), version: versionOf(record) };
}

interface Shown<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  readonly record?: R;
  readonly version?: string;
  readonly mine?: R;
  readonly status?: number;
  /** The act of a form that was changed or asked about, and not saved. */
  readonly intent?: string;
}

async function show<R extends object>(
  ctx: Ctx,
  screens: RecordScreens<R>,
  { form, fields, record, version, mine, status = 200, intent }: Shown<R>,
): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const { noun, nameOf, type, entity, Editor, Aside, Badges, Actions } = screens;
  const { list, ...place } = placeOf(screens, form);
  const snapshot = catalog.current();
  const current = record ?? null;
  const id = current === null ? "" : idOf(ctx);
  const title = current === null ? `New ${noun}` : nameOf(current);
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? `Error: ${title}` : title;
  const props: EditorProps<R> = { snapshot, current, id, form, fields };
  const found = intent === undefined
    ? null
    : await screens.findings?.(ctx, { snapshot, current, id, form, intent });
  const stays = current && screens.staysBecause?.(current);
  const users = current === null || !type ? [] : referencesTo(snapshot.catalog, { type, id });
  const listed = users.filter(screens.listsReference ?? (() => true));
  return await ctx.render(
    <>
      <AdminHeader
        title={title}
        trail={place.trail}
        {...(current !== null && { id })}
        actions={current && Actions && <Actions record={current} />}
        badges={current && Badges && <Badges record={current} />}
      />
      {mine !== undefined && current !== null && (
        <ConflictPanel
          rows={differences(screens, { mine, theirs: current, snapshot })}
          theirsHref={place.record(id)}
        />
      )}
      {found}
      <RecordForm
        unsaved={intent !== undefined}
        action={current === null ? place.create : place.record(id)}
        version={current === null ? undefined : version ?? versionOf(current)}
        errors={fields}
        cancel={list}
        save={current === null ? `Create ${noun}` : mine ? "Save mine anyway" : "Save"}
      >
        <Editor {...props} />
      </RecordForm>
      {current !== null && (
        <div class="mt-10 grid grid-cols-1 gap-8">
          {Aside && await Aside(props, ctx)}
          {type && (
            <References
              rows={listed.map((reference) => {
                const detail = screens.tellReference?.(reference, snapshot);
                return { ...referenceRow(reference), ...(detail !== undefined && { detail }) };
              })}
            />
          )}
          {stays ? <p class="text-sm text-muted">{stays}</p> : (
            <div id="removal">
              <Removal
                noun={noun}
                state={removalState(screens, current)}
                action={place.record(id)}
                version={versionOf(current)}
                uses={users.length}
                retiring={screens.retiring}
              />
            </div>
          )}
          <RecordMeta
            changed={await lastChange(db, entity.type, id)}
            auditHref={holds(ctx.state, "view_audit") ? auditHref({ type: entity.type, id }) : null}
          />
        </div>
      )}
    </>,
    { status },
  );
}

function removalState<R extends object>(
  { setRetired, isRetired, entity }: RecordScreens<R>,
  record: R,
): RemovalState {
  if (setRetired) return isRetired?.(record) ? "retired" : "retirable";
  return entity.remove ? "deletable" : "permanent";
}

function differences<R extends object>(
  { describe }: RecordScreens<R>,
  { mine, theirs, snapshot }: { mine: R; theirs: R; snapshot: Snapshot },
): { label: string; mine: string; theirs: string }[] {
  const values = (record: R) =>
    new Map(describe(record, snapshot).map(({ label, value }) => [label, value]));
  const [wanted, stored] = [values(mine), values(theirs)];
  return [...new Set([...wanted.keys(), ...stored.keys()])]
    .map((label) => ({ label, mine: wanted.get(label) ?? "", theirs: stored.get(label) ?? "" }))
    .filter((row) => row.mine !== row.theirs);
}

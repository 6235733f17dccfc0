/** The screens that create, edit, retire and delete one record. */
import { readForm, valuesByName } from "@/lib/http/mod.ts";
import { unlessOutage } from "@/lib/kv/mod.ts";
import {
  type Author,
  changeRecord,
  createRecord,
  type FieldErrors,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { authorOf, type Undo } from "@/lib/staff/mod.ts";
import { slugOf, type Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { BEFORE_ENTRY } from "@/components/hrefs/admin.ts";
import { type EditedRecord, formScreen, showForm } from "../form_screen.tsx";
import type { ListDefinition } from "../list/define.ts";
import { listScreen } from "../list/screen.tsx";
import type { Screen, ScreenHandler, Section } from "../section.ts";
import type { SectionWords } from "../sections.ts";
import { refreshed } from "../refreshed.ts";
import { cautioned, LONG_FORM_LIMITS, savedText, settle, undoFields } from "../settle.ts";
import {
  idIn,
  placeOf,
  type RecordAction,
  type RecordDefinition,
  retirementWords,
} from "./define.ts";
import { showFormer } from "./former.tsx";
import { editedRecord, showNew } from "./show.tsx";

/** The list of a kind of record, under the title of its section. */
export type RecordList<T> = Omit<ListDefinition<T>, "slug" | "title" | "noun">;

/**
 * Returns the section of a kind of record: its list, a screen for a new record, and one for stored records. `POST`
 * handles the forms of the list's rows.
 */
export function recordSection<R extends object, T>(
  definition: RecordDefinition<R>,
  list: (ctx: Ctx) => RecordList<T> | Promise<RecordList<T>>,
  POST?: ScreenHandler,
): Section {
  const { slug, label, capability } = definition;
  return {
    slug,
    label,
    capability,
    list: sectionList(definition, list, POST),
    create: createScreen(definition),
    record: recordScreen(definition),
  };
}

/** Returns the list of a section, under its title. */
export function sectionList<T>(
  { slug, label, noun }: Pick<SectionWords, "slug" | "label" | "noun">,
  list: (ctx: Ctx) => RecordList<T> | Promise<RecordList<T>>,
  POST?: ScreenHandler,
): Screen {
  return listScreen(async (ctx) => ({ slug, title: label, noun, ...await list(ctx) }), POST);
}

/** A kind of record, or a function for one that depends on the request, such as for records that belong to another. */
type Defined<R extends object> =
  | RecordDefinition<R>
  | ((ctx: Ctx) => RecordDefinition<R> | Promise<RecordDefinition<R>>);

async function definitionOf<R extends object>(
  defined: Defined<R>,
  ctx: Ctx,
): Promise<RecordDefinition<R>> {
  return typeof defined === "function" ? await defined(ctx) : defined;
}

/**
 * Returns the screen for a new record. Its id is the one in the form, else a slug of its name or label. Parameters of
 * the query prefill the form.
 */
export function createScreen<R extends object>(defined: Defined<R>): Required<Screen> {
  return {
    async GET(ctx) {
      const definition = await definitionOf(defined, ctx);
      const query = ctx.url.searchParams;
      const form = definition.form.toForm(null, ctx.state.services.catalog.current(), query);
      for (const [name, values] of valuesByName(query)) {
        form.delete(name);
        for (const value of values) form.append(name, value);
      }
      return await showNew(ctx, definition, { form });
    },
    async POST(ctx) {
      const definition = await definitionOf(defined, ctx);
      const by = authorOf(ctx.state, definition.capability);
      const form = await readForm(ctx.req, LONG_FORM_LIMITS);
      return await create(ctx, definition, { by, form, number: 1 });
    },
  };
}

interface Creating {
  readonly by: Author;
  readonly form: URLSearchParams;
  /** How often the id was made from the name, where records may share one. */
  readonly number: number;
}

async function create<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { by, form, number }: Creating,
): Promise<Response> {
  const { parse, redraft, check, identity } = definition.form;
  const { db, catalog } = ctx.state.services;
  const idName = identity?.field ?? "id";
  const given = form.get(idName)?.trim() ?? "";
  const slug = slugOf(form.get("name") ?? form.get("label") ?? "");
  const text = given || (number === 1 ? slug : `${slug.slice(0, 90)}-${number}`);
  const id = idIn(definition, text) ?? text;
  const context = { snapshot: catalog.current(), current: null, id };
  const intent = form.get("intent") ?? "";
  const redrafted = await redraft?.(ctx, { ...context, form, intent });
  if (redrafted) return await showNew(ctx, definition, { ...redrafted, unsaved: true });
  const refuse = (fields: FieldErrors) => showNew(ctx, definition, { form, fields });
  const checked = parse(form, context);
  const isUsable = idIn(definition, id) !== undefined && id !== "new";
  const errors: FieldErrors = checked.ok ? {} : checked.fields;
  const fields = isUsable || (!checked.ok && id === "")
    ? errors
    : { ...errors, [idName]: errors[idName] ?? whyUnusable(given) };
  if (!checked.ok || Object.keys(fields).length > 0) return await refuse(fields);
  const record = checked.value;
  const href = placeOf(definition, form).record(id);
  const creation = { by, id, record, ...(check && { check }) };
  return await settle(await createRecord(db, definition.entity, creation), {
    href,
    async changed() {
      const snapshot = await refreshed(catalog);
      const warning = definition.caution?.(record, snapshot);
      const text = savedText(form, `${definition.nameOf(record)} was created.`);
      // The store may have put parts of the record in order, so its version is that of what is stored.
      const stored = await unlessOutage(() => readRecord(db, definition.entity, id));
      const fields = definition.retirement
        ? { intent: "retire" }
        : { intent: "delete", version: stored?.version ?? "" };
      // Without a version, undo would answer that somebody changed the record.
      const isUndoable = definition.retirement
        ? definition.entity.remove ?? !definition.retirement.refused?.(record)
        : definition.entity.remove && stored;
      return { ...cautioned(text, warning), ...(isUndoable && { undo: { action: href, fields } }) };
    },
    async taken() {
      // The form was submitted twice. An “id in use” error would make the author create a duplicate.
      if (await isStored(ctx, definition, { id, record, sent: form })) {
        return { tone: "info", text: `${definition.nameOf(record)} was created already.` };
      }
      if (definition.sharesNames && given === "") {
        return await create(ctx, definition, { by, form, number: number + 1 });
      }
      const said = identity?.taken(id, catalog.current()) ??
        `“${id}” is in use. Choose another id.`;
      return await refuse({ [idName]: said });
    },
    invalid: refuse,
  });
}

/** Compares forms, because other fields, and a place that was not sent, depend on what was stored before. */
async function isStored<R extends object>(
  { state: { services } }: Ctx,
  { entity, form, retirement }: RecordDefinition<R>,
  { id, record, sent }: {
    readonly id: string;
    readonly record: R;
    readonly sent: URLSearchParams;
  },
): Promise<boolean> {
  const stored = await readRecord(services.db, entity, id);
  const formOf = (it: R) => {
    const own = form.toForm(it, services.catalog.current());
    if (!sent.has("position")) own.delete("position");
    return `${own} ${retirement?.status(it)}`;
  };
  return stored !== null && formOf(stored.record) === formOf(record);
}

function whyUnusable(given: string): string {
  return given === ""
    ? "Enter an id of letters, digits, - and _, because the name has none to make an id from"
    : `“${given}” cannot be an id. Use letters, digits, - and _, beginning with a letter or digit`;
}

/** Returns the screen for a stored record; `ctx.params.id` names it. */
export function recordScreen<R extends object>(defined: Defined<R>): Required<Screen> {
  const screen = async (ctx: Ctx) => {
    const definition = await definitionOf(defined, ctx);
    return formScreen(definition.capability, (ctx) => actedOn(ctx, definition));
  };
  return {
    async GET(ctx) {
      const seq = ctx.url.searchParams.get(BEFORE_ENTRY);
      return seq === null
        ? await (await screen(ctx)).GET(ctx)
        : await showFormer(ctx, await definitionOf(defined, ctx), seq);
    },
    POST: async (ctx) => await (await screen(ctx)).POST(ctx),
  };
}

async function actedOn<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
): Promise<EditedRecord<R>> {
  const edited = await editedRecord(ctx, definition);
  return {
    ...edited,
    redraft(form, intent) {
      const snapshot = ctx.state.services.catalog.current();
      const asked = { snapshot, current: edited.stored, id: edited.id, form, intent };
      return definition.form.redraft?.(ctx, asked) ?? null;
    },
    async handle(asked) {
      const action = { ...asked, id: edited.id };
      return await definition.handle?.(ctx, action) ??
        await remove(ctx, { definition, edited, action });
    },
  };
}

interface Acting<R extends object> {
  readonly definition: RecordDefinition<R>;
  readonly edited: Awaited<ReturnType<typeof editedRecord<R>>>;
  readonly action: RecordAction;
}

/** Retires, restores or deletes a record; null for another intent. */
async function remove<R extends object>(
  ctx: Ctx,
  { definition, edited, action: { by, id, intent, form } }: Acting<R>,
): Promise<Response | null> {
  const { entity, retirement, nameOf, caution } = definition;
  const { db, catalog } = ctx.state.services;
  const words = retirementWords(definition);
  const isDeletion = intent === "delete";
  const isRetirement = intent === "retire";
  const allowed = isDeletion ? entity.remove : (isRetirement || intent === "restore") && retirement;
  if (!allowed) return null;
  const outcome = await changeRecord(db, entity, {
    by,
    id,
    action: intent,
    ...(isDeletion && { version: form.get("version") ?? "" }),
    next: (record) => isDeletion ? null : retirement?.set(record, isRetirement) ?? record,
  });
  return await settle(outcome, {
    href: isDeletion ? edited.cancel : edited.href,
    async changed({ record }) {
      const snapshot = await refreshed(catalog);
      const warning = record && caution?.(record, snapshot);
      const done = isRetirement ? words.retired : words.restored;
      const text = `${nameOf(record ?? edited.stored)} ${isDeletion ? "was deleted" : done}.`;
      const undo = isDeletion
        ? undoOfDeletion(definition, { snapshot, id, record: edited.stored })
        : { action: edited.href, fields: { intent: isRetirement ? "restore" : "retire" } };
      return { ...cautioned(text, warning), ...(undo && { undo }) };
    },
    invalid: (fields) => showForm(ctx, edited, { fields, status: 400 }),
    // Show the record as stored now, so that staff check it again.
    conflict: (stored) =>
      showForm(ctx, { ...edited, stored }, {
        fields: { removal: "Someone changed this after you opened it. Check it again" },
        status: 409,
      }),
  });
}

/** Returns the form that creates a deleted record again; undefined when that would not restore all of it. */
function undoOfDeletion<R extends object>(
  definition: RecordDefinition<R>,
  { snapshot, id, record }: {
    readonly snapshot: Snapshot;
    readonly id: string;
    readonly record: R;
  },
): Undo | undefined {
  const { toForm, parse, identity } = definition.form;
  const form = toForm(record, snapshot);
  form.set(identity?.field ?? "id", id);
  const again = parse(form, { snapshot, current: null, id });
  if (!again.ok || versionOf(again.value) !== versionOf(record)) return undefined;
  return { action: placeOf(definition, form).create, fields: undoFields(form) };
}

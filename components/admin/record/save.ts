/** The screens that create, edit, retire and delete one record. */
import type { Context } from "fresh";
import { AppError, idField, readForm } from "@/lib/http/mod.ts";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type FieldErrors,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { authorOf, type Flash, type Undo } from "@/lib/staff/mod.ts";
import { slugOf, type Snapshot } from "@/lib/catalog/mod.ts";
import type { State } from "@/lib/define.ts";
import type { Screen, Section } from "../section.ts";
import type { Changed } from "../settle.ts";
import { LONG_FORM_LIMITS, savedText, settle, undoFields, unknownIntent } from "../settle.ts";
import { placeOf, type RecordDefinition } from "./define.ts";
import { idOf, showRecord } from "./show.tsx";

type Ctx = Context<State>;

/** Returns the section of a kind of record: the given list, a screen for a new record, and one for stored records. */
export function recordSection<R extends object>(
  definition: RecordDefinition<R>,
  list: Screen,
): Section {
  const { slug, label, capability } = definition;
  return {
    slug,
    label,
    capability,
    list,
    create: createScreen(definition),
    record: recordScreen(definition),
  };
}

/**
 * Returns the screen for a new record. Its id is the one in the form, else a slug of its name or label. Parameters of
 * the query prefill the form.
 */
export function createScreen<R extends object>(
  definition: RecordDefinition<R>,
): Required<Screen> {
  const { capability, entity } = definition;
  const { toForm, parse, redraft, check, identity } = definition.form;
  return {
    GET(ctx) {
      const query = ctx.url.searchParams;
      const form = toForm(null, ctx.state.services.catalog.current(), query);
      for (const name of new Set(query.keys())) {
        form.delete(name);
        for (const value of query.getAll(name)) form.append(name, value);
      }
      return showRecord(ctx, definition, { form });
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, capability);
      const { db, catalog } = ctx.state.services;
      const form = await readForm(ctx.req, LONG_FORM_LIMITS);
      const id = form.get(identity?.field ?? "id")?.trim() ||
        slugOf(form.get("name") ?? form.get("label") ?? "");
      const context = { snapshot: catalog.current(), current: null, id };
      const intent = form.get("intent") ?? "";
      const redrafted = await redraft?.(ctx, { ...context, form, intent });
      if (redrafted) return showRecord(ctx, definition, { ...redrafted, unsaved: true });
      const checked = parse(form, context);
      const fields = {
        ...(!checked.ok && checked.fields),
        ...((checked.ok || id !== "") && unusable(id, form)),
      };
      if (!checked.ok || Object.keys(fields).length > 0) {
        return showRecord(ctx, definition, { form, fields, status: 400 });
      }
      const outcome = await createRecord(db, entity, {
        by,
        id,
        record: checked.value,
        ...(check && { check }),
      });
      const mine = checked.value;
      return await answer(ctx, definition, { outcome, form, id, intent: "save", mine });
    },
  };
}

/** Returns a screen whose record definition depends on the request, such as for records that belong to another. */
export function definedScreen<R extends object>(
  screenOf: (definition: RecordDefinition<R>) => Required<Screen>,
  define: (ctx: Ctx) => Promise<RecordDefinition<R>>,
): Required<Screen> {
  return {
    GET: async (ctx) => await screenOf(await define(ctx)).GET(ctx),
    POST: async (ctx) => await screenOf(await define(ctx)).POST(ctx),
  };
}

/** Returns the screen for a stored record; `ctx.params.id` names it. */
export function recordScreen<R extends object>(
  definition: RecordDefinition<R>,
): Required<Screen> {
  const { capability, entity } = definition;
  return {
    async GET(ctx) {
      const { db, catalog } = ctx.state.services;
      const stored = await readRecord(db, entity, idOf(ctx));
      if (!stored) throw new AppError("not_found");
      const form = definition.form.toForm(stored.record, catalog.current());
      return showRecord(ctx, definition, { ...stored, form });
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, capability);
      const id = idOf(ctx);
      const form = await readForm(ctx.req, LONG_FORM_LIMITS);
      const intent = form.get("intent") ?? "save";
      const asked = { by, id, intent, form };
      return await definition.handle?.(ctx, asked) ?? await remove(ctx, definition, asked) ??
        await save(ctx, definition, asked);
    },
  };
}

interface Asked {
  readonly by: Author;
  readonly id: string;
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** Retires, restores or deletes a record; null for another intent. */
async function remove<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { by, id, intent, form }: Asked,
): Promise<Response | null> {
  const { entity, retirement } = definition;
  const { db } = ctx.state.services;
  const change = { by, id, action: intent };
  if (retirement && (intent === "retire" || intent === "restore")) {
    const next = (record: R) => retirement.set(record, intent === "retire");
    const outcome = await changeRecord(db, entity, { ...change, next });
    return await answer(ctx, definition, { outcome, form, id, intent });
  }
  if (!entity.remove || intent !== "delete") return null;
  const version = form.get("version") ?? "";
  const outcome = await changeRecord(db, entity, { ...change, version, next: null });
  return await answer(ctx, definition, { outcome, form, id, intent });
}

async function save<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { by, id, intent, form }: Asked,
): Promise<Response> {
  const { entity } = definition;
  const { parse, redraft, check } = definition.form;
  const { db, catalog } = ctx.state.services;
  const stored = await readRecord(db, entity, id);
  if (!stored) throw new AppError("not_found");
  const context = { snapshot: catalog.current(), current: stored.record, id };
  const redrafted = await redraft?.(ctx, { ...context, form, intent });
  if (redrafted) {
    // A form that another page has put together may know of no version but the present one.
    const version = form.get("version") ?? redrafted.form.get("version") ?? stored.version;
    return showRecord(ctx, definition, { ...stored, version, ...redrafted, unsaved: true });
  }
  const version = form.get("version") ?? "";
  if (intent !== "save") throw unknownIntent();
  const checked = parse(form, context);
  if (!checked.ok) {
    const { fields } = checked;
    return showRecord(ctx, definition, { ...stored, version, form, fields, status: 400 });
  }
  const mine = checked.value;
  const outcome = await changeRecord(db, entity, {
    by,
    id,
    action: "update",
    version,
    next: mine,
    ...(check && { check }),
  });
  return await answer(ctx, definition, { outcome, form, id, intent, mine });
}

/** Validates the id that a new record would get: it becomes part of an address. */
function unusable(id: string, form: URLSearchParams): FieldErrors {
  if (idField().safeParse(id).success && id !== "new") return {};
  const given = form.get("id")?.trim();
  return {
    id: given
      ? `“${given}” cannot be an id. Use letters, digits, - and _, beginning with a letter or digit`
      : "Enter an id of letters, digits, - and _, because the name has none to make an id from",
  };
}

interface Answering<R extends object> {
  readonly outcome: ChangeOutcome<R>;
  readonly form: URLSearchParams;
  readonly id: string;
  readonly intent: string;
  /** The record that the author tried to save, to compare with the stored one. */
  readonly mine?: R;
}

/** Redirects after a change, or shows the form again with its errors or the conflict. */
async function answer<R extends object>(
  ctx: Ctx,
  definition: RecordDefinition<R>,
  { outcome, form, id, intent, mine }: Answering<R>,
): Promise<Response> {
  const { db, catalog } = ctx.state.services;
  const { form: { toForm }, retirement } = definition;
  const { list, record: recordAt } = placeOf(definition, form);
  const asStored = (record: R) => ({ form: toForm(record, catalog.current()), unsaved: false });
  return await settle(outcome, {
    href: recordAt(id),
    async changed(change) {
      const snapshot = await catalog.refresh();
      const flash = flashOf(definition, { change, form, action: recordAt(id), intent, snapshot });
      return change.record ? flash : { ...flash, href: list };
    },
    async taken() {
      const stored = await readRecord(db, definition.entity, id);
      // Compare forms, because other fields, such as the position in a list, depend on what was stored before.
      const formOf = (it: R) => `${toForm(it, catalog.current())} ${retirement?.status(it)}`;
      if (mine && stored && formOf(stored.record) === formOf(mine)) {
        // The form was submitted twice. An “id in use” error would make the author create a duplicate.
        return { tone: "info", text: `${definition.nameOf(mine)} was created already.` };
      }
      const { field = "id", taken } = definition.form.identity ?? {};
      const said = taken?.(id, catalog.current()) ?? `“${id}” is in use. Choose another id.`;
      const fields = { [field]: said };
      return await showRecord(ctx, definition, { form, fields, status: 400 });
    },
    async invalid(fields) {
      const stored = await readRecord(db, definition.entity, id);
      const version = form.get("version");
      const shown = stored && { ...stored, ...(version !== null && { version }) };
      const kept = intent === "save" || !stored ? { form } : asStored(stored.record);
      return await showRecord(ctx, definition, { ...shown, ...kept, fields, status: 400 });
    },
    conflict(record, version) {
      // For a deletion, show the record as stored now, so that staff check it again.
      const shown = mine ? { form, mine } : {
        ...asStored(record),
        fields: { removal: "Someone changed this after you opened it. Check it again" },
      };
      return showRecord(ctx, definition, { ...shown, record, version, status: 409 });
    },
  });
}

const DONE: Readonly<Record<string, string>> = {
  retire: "retired",
  restore: "restored",
  delete: "deleted",
};
const UNDONE: Readonly<Record<string, string>> = { retire: "restore", restore: "retire" };

interface Flashing<R extends object> extends Pick<Answering<R>, "form" | "intent"> {
  readonly change: Changed<R>;
  /** Page of the record; the undo posts there. */
  readonly action: string;
  readonly snapshot: Snapshot;
}

function flashOf<R extends object>(
  definition: RecordDefinition<R>,
  { change, form, action, intent, snapshot }: Flashing<R>,
): Flash {
  const { nameOf, caution } = definition;
  const record = change.record ?? change.before;
  const done = DONE[intent] ?? (change.before === null ? "created" : "saved");
  const undo = UNDONE[intent];
  const fields = undo !== undefined
    ? { intent: undo }
    : intent === "save"
    ? unsaved(definition, change, snapshot)
    : null;
  const warning = change.record && caution?.(change.record, snapshot);
  const text = savedText(form, `${record ? nameOf(record) : "The record"} was ${done}.`);
  return {
    tone: warning ? "warning" : "positive",
    text: warning ? `${text} ${warning}` : text,
    ...(fields && { undo: { action, fields } }),
  };
}

/** Returns the form that restores the previous version. Its `version` makes it fail once somebody saves again. */
function unsaved<R extends object>(
  { form: { toForm } }: RecordDefinition<R>,
  { before, record }: Changed<R>,
  snapshot: Snapshot,
): Undo["fields"] | null {
  if (before === null || record === null) return null;
  return { ...undoFields(toForm(before, snapshot)), version: versionOf(record) };
}

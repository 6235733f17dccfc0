/** The pictures that a place shows, as the picker and its form say them. Pure, for the browser and the service alike. */
import type { MediaItem, NamedAsset } from "../../../lib/media/mod.ts";

/** Which pictures, in order, and the one that stands for all. */
export interface Picked {
  readonly ids: readonly string[];
  /** Null where none is marked. */
  readonly primary: string | null;
}

/** Names of the fields by which a picker of a form says what is picked. */
export function pickerFields(name: string) {
  return {
    /** Ids, in order. */
    ids: name,
    /** Place of a picture, from 1, as somebody has typed it. */
    place: (id: string) => `${name}-place-${id}`,
    primary: `${name}-primary`,
    remove: `${name}-remove`,
    add: `${name}-add`,
    /** What is looked for. */
    find: `${name}-find`,
    /** What was looked for when the form was shown. */
    found: `${name}-found`,
    /** Value of `intent` that looks for it. */
    search: `find:${name}`,
  };
}

/** Most ids that a form is read for; whatever comes after is no gallery. */
const MAX_IDS = 2_000;
/** What the id of an asset looks like (spec §2.5); the database cannot even be asked for some other texts. */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;

/**
 * Reads what is picked. A picture whose place was changed comes before the one that had the place when it moves
 * up, and after it when it moves down; one that was added comes last. In a place for one picture, what was
 * added takes the place of what was there.
 */
export function readPicked(
  form: URLSearchParams,
  { name, single }: { readonly name: string; readonly single: boolean },
): Picked {
  const fields = pickerFields(name);
  const removed = new Set(form.getAll(fields.remove));
  const kept = unique(form.getAll(fields.ids))
    .map((id, index) => ({ id, place: placeOf(form.get(fields.place(id)), index) }))
    .filter(({ id }) => !removed.has(id))
    .toSorted((one, other) => one.place - other.place)
    .map(({ id }) => id);
  const added = unique(form.getAll(fields.add));
  const all = unique([...kept, ...added]);
  const ids = single ? [...added, ...kept].slice(0, 1) : all;
  const primary = form.get(fields.primary);
  return { ids, primary: primary !== null && ids.includes(primary) ? primary : null };
}

/** Writes what is picked into a form, in place of what the form says of it. */
export function writePicked(
  form: URLSearchParams,
  { name, picked }: { readonly name: string; readonly picked: Picked },
): void {
  const fields = pickerFields(name);
  for (const field of [fields.ids, fields.primary, fields.remove, fields.add]) form.delete(field);
  for (const id of picked.ids) {
    form.append(fields.ids, id);
    form.delete(fields.place(id));
  }
  if (picked.primary !== null) form.set(fields.primary, picked.primary);
}

/** What a form looks for in the library: asked by its button, or typed and then sent with the Enter key. */
export function soughtIn(form: URLSearchParams, name: string): string | null {
  const { find, found, search } = pickerFields(name);
  const text = form.get(find)?.trim() ?? "";
  const typed = text !== "" && text !== (form.get(found) ?? "");
  return form.get("intent") === search || typed ? text : null;
}

/** A list with one of its members in another place; both places count from 0. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const member = list[from];
  if (member === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, member);
}

/** What people call a picture: its title, or else its file. */
export function nameOf({ title, filename }: Pick<NamedAsset, "title" | "filename">): string {
  return title ?? filename;
}

/** What a picker takes, in words: "picture", "video", "picture or video". */
export function nounOf(accepts: readonly MediaItem["type"][]): { one: string; many: string } {
  const words = { image: "picture", video: "video" } as const;
  const taken = accepts.map((type) => words[type]);
  return { one: taken.join(" or "), many: taken.map((word) => `${word}s`).join(" and ") };
}

function placeOf(typed: string | null, index: number): number {
  const stays = index + 1;
  if (typed === null || !/^\s*\d{1,6}\s*$/.test(typed)) return stays;
  const place = Number(typed);
  if (place === stays) return place;
  return place < stays ? place - 0.5 : place + 0.5;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids.slice(0, MAX_IDS))].filter((id) => ID.test(id));
}

/** The picked assets, as the picker and its form encode them. Pure; runs in the browser and on the server. */
import { ID_PATTERN } from "@/lib/text/mod.ts";
import type { MediaItem, NamedAsset } from "@/lib/media/mod.ts";

/** The picked assets, in order, and the primary one. */
export interface Picked {
  readonly ids: readonly string[];
  /** Null when no asset is marked. */
  readonly primary: string | null;
}

/** Returns the names of a picker's form fields. */
export function pickerFields(name: string) {
  return {
    /** Ids, in order. */
    ids: name,
    /** Position of an asset, from 1, as typed. */
    place: (id: string) => `${name}-place-${id}`,
    primary: `${name}-primary`,
    remove: `${name}-remove`,
    add: `${name}-add`,
    /** The search text. */
    find: `${name}-find`,
    /** The search text of the results that the form shows. */
    found: `${name}-found`,
    /** The `intent` that runs the search. */
    search: `find:${name}`,
  };
}

/**
 * Reads the picked assets from a form. An asset whose position was changed comes before the one at that position when
 * it moves up, and after it when it moves down. Added assets come last. With `single`, an added asset replaces the one
 * before.
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

/** Writes the picked assets into a form, replacing those that it holds. */
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

/** Returns the search text of a form that was sent by its Search button or by the Enter key after typing; else null. */
export function soughtIn(form: URLSearchParams, name: string): string | null {
  const { find, found, search } = pickerFields(name);
  const text = form.get(find)?.trim() ?? "";
  const typed = text !== "" && text !== (form.get(found) ?? "");
  return form.get("intent") === search || typed ? text : null;
}

/** Returns the list with one member moved to another index; both count from 0. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const member = list[from];
  if (member === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, member);
}

/** Returns the display name of an asset: its title, else its file name. */
export function nameOf({ title, filename }: Pick<NamedAsset, "title" | "filename">): string {
  return title ?? filename;
}

/** Returns the nouns for what a picker accepts: "picture", "video" or "picture or video". */
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
  return [...new Set(ids)].filter((id) => ID_PATTERN.test(id));
}

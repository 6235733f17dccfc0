/** Reads what a picker shows when its page loads: the picked assets, and the results of a search without scripts. */
import { nameOf, type Picked, soughtIn } from "./picked.ts";
import { libraryQuery, NO_FILTERS, type PickerPlace, type PickerView } from "./view.ts";
import { findNamedAssets, parseLibraryQuery, queryLibrary } from "@/lib/media/mod.ts";
import type { Services } from "@/lib/services.ts";

interface PickerState {
  readonly place: PickerPlace;
  readonly picked: Picked;
  /** The submitted form, if any. */
  readonly form?: URLSearchParams;
  readonly notes?: Readonly<Record<string, string>>;
}

/** Reads a picker's view from the library. Assets that no longer exist are left out. */
export async function readPickerView(
  { db, config }: Pick<Services, "db" | "config">,
  { place, picked, form, notes = {} }: PickerState,
): Promise<PickerView> {
  const { playerUrl } = config.video;
  const chosen = await findNamedAssets(db, picked.ids, playerUrl);
  const text = form === undefined ? null : soughtIn(form, place.name);
  const { primary } = picked;
  if (text === null) return { place, chosen, primary, notes, finding: null };
  const query = parseLibraryQuery(libraryQuery({ ...NO_FILTERS, q: text }, place));
  const { items, total } = await queryLibrary(db, query, playerUrl);
  const assets = items.filter(({ id }) => !picked.ids.includes(id));
  const others = total - (items.length - assets.length);
  return { place, chosen, primary, notes, finding: { text, assets, total: others } };
}

/** Returns a function that names assets by id. */
export async function namesOfAssets(
  { db, config }: Pick<Services, "db" | "config">,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const assets = await findNamedAssets(db, [...new Set(ids)], config.video.playerUrl);
  const names = new Map(assets.map((asset) => [asset.id, nameOf(asset)]));
  return (id) => names.get(id) ?? "A deleted picture";
}

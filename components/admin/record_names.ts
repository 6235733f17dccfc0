/** The names of catalog records by their ids, retired ones included. A record that is unknown keeps its id. */
import { ruleNames, type Snapshot } from "@/lib/catalog/mod.ts";

/** Returns the name of a record of a list. */
export function nameIn(
  records: readonly { readonly id: string; readonly name: string }[],
  id: string,
): string {
  return records.find((record) => record.id === id)?.name ?? id;
}

/** Returns the label of an option. */
export function optionLabel(snapshot: Snapshot, id: string): string {
  return ruleNames(snapshot).optionById.get(id)?.label ?? id;
}

/** Returns the name of a system; null stands for no recommendation. */
export function systemName({ catalog }: Snapshot, id: string | null): string {
  return id === null ? "Nothing recommended" : nameIn(catalog.systems, id);
}

/** Returns the name of a track; null stands for buyers without a track. */
export function trackName({ catalog }: Snapshot, id: string | null): string {
  return id === null ? "No track" : nameIn(catalog.tracks, id);
}

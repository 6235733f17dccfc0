import { type Catalog, type RecordType, searchRecords } from "@/lib/catalog/mod.ts";

/** Returns the ids of a kind's records that match a text; null for an empty text, which filters nothing. */
export function foundIds(catalog: Catalog, type: RecordType, text: string): Set<string> | null {
  if (text === "") return null;
  const found = searchRecords(catalog, text, Number.MAX_SAFE_INTEGER);
  return new Set(
    found.flatMap((group) => group.type === type ? group.records.map(({ id }) => id) : []),
  );
}

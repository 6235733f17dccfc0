import { type Catalog, type RecordType, searchRecords } from "../../../../lib/catalog/mod.ts";

/** The records of a kind that a text finds, by id; null for no text, which narrows nothing. */
export function foundIds(catalog: Catalog, type: RecordType, text: string): Set<string> | null {
  if (text === "") return null;
  const found = searchRecords(catalog, text, Number.MAX_SAFE_INTEGER);
  return new Set(
    found.flatMap((group) => group.type === type ? group.records.map(({ id }) => id) : []),
  );
}

/** Resolves the selection "all matches" of the library screen to ids. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { matching } from "../library/matching.ts";
import type { LibraryFilter } from "../library/query.ts";

/** Returns the ids of the assets that match a filter: at most `limit`, in no particular order. */
export async function matchingIds(
  db: Kysely<Database>,
  filter: LibraryFilter,
  { limit }: { readonly limit: number },
): Promise<string[]> {
  const rows = await matching(db, filter).select("listed.asset_id as id").limit(limit).execute();
  return rows.map(({ id }) => id);
}

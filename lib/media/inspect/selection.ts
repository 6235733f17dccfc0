/** Which assets staff mean when they say "all that match". */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { matching } from "../library/matching.ts";
import type { LibraryFilter } from "../library/query.ts";

/** The ids of all assets that a filter lets through; no more than `limit`, in no order. */
export async function matchingIds(
  db: Kysely<Database>,
  filter: LibraryFilter,
  { limit }: { readonly limit: number },
): Promise<string[]> {
  const rows = await matching(db, filter).select("listed.asset_id as id").limit(limit).execute();
  return rows.map(({ id }) => id);
}

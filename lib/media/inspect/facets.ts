/** Cached facet counts for the library screen. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { rememberRecent } from "@/lib/http/mod.ts";
import { type LibraryFacets, libraryFacets } from "../library/facets.ts";
import { formatLibraryQuery, type LibraryFilter } from "../library/query.ts";

/** Number of filters whose facets are cached. */
const KEPT = 50;
type Keep = (key: string, make: () => Promise<LibraryFacets>) => Promise<LibraryFacets>;
const kept = new WeakMap<Kysely<Database>, Keep>();

/**
 * Returns {@linkcode libraryFacets}, cached for the current `media_version`: counting scans all matches, and the
 * library rarely changes between two loads of the screen. A text search is not cached, because it covers file names
 * and the version does not.
 */
export async function currentFacets(
  db: Kysely<Database>,
  filter: LibraryFilter,
): Promise<LibraryFacets> {
  if (filter.q !== undefined) return await libraryFacets(db, filter);
  const { version } = await db.selectFrom("media_version").select("version")
    .executeTakeFirstOrThrow();
  const query = formatLibraryQuery({ ...filter, sort: "newest", limit: 24, offset: 0 });
  const keep = kept.getOrInsertComputed(db, () => rememberRecent(KEPT));
  return await keep(`${version} ${query}`, () => libraryFacets(db, filter));
}

/** The facets of the library, for a screen that is loaded again and again. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { rememberRecent } from "../../http/mod.ts";
import { type LibraryFacets, libraryFacets } from "../library/facets.ts";
import { formatLibraryQuery, type LibraryFilter } from "../library/query.ts";

/** Lists whose facets are kept. */
const KEPT = 50;
type Keep = (key: string, make: () => Promise<LibraryFacets>) => Promise<LibraryFacets>;
const kept = new WeakMap<Kysely<Database>, Keep>();

/**
 * Gives {@linkcode libraryFacets}, counted once for each version of the library: counting walks all that
 * matches, and most looks at the library change nothing in it. A search is counted anew, for it looks in file
 * names, which are not part of the version.
 */
export async function currentFacets(
  db: Kysely<Database>,
  filter: LibraryFilter,
): Promise<LibraryFacets> {
  if (filter.q !== undefined) return await libraryFacets(db, filter);
  const { version } = await db.selectFrom("media_version").select("version")
    .executeTakeFirstOrThrow();
  const query = formatLibraryQuery({ ...filter, sort: "newest", limit: 24, offset: 0 });
  return await keeperOf(db)(`${version} ${query}`, () => libraryFacets(db, filter));
}

function keeperOf(db: Kysely<Database>): Keep {
  const keep = kept.get(db) ?? rememberRecent(KEPT);
  kept.set(db, keep);
  return keep;
}

/** What is left to do about the library as a whole. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { libraryFacets } from "../library/facets.ts";

/** How much there is, and how much of it needs somebody. */
export interface MediaUpkeep {
  readonly total: number;
  readonly untagged: number;
  /** Assets with tags that were proposed and not decided about. */
  readonly unreviewed: number;
  readonly withoutAlt: {
    readonly count: number;
    /** The newest of them. */
    readonly examples: readonly {
      readonly id: string;
      readonly title: string | null;
      readonly filename: string;
    }[];
  };
}

const EXAMPLES = 4;

/** Counts what needs somebody, as the lists of the library count it. */
export async function mediaUpkeep(db: Kysely<Database>): Promise<MediaUpkeep> {
  const without = db.selectFrom("media_assets").where("alt_text", "is", null);
  const [{ type, coverage }, { count }, examples] = await Promise.all([
    libraryFacets(db, {}),
    without.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    without.select(["id", "title", "filename"]).orderBy("created_at", "desc").orderBy("id")
      .limit(EXAMPLES).execute(),
  ]);
  return {
    total: type.image + type.video,
    untagged: coverage.untagged,
    unreviewed: coverage["ai-unreviewed"],
    withoutAlt: { count, examples },
  };
}

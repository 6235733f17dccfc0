/** What is left to do about the library as a whole. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { countLibrary } from "../library/list.ts";

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

/** No more than can be worked through before the page is opened again. */
const EXAMPLES = 50;

/** Counts what needs somebody, as the lists of the library count it. */
export async function mediaUpkeep(db: Kysely<Database>): Promise<MediaUpkeep> {
  const without = db.selectFrom("media_assets").where("alt_text", "is", null);
  const [total, untagged, unreviewed, { count }, examples] = await Promise.all([
    countLibrary(db, {}),
    countLibrary(db, { coverage: "untagged" }),
    countLibrary(db, { coverage: "ai-unreviewed" }),
    without.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    without.select(["id", "title", "filename"]).orderBy("created_at", "desc").orderBy("id", "desc")
      .limit(EXAMPLES).execute(),
  ]);
  return {
    total,
    untagged,
    unreviewed,
    withoutAlt: { count, examples },
  };
}

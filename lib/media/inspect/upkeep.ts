/** Counts what is left to do in the library, for the admin overview. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { countLibrary } from "../library/list.ts";

/** Numbers of assets: all, and those that need work. */
export interface MediaUpkeep {
  readonly untagged: number;
  /** Assets with proposed tags to review. */
  readonly unreviewed: number;
  /** Assets without an alternative text. */
  readonly withoutAlt: {
    readonly count: number;
    /** The newest 50 of them. */
    readonly examples: readonly {
      readonly id: string;
      readonly title: string | null;
      readonly filename: string;
    }[];
  };
}

/** Enough to work through before the page is loaded again. */
const EXAMPLES = 50;

/** Counts the assets that need work; `untagged` and `unreviewed` are the totals of the library's coverage filters. */
export async function mediaUpkeep(db: Kysely<Database>): Promise<MediaUpkeep> {
  const without = db.selectFrom("media_assets").where("alt_text", "is", null);
  const [untagged, unreviewed, { count }, examples] = await Promise.all([
    countLibrary(db, { coverage: "untagged" }),
    countLibrary(db, { coverage: "ai-unreviewed" }),
    without.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
    without.select(["id", "title", "filename"]).orderBy("created_at", "desc").orderBy("id", "desc")
      .limit(EXAMPLES).execute(),
  ]);
  return { untagged, unreviewed, withoutAlt: { count, examples } };
}

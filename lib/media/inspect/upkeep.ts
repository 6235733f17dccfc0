/** Counts what is left to do in the library, for the admin overview. */
import type { Kysely } from "kysely";
import { countRows, type Database } from "@/lib/db/mod.ts";
import { countLibrary } from "../library/list.ts";

/** Numbers of assets that need work; each is the total of one of the library's coverage filters. */
export interface MediaUpkeep {
  readonly untagged: number;
  /** Assets with proposed tags to review. */
  readonly unreviewed: number;
  /** Assets without an alt text. */
  readonly undescribed: number;
}

/** Counts the assets that need work. */
export async function mediaUpkeep(db: Kysely<Database>): Promise<MediaUpkeep> {
  const [untagged, unreviewed, undescribed] = await Promise.all([
    countLibrary(db, { coverage: "untagged" }),
    countLibrary(db, { coverage: "ai-unreviewed" }),
    // Without the join of the filter `no-alt`, because an index counts them.
    countRows(db.selectFrom("media_assets").where("alt_text", "is", null)),
  ]);
  return { untagged, unreviewed, undescribed };
}

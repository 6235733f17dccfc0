/** Claims of leads, and the addresses that they keep from other runs. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { farAhead } from "../timing/mod.ts";

/** The expressions of a claim that is valid at `now`, and of the list of addresses that claimed rows have. */
export function claimsAt(db: Kysely<Database>, now: Date) {
  const isClaimed = sql<boolean>`(claimed_until > ${now} and claimed_until <= ${farAhead(now)})`;
  // One list for all rows: to look up the address of each takes quadratic time when thousands have the same one.
  const busy = sql`array(${
    db.selectFrom("crm_sync_queue").select(sql`lower(email)`.as("address"))
      .where("status", "=", sql.lit("queued")).where(isClaimed)
  })`;
  return { isClaimed, busy };
}

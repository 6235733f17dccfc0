/** Which of the leads that staff wanted to retry a run has left alone (spec §2.9). */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { claimsAt } from "./claims.ts";

/** Which rows staff want to retry: the ones named, all queued ones, or all abandoned ones. */
export type RetrySelection = { readonly ids: readonly string[] } | "all" | "abandoned";

/** The rows of a selection that have not landed. */
export interface Untried {
  readonly open: number;
  /** Those of them that another run is sending, or whose address it is sending. No run takes them until it has ended. */
  readonly busy: number;
}

/** Counts the rows of a selection that have not landed at `now`. */
export async function countUntried(
  db: Kysely<Database>,
  { selection, now }: { readonly selection: RetrySelection; readonly now: Date },
): Promise<Untried> {
  const { isClaimed, busy } = claimsAt(db, now);
  const isBusy = sql<boolean>`(${isClaimed} or lower(email) = any(${busy}))`;
  let rows = db.selectFrom("crm_sync_queue");
  if (typeof selection === "string") {
    rows = rows.where("status", "=", selection === "all" ? "queued" : "abandoned");
  } else {
    if (selection.ids.length === 0) return { open: 0, busy: 0 };
    rows = rows.where("status", "in", ["queued", "abandoned"]).where("id", "in", selection.ids);
  }
  const counts = await rows.select(({ fn }) => [
    fn.countAll<number>().as("open"),
    fn.countAll<number>().filterWhere(isBusy).as("busy"),
  ]).executeTakeFirstOrThrow();
  return { open: Number(counts.open), busy: Number(counts.busy) };
}

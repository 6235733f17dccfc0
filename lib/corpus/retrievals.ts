/** Stores how often passages were quoted to buyers. */
import { type Kysely, sql } from "kysely";
import { type Database, migratedAt } from "../db/mod.ts";

/** Identifies a passage by its item and its sequence number in it (from 1). */
export interface PassageKey {
  readonly itemId: string;
  readonly seq: number;
}

/** A passage with the number of its quotations. */
interface QuotedPassage extends PassageKey {
  /** Number of quotations, at least 1. */
  readonly times: number;
}

/**
 * Adds to the counts of passages; duplicates are summed, and passages that no longer exist are skipped. Rows are locked
 * in a fixed order, so concurrent calls cannot deadlock.
 */
export async function countRetrievals(
  db: Kysely<Database>,
  quoted: readonly QuotedPassage[],
  at: Date,
): Promise<void> {
  if (quoted.length === 0) return;
  await sql`
    insert into corpus_retrievals (item_id, seq, retrieved, last_at)
    select item_id, seq, times, ${at}::timestamptz from corpus_passages
    join (
      select item_id, seq, sum(times)::integer as times from unnest(
        ${quoted.map(({ itemId }) => itemId)}::text[], ${quoted.map(({ seq }) => seq)}::integer[],
        ${quoted.map(({ times }) => times)}::integer[]
      ) as quoted (item_id, seq, times) group by item_id, seq
    ) as quoted using (item_id, seq)
    order by item_id, seq
    for key share of corpus_passages
    on conflict (item_id, seq) do update set
      retrieved = corpus_retrievals.retrieved + excluded.retrieved,
      last_at = greatest(corpus_retrievals.last_at, excluded.last_at)`.execute(db);
}

/** Returns when counting began, which is when its migration ran; null if that is unknown. */
export async function retrievalsCountedSince(db: Kysely<Database>): Promise<Date | null> {
  return await migratedAt(db, "0014_count_retrievals");
}

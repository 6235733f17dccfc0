/** Stores how often passages were quoted to buyers, and lists those that never were. */
import { type Kysely, sql } from "kysely";
import { type Database, migratedAt } from "../db/mod.ts";

/** Identifies a passage by its item and its sequence number in it (from 1). */
export interface PassageKey {
  readonly itemId: string;
  readonly seq: number;
}

/** A passage with the number of its quotations. */
export interface QuotedPassage extends PassageKey {
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

/** An active item with passages that were never quoted. */
export interface UnquotedItem {
  readonly id: string;
  readonly title: string;
  readonly passages: number;
  /** Number of its passages that were never quoted; at least 1. */
  readonly unquoted: number;
}

/** One page of the active items with passages that were never quoted. */
export interface UnquotedPage {
  readonly items: readonly UnquotedItem[];
  readonly page: number;
  readonly pages: number;
  /** Number of items on all pages. */
  readonly total: number;
  /** Number of never-quoted passages on all pages. */
  readonly passages: number;
}

/**
 * Lists one page of the active items with passages that were never quoted, those with most of them first, then by
 * title. Pages count from 1; a page past the end returns the last page.
 */
export async function listUnquoted(
  db: Kysely<Database>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<UnquotedPage> {
  const { rows } = await sql<UnquotedItem & { total: number; never: number }>`
    with listed as (
      select item.id, item.title, count(*) as passages,
        count(*) filter (where counted.item_id is null) as unquoted
      from corpus_items as item
      join corpus_passages as passage on passage.item_id = item.id
      left join corpus_retrievals as counted
        on counted.item_id = passage.item_id and counted.seq = passage.seq
      where item.state = 'active'
      group by item.id
      having bool_or(counted.item_id is null)
    )
    select *, count(*) over () as total, (sum(unquoted) over ())::bigint as never from listed
    order by unquoted desc, lower(title) collate "C", id collate "C"
    limit ${size}
    offset (
      select greatest(0, least(${page - 1}::bigint, (count(*) - 1) / ${sql.lit(size)}))
        * ${sql.lit(size)} from listed
    )`.execute(db);
  const total = rows[0]?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    items: rows.map(({ total: _, never: __, ...item }) => item),
    page: Math.min(Math.max(page, 1), pages),
    pages,
    total,
    passages: rows[0]?.never ?? 0,
  };
}

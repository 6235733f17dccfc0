/** How often passages were quoted to buyers, and which never were. */
import { type Kysely, sql } from "kysely";
import { type Database, migratedAt } from "../db/mod.ts";

/** A passage, by its document and its place in it. */
export interface PassageKey {
  readonly itemId: string;
  readonly seq: number;
}

/** A passage that was quoted. */
export interface QuotedPassage extends PassageKey {
  /** How often, at least 1. */
  readonly times: number;
}

/**
 * Adds to the counts of passages, and adds up those of one that is named twice. A passage that is gone meanwhile is
 * passed over. Rows are taken in one order, so that two counts at once never wait for each other.
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

/** When the database began to count; null where it does not know. */
export async function retrievalsCountedSince(db: Kysely<Database>): Promise<Date | null> {
  return await migratedAt(db, "0014_count_retrievals");
}

/** An active document with passages that no buyer was shown. */
export interface UnquotedItem {
  readonly id: string;
  readonly title: string;
  readonly passages: number;
  /** Those of its passages that were never quoted; 1 or more. */
  readonly unquoted: number;
}

/** One page of the active documents with passages that were never quoted. */
export interface UnquotedPage {
  readonly items: readonly UnquotedItem[];
  readonly page: number;
  readonly pages: number;
  /** Documents of the whole list. */
  readonly total: number;
  /** Passages of the whole list that were never quoted. */
  readonly passages: number;
}

/**
 * Lists the active documents with passages that were never quoted, those with most of them first, then by title.
 * Pages count from 1; one past the end gives the last.
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

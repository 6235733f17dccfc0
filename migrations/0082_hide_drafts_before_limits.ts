import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * Leaves documents about draft systems only out of a search before its limits apply, so that their passages do not take
 * the place of others. Replaces the search functions of migration 0077; without such documents the results are the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function corpus_hidden_passages() returns integer[]
    language plpgsql stable ${KEEP_PLAN} as $$
    begin
      return array(
        select entry.passage
        from (
          select about.item_id
          from systems as draft
            join corpus_item_systems as of_draft on of_draft.system_id = draft.id
            join corpus_item_systems as about on about.item_id = of_draft.item_id
            join systems on systems.id = about.system_id
          where draft.draft
          group by about.item_id having bool_and(systems.draft)
        ) as items cross join lateral (
          select passage from corpus_entries where corpus_entries.item_id = items.item_id offset 0
        ) as entry
      );
    end $$`.execute(db);
  await createSearch(db);
}

const KEEP_PLAN = sql`set search_path from current set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off`;

/** The result columns of both searches. */
const COLUMNS = sql`
  rank integer, item_id text, seq integer, places integer[], impacts integer[], title text,
  heading text, text text, content_type text, source_kind text, source_url text, pdp_path text,
  link_status text, version text, fetched_at timestamptz, system_ids text[]`;

async function createSearch(db: Kysely<unknown>): Promise<void> {
  // Each term offers its best visible passages, read in order from the index. The best of these are then scored by all
  // terms that they contain.
  const search = (among: RawBuilder<unknown>) =>
    sql`
    with wanted as materialized (
      select * from unnest(terms, weights, reads) with ordinality as wanted (term, weight, reads, place)
    ),
    best as materialized (
      select passage from wanted cross join lateral (
        select passage, impact from corpus_postings
        where corpus_postings.term = wanted.term and (kinds is null or kind = any (kinds)) ${among}
          and (passage in (select unnest(hidden))) is not true
        order by impact desc, passage limit wanted.reads
      ) as postings
      group by passage order by sum(impact * weight) desc, passage limit scored
    ),
    said as (
      select entry.item_id, entry.seq, unnest(entry.terms) as term, unnest(entry.impacts) as impact
      from best cross join lateral (
        select * from corpus_entries where corpus_entries.passage = best.passage offset 0
      ) as entry
    ),
    chosen as (
      select row_number() over (
          order by sum(weight * impact) desc, item_id collate "C", seq
        )::int as rank,
        item_id, seq, array_agg(place::int) as places, array_agg(impact::int) as impacts
      from said join wanted using (term) group by item_id, seq
      order by sum(weight * impact) desc, item_id collate "C", seq limit most
    )
    ${rowsOfChosen}`;
  await sql`
    create or replace function corpus_search(
      terms text[], weights integer[], reads integer[], scored integer, kinds smallint[],
      wanted_systems text[], most integer
    )
    returns table (${COLUMNS})
    language plpgsql stable rows 10 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    declare
      about integer[];
      hidden integer[] := corpus_hidden_passages();
    begin
      if wanted_systems is null then
        return query ${search(sql``)};
        return;
      end if;
      -- As a subquery, the list is hashed once for all terms.
      about := array(
        select passage from (
          select distinct item_id from corpus_item_systems where system_id = any (wanted_systems)
        ) as items cross join lateral (
          select passage from corpus_entries where corpus_entries.item_id = items.item_id offset 0
        ) as entries
      );
      return query ${search(sql`and (passage in (select unnest(about))) is true`)};
    end $$`.execute(db);

  // Lists the passages about some systems, for a search without terms.
  await sql`
    create or replace function corpus_list(wanted_systems text[], kinds smallint[], most integer)
    returns table (${COLUMNS})
    language plpgsql stable rows 10 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    declare
      hidden integer[] := corpus_hidden_passages();
    begin
      return query
      with chosen as (
        select row_number() over (order by breadth, kind, item_id collate "C", seq)::int as rank,
          item_id, seq, '{}'::int[] as places, '{}'::int[] as impacts
        from (
          select items.item_id, entry.seq, entry.kind, (
            select count(*) from corpus_item_systems as each where each.item_id = items.item_id
          ) as breadth
          from (
            select distinct item_id from corpus_item_systems where system_id = any (wanted_systems)
          ) as items cross join lateral (
            select seq, kind, passage from corpus_entries where corpus_entries.item_id = items.item_id offset 0
          ) as entry
          where (kinds is null or entry.kind = any (kinds))
            and (entry.passage in (select unnest(hidden))) is not true
        ) as entries
        order by breadth, kind, item_id collate "C", seq limit most
      )
      ${rowsOfChosen};
    end $$`.execute(db);
}

/** The full rows of the chosen passages. */
const rowsOfChosen = sql`
  select rank, chosen.item_id, chosen.seq, places, impacts, title, heading, passage.text,
    content_type, source_kind, source_url, pdp_path, link_status, version, fetched_at,
    array(
      select system_id from corpus_item_systems as about where about.item_id = chosen.item_id
      order by system_id collate "C"
    )
  from chosen cross join lateral (
    select * from corpus_items where corpus_items.id = chosen.item_id offset 0
  ) as item cross join lateral (
    select heading, text from corpus_passages
    where corpus_passages.item_id = chosen.item_id and corpus_passages.seq = chosen.seq offset 0
  ) as passage
  order by rank`;

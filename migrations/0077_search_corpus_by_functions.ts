import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * Moves the corpus search into functions, whose query plans a connection caches: planning the statements for each
 * question took as long as running them. The results are the same.
 *
 * A cached plan is used even after the corpus has grown, so the functions force index scans regardless of the sizes of
 * the tables at planning time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceWordFunctions(db);
  await createWordReaders(db);
  await createSearch(db);
}

const KEEP_PLAN = sql`set search_path from current set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off`;

async function replaceWordFunctions(db: Kysely<unknown>): Promise<void> {
  // Without a `set` clause the planner can inline it into the calling statement.
  await sql`
    create or replace function corpus_term(word text) returns text
    language sql immutable parallel safe as $$
      select case when word ~ '^[0-9]' then word else (pg_catalog.ts_lexize(
        'pg_catalog.english_stem',
        case
          when word in ('aluminum', 'aluminums') then 'aluminium'
          when word like 'gr%' and word ~ '^gr[ae]y' then 'gray'
          when word like '%re%' and word ~ '^(cent|met|theat|fib|lit)res?$'
            then pg_catalog.regexp_replace(word, 're(s?)$', 'er\\1')
          when word like '%our%' and word ~ '^(col|neighb|harb|fav|od|vap|arm|behavi|lab)our'
            then pg_catalog.regexp_replace(word, 'our', 'or')
          when word like '%is%' and word ~ '^[a-z]{4,}is(e|ed|es|ing|er|ation)$'
            then pg_catalog.regexp_replace(word, 'is(e|ed|es|ing|er|ation)$', 'iz\\1')
          -- Versions of the stemmer do not agree on "added" and the few words like it.
          when pg_catalog.substr(word, 2, 1) = pg_catalog.substr(word, 3, 1)
            and word ~ '^[aeiou][a-z]{2}(ed|ing)' then pg_catalog.substr(word, 1, 3)
          else word
        end
      ))[1] end
    $$`.execute(db);
  await sql`
    create or replace function corpus_split(content text) returns text[]
    language plpgsql immutable parallel safe set search_path from current as $$
    declare
      plain text := corpus_plain(content);
    begin
      return (
        with found as materialized (
          select word from unnest(string_to_array(regexp_replace(
            plain,
            '[^a-z0-9.\\u0080-\\U0010ffff-]+|\\.(?![0-9])|(?<![0-9])\\.|-(?![a-z\\u0080-\\U0010ffff])|(?<![a-z\\u0080-\\U0010ffff])-',
            ' ', 'g'), ' ')) as word
        )
        select coalesce(array_agg(left(word, 40)), '{}') from (
          select word from found where position('-' in word) = 0
          union all
          select part from found, unnest(string_to_array(word, '-')) as part where position('-' in word) > 0
          union all
          select replace(word, '-', '') from found where position('-' in word) > 0
          union all
          select case hit[2] when 'ft' then trim_scale(hit[1]::numeric * 12) || 'inch' else hit[1] || hit[2] end
          from regexp_matches(
            plain, '(?:^|[^0-9.])([0-9]{1,6}(?:\\.[0-9]{1,4})?) (ft|inch|lb|min|psf|stc|week|year)s?\\M', 'g') as hit
          where plain ~ '[0-9]'
        ) as words where word <> ''
      );
    end $$`.execute(db);
}

async function createWordReaders(db: Kysely<unknown>): Promise<void> {
  // Returns the words of each text with their term and number of passages. The empty word of phrase 0 counts all
  // passages.
  await sql`
    create function corpus_read_words(texts text[])
    returns table (phrase integer, word text, term text, passages integer)
    language plpgsql stable rows 50 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    begin
      return query
      with asked as (
        select phrase::int, word, min(place)::int as place
        from unnest(texts) with ordinality as phrases (content, phrase),
          unnest(corpus_split(content)) with ordinality as asked (word, place)
        where trim(content) <> '' group by phrase, word
      ),
      stemmed as materialized (
        select word, corpus_term(word) as term from (select distinct word from asked) as words
        union all select '', ''
      )
      select coalesce(phrase, 0), word, stemmed.term, coalesce(known.passages, 0)
      from stemmed left join asked using (word)
        left join lateral (
          select passages from corpus_terms where corpus_terms.term = stemmed.term offset 0
        ) as known on true
      order by phrase, place;
    end $$`.execute(db);

  // Returns those of the words that occur in a passage, with their terms.
  await sql`
    create function corpus_read_known(words text[])
    returns table (word text, term text, passages integer)
    language plpgsql stable rows 50 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    begin
      return query
      select stemmed.word, stemmed.term, known.passages
      from (
        select word, corpus_term(word) as term from unnest(words) as word offset 0
      ) as stemmed cross join lateral (
        select passages from corpus_terms where corpus_terms.term = stemmed.term offset 0
      ) as known
      where known.passages > 0;
    end $$`.execute(db);

  // Returns words of the corpus that are spelt similarly to the misspelt ones.
  await sql`
    create function corpus_read_spelt(misspelt text[])
    returns table (asked text, word text, term text, passages integer)
    language plpgsql stable rows 50 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    begin
      return query
      select asked.asked, alike.word, known.term, counted.passages
      from unnest(misspelt) as asked (asked) cross join lateral (
        select word from unnest(corpus_grams(asked.asked)) as looked (gram) cross join lateral (
          select word from corpus_word_grams
          where corpus_word_grams.gram = looked.gram and abs(length(word) - length(asked.asked)) <= 2
          offset 0
        ) as grams
        group by word order by count(*) desc, word limit 50
      ) as alike cross join lateral (
        select term from corpus_words where corpus_words.word = alike.word offset 0
      ) as known cross join lateral (
        select passages from corpus_terms where corpus_terms.term = known.term offset 0
      ) as counted
      where counted.passages > 0;
    end $$`.execute(db);
}

/** The result columns of both searches. */
const COLUMNS = sql`
  rank integer, item_id text, seq integer, places integer[], impacts integer[], title text,
  heading text, text text, content_type text, source_kind text, source_url text, pdp_path text,
  link_status text, version text, fetched_at timestamptz, system_ids text[]`;

async function createSearch(db: Kysely<unknown>): Promise<void> {
  // Reads the best passages of each term in order from the index, and then scores the best of these by all wanted terms
  // that they contain.
  const search = (among: RawBuilder<unknown>) =>
    sql`
    with wanted as materialized (
      select * from unnest(terms, weights, reads) with ordinality as wanted (term, weight, reads, place)
    ),
    best as materialized (
      select passage from wanted cross join lateral (
        select passage, impact from corpus_postings
        where corpus_postings.term = wanted.term and (kinds is null or kind = any (kinds)) ${among}
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
    create function corpus_search(
      terms text[], weights integer[], reads integer[], scored integer, kinds smallint[],
      wanted_systems text[], most integer
    )
    returns table (${COLUMNS})
    language plpgsql stable rows 10 ${KEEP_PLAN} as $$
    #variable_conflict use_column
    declare
      about integer[];
    begin
      if wanted_systems is null then
        return query ${search(sql``)};
        return;
      end if;
      -- Said in this way, the list is hashed once for all words.
      about := array(
        select passage from (
          select distinct item_id from corpus_item_systems where system_id = any (wanted_systems)
        ) as items cross join lateral (
          select passage from corpus_entries where corpus_entries.item_id = items.item_id offset 0
        ) as entries
      );
      return query ${search(sql`and (passage in (select unnest(about))) is true`)};
    end $$`.execute(db);

  // Lists passages about some systems, for a request without words.
  await sql`
    create function corpus_list(wanted_systems text[], kinds smallint[], most integer)
    returns table (${COLUMNS})
    language plpgsql stable rows 10 ${KEEP_PLAN} as $$
    #variable_conflict use_column
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
            select seq, kind from corpus_entries where corpus_entries.item_id = items.item_id offset 0
          ) as entry
          where kinds is null or entry.kind = any (kinds)
        ) as entries
        order by breadth, kind, item_id collate "C", seq limit most
      )
      ${rowsOfChosen};
    end $$`.execute(db);
}

/**
 * The full rows of the chosen passages, without documents that are only about draft systems, which buyers must not see.
 */
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
  where not coalesce((
    select bool_and(systems.draft) from corpus_item_systems as about
    join systems on systems.id = about.system_id
    where about.item_id = chosen.item_id
  ), false)
  order by rank`;

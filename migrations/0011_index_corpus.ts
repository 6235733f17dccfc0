import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * Creates the inverted index of the corpus: for each stemmed word, the passages that contain it with their weight (BM25
 * without the corpus-dependent part). Triggers maintain it. Only active items are indexed.
 *
 * Everything is compared bytewise and needs no extension, so that both engines, under any locale and role, produce the
 * same index for the same text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await createWordFunctions(db);
  await createIndexing(db);
  await createTriggers(db);
}

const BYTES = sql`text collate "C"`;

async function createTables(db: Kysely<unknown>): Promise<void> {
  // Posting lists refer to a passage by number, which is a quarter of the size of its key.
  await db.schema.createTable("corpus_entries")
    .addColumn("passage", "integer", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("kind", "smallint", (column) => column.notNull())
    // The terms of the passage, and their weights in the same order.
    .addColumn("terms", sql`text[] collate "C"`, (column) => column.notNull())
    .addColumn("impacts", sql`smallint[]`, (column) => column.notNull())
    .addUniqueConstraint("corpus_entries_key", ["item_id", "seq"])
    .execute();

  await db.schema.createTable("corpus_postings")
    .addColumn("passage", "integer", (column) => column.notNull())
    .addColumn("impact", "smallint", (column) => column.notNull())
    .addColumn("kind", "smallint", (column) => column.notNull())
    .addColumn("term", BYTES, (column) => column.notNull())
    .execute();
  // Best postings first, with all columns that a search reads.
  await sql`
    create index corpus_postings_best_idx on corpus_postings (term, impact desc, passage)
    include (kind)`.execute(db);

  // The number of passages that contain each term. The empty term is in every passage.
  await db.schema.createTable("corpus_terms")
    .addColumn("term", BYTES, (column) => column.primaryKey())
    .addColumn("passages", "integer", (column) => column.notNull())
    .execute();

  // Words as spelt in the corpus, to correct misspelt words of a question.
  await db.schema.createTable("corpus_words")
    .addColumn("word", BYTES, (column) => column.primaryKey())
    .addColumn("term", BYTES, (column) => column.notNull())
    .execute();
  await db.schema.createTable("corpus_word_grams")
    .addColumn("gram", BYTES, (column) => column.notNull())
    .addColumn("word", BYTES, (column) => column.notNull())
    .addPrimaryKeyConstraint("corpus_word_grams_pkey", ["gram", "word"])
    .execute();
}

async function createWordFunctions(db: Kysely<unknown>): Promise<void> {
  // Normalises a text: no accents or capitals, plain numbers, and one name per unit after its number.
  await sql`
    create function corpus_plain(content text) returns text
    language plpgsql immutable parallel safe set search_path from current as $$
    declare
      plain text := content;
      spelt text[];
    begin
      if plain ~ '[^\\x01-\\x7f]' then
        plain := translate(plain, '’‘ʼ“”„″′–—‑‒−×·•®™©', '''''''""""''-----x     ');
        plain := replace(replace(replace(plain, '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4');
        plain := regexp_replace(normalize(plain, NFKD), '[\\u0300-\\u036f\\u00ad\\u200b-\\u200d]', '', 'g');
        plain := translate(plain, '⁄ØøŁłĐđıſ', '/OoLlDdis');
        plain := replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
        plain := regexp_replace(plain, '[\\u0080-\\u00bf\\u2000-\\u206f\\u3000-\\u3003]', ' ', 'g');
      end if;
      plain := lower(plain collate "C");
      plain := regexp_replace(plain, '''(s|t|d|ll|re|ve|m)\\M', '', 'g');
      if plain ~ '\\m(half|quarters?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty)\\M' then
        plain := regexp_replace(plain, '\\mhalf an? (inch|foot)', '0.5 \\1', 'g');
        plain := regexp_replace(plain, '\\mthree[ -]quarters of an inch', '0.75 inch', 'g');
        foreach spelt slice 1 in array array[
          ['two', '2'], ['three', '3'], ['four', '4'], ['five', '5'], ['six', '6'], ['seven', '7'],
          ['eight', '8'], ['nine', '9'], ['ten', '10'], ['eleven', '11'], ['twelve', '12'],
          ['thirteen', '13'], ['fourteen', '14'], ['fifteen', '15'], ['sixteen', '16'],
          ['eighteen', '18'], ['twenty', '20']
        ] loop
          plain := regexp_replace(
            plain, '\\m' || spelt[1] || '([ -](?:feet|foot|inch|inches|weeks?|years?|minutes?))\\M',
            spelt[2] || '\\1', 'g');
        end loop;
      end if;
      if plain ~ '[0-9]' then
        plain := regexp_replace(plain, '(^|[\\s(])"([^"]*)"', '\\1 \\2 ', 'g');
        plain := regexp_replace(plain, '([0-9]),([0-9]{3})(?![0-9])', '\\1\\2', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]+1/2', '\\1.5', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]+1/4', '\\1.25', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]+3/4', '\\1.75', 'g');
        plain := replace(replace(replace(plain, '1/2', '0.5'), '1/4', '0.25'), '3/4', '0.75');
        plain := regexp_replace(plain, '(^|[^0-9])\\.([0-9])', '\\10.\\2', 'g');
        plain := regexp_replace(plain, '(\\.[0-9]*[1-9])0+(?![0-9])', '\\1', 'g');
        plain := regexp_replace(plain, '([0-9])\\.0+(?![0-9])', '\\1', 'g');
        plain := regexp_replace(plain, '([0-9])\\s*''(?![a-z])', '\\1 ft ', 'g');
        plain := regexp_replace(plain, '([0-9])\\s*"', '\\1 inch ', 'g');
        plain := regexp_replace(plain, '([0-9])\\s*%', '\\1 percent ', 'g');
        plain := regexp_replace(plain, '([0-9])([a-z])', '\\1 \\2', 'g');
        plain := regexp_replace(plain, '([a-z])([0-9])', '\\1 \\2', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]*(?:feet|foot|ft)\\M', '\\1 ft', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]*(?:inches|inch|in)\\M', '\\1 inch', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]*(?:pounds?|lbs?)\\M', '\\1 lb', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]*(?:minutes?|mins?)\\M', '\\1 min', 'g');
        plain := regexp_replace(plain, '([0-9])[ -]*(weeks?|years?|psf)\\M', '\\1 \\2', 'g');
        plain := regexp_replace(
          plain, '\\mstc[ -]*(?:(?:rating|class)[ -]+)?(?:(?:of|up to|is|from|at least)[ -]+)?([0-9]+)\\M(?! (?:ft|inch|lb|min|psf))',
          '\\1 stc', 'g');
        plain := regexp_replace(
          plain, '([0-9])[ ]*(?:-|to|x|by|and)[ ]*([0-9]+(?:\\.[0-9]+)?) (ft|inch|lb|min|stc|weeks?|years?|psf)\\M',
          '\\1 \\3 \\2 \\3', 'g');
      end if;
      return plain;
    end $$`.execute(db);

  // Splits a text into words, with repetitions. A hyphenated word gives its parts and the whole; a measure is also one
  // word with its unit, with feet converted to inches.
  await sql`
    create function corpus_split(content text) returns text[]
    language sql immutable parallel safe set search_path from current as $$
      with plain as materialized (select corpus_plain(content) as text),
      found as materialized (
        select word from plain, unnest(string_to_array(regexp_replace(
          plain.text,
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
        from plain, regexp_matches(
          plain.text, '(?:^|[^0-9.])([0-9]{1,6}(?:\\.[0-9]{1,4})?) (ft|inch|lb|min|psf|stc|week|year)s?\\M', 'g') as hit
        where plain.text ~ '[0-9]'
      ) as words where word <> ''
    $$`.execute(db);

  // The stem of a word, or null for a stop word.
  await sql`
    create function corpus_term(word text) returns text
    language sql immutable parallel safe set search_path from current as $$
      select case when word ~ '^[0-9]' then word else (ts_lexize(
        'pg_catalog.english_stem',
        case
          when word in ('aluminum', 'aluminums') then 'aluminium'
          when word ~ '^gr[ae]y' then 'gray'
          when word ~ '^(cent|met|theat|fib|lit)res?$' then regexp_replace(word, 're(s?)$', 'er\\1')
          when word ~ '^(col|neighb|harb|fav|od|vap|arm|behavi|lab)our'
            then regexp_replace(word, 'our', 'or')
          when word ~ '^[a-z]{4,}is(e|ed|es|ing|er|ation)$'
            then regexp_replace(word, 'is(e|ed|es|ing|er|ation)$', 'iz\\1')
          -- Versions of the stemmer do not agree on "added" and the few words like it.
          when word ~ '^([aeiou]([a-z])\\2)(ed|ing)' then substr(word, 1, 3)
          else word
        end
      ))[1] end
    $$`.execute(db);

  // The trigrams of a word, each with the word's first letter, because that is hardly ever misspelt.
  await sql`
    create function corpus_grams(word text) returns text[]
    language sql immutable parallel safe set search_path from current as $$
      select coalesce(array_agg(distinct (left(word, 1) || substr(padded, place, 3)) collate "C"), '{}')
      from (select ' ' || word || ' ' as padded) as whole, generate_series(1, length(padded) - 2) as place
    $$`.execute(db);
}

/**
 * BM25 parameters, tuned on the test collection: term-frequency saturation and length normalisation. Passages have
 * similar lengths, so the average length is a constant, and the weights of a passage need no update when others are
 * added.
 */
const SATURATION = 1.6;
const LENGTH_PART = 0.3;
const USUAL_LENGTH = 45;
/** Weights of a word in the title and in the heading; in the text it is 1. */
const TITLE = 1.5;
const HEADING = 1;

async function createIndexing(db: Kysely<unknown>): Promise<void> {
  const [k, b, usual] = [SATURATION, LENGTH_PART, USUAL_LENGTH].map((value) => sql.lit(value));
  // An advisory lock serialises writers of the index until they commit. Imports take the same lock first.
  await sql`
    create function index_corpus_passages(item_ids text[], seqs integer[]) returns void
    language plpgsql set search_path from current as $$
    begin
      perform pg_advisory_xact_lock(4202);
      with wanted as materialized (
        select item_id, seq, title, coalesce(heading, '') as heading, text,
          array_position(array['pdp', 'blog', 'tech-doc', 'marketing'], content_type) as kind
        from unnest(item_ids, seqs) as key (item_id, seq)
        join corpus_passages using (item_id, seq)
        join corpus_items on corpus_items.id = item_id and state = 'active'
      ),
      titles as materialized (
        select item_id, word from (select distinct item_id, title from wanted) as titled,
          unnest(corpus_split(title)) as word
      ),
      -- The empty word stands for the passage itself, which may say nothing else.
      said as materialized (
        select item_id, seq, kind, word, sum(weight) as weight, sum(length) as length from (
          select item_id, seq, kind, word, ${sql.lit(TITLE)} as weight, 0 as length
          from wanted join titles using (item_id)
          union all
          select item_id, seq, kind, word, ${sql.lit(HEADING)}, 0
          from wanted, unnest(corpus_split(heading)) as word
          union all
          select item_id, seq, kind, word, 1, 1
          from wanted, unnest(array_append(corpus_split(text), '')) as word
        ) as mentions group by item_id, seq, kind, word
      ),
      words as materialized (
        select word, corpus_term(word) as term
        from (select distinct word from said where word <> '') as distinct_words
      ),
      weighed as (
        select item_id, seq, kind, term, sum(weight) as weight,
          sum(sum(length)) over (partition by item_id, seq) as passage_length
        from said left join words using (word) group by item_id, seq, kind, term
      ),
      impacts as (
        select *, round(10000 * (${k} + 1) * weight
          / (weight + ${k} * (1 - ${b} + ${b} * passage_length / ${usual})))::smallint as impact
        from weighed
      ),
      entries as (
        insert into corpus_entries (item_id, seq, kind, terms, impacts)
        select item_id, seq, kind,
          coalesce(array_agg(term order by term) filter (where term is not null), '{}'),
          coalesce(array_agg(impact order by term) filter (where term is not null), '{}')
        from impacts group by item_id, seq, kind order by item_id collate "C", seq
        returning *
      ),
      postings as (
        insert into corpus_postings (term, passage, impact, kind)
        select term, passage, impact, kind from entries, unnest(terms, impacts) as said (term, impact)
        order by term, impact desc, passage
      ),
      counts as (
        insert into corpus_terms (term, passages)
        select term, count(*) from entries, unnest(array_append(terms, '')) as term group by term
        on conflict (term) do update set passages = corpus_terms.passages + excluded.passages
      ),
      spelt as (
        insert into corpus_words (word, term)
        select word, term from words where term is not null
        on conflict do nothing
        returning word
      )
      insert into corpus_word_grams (gram, word)
      select gram, word from spelt, unnest(corpus_grams(word)) as gram
      where length(word) >= 4 and word !~ '[0-9]';
    end $$`.execute(db);

  // A list is long and what leaves it is little: never read a whole one to find it.
  await sql`
    create function unindex_corpus_passages(item_ids text[], seqs integer[]) returns void
    language plpgsql set search_path from current
    set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform pg_advisory_xact_lock(4202);
      with gone as (
        delete from corpus_entries using unnest(item_ids, seqs) as key (item_id, seq)
        where corpus_entries.item_id = key.item_id and corpus_entries.seq = key.seq
        returning passage, terms, impacts
      ),
      postings as (
        delete from corpus_postings
        using gone, unnest(gone.terms, gone.impacts) as said (term, impact)
        where corpus_postings.term = said.term and corpus_postings.impact = said.impact
          and corpus_postings.passage = gone.passage
      )
      update corpus_terms set passages = corpus_terms.passages - counts.passages
      from (select term, count(*) as passages from gone, unnest(array_append(terms, '')) as term group by term) as counts
      where corpus_terms.term = counts.term;
    end $$`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  const index = sql`
    perform index_corpus_passages(array_agg(item_id), array_agg(seq)) from new_rows having count(*) > 0;`;
  const unindex = sql`
    perform unindex_corpus_passages(array_agg(item_id), array_agg(seq)) from old_rows having count(*) > 0;`;
  const [newRows, oldRows] = [sql`new table as new_rows`, sql`old table as old_rows`];
  await onPassages(db, { event: "insert", rows: newRows, body: index });
  await onPassages(db, { event: "delete", rows: oldRows, body: unindex });
  await onPassages(db, {
    event: "update",
    rows: sql`${oldRows} ${newRows}`,
    body: sql`${unindex} ${index}`,
  });
  await onPassages(db, {
    event: "truncate",
    body:
      sql`truncate corpus_entries, corpus_postings, corpus_terms, corpus_words, corpus_word_grams;`,
  });

  // A change of title, kind or state affects every passage of the document: the title is indexed with each passage,
  // each posting has the kind, and only active documents are indexed.
  await sql`
    create function reindex_corpus_items() returns trigger
    language plpgsql set search_path from current as $$
    declare
      item_ids text[];
      seqs integer[];
    begin
      select array_agg(corpus_passages.item_id), array_agg(corpus_passages.seq) into item_ids, seqs
      from old_rows join new_rows using (id) join corpus_passages on corpus_passages.item_id = id
      where (old_rows.state, old_rows.title, old_rows.content_type)
        is distinct from (new_rows.state, new_rows.title, new_rows.content_type);
      if item_ids is not null then
        perform unindex_corpus_passages(item_ids, seqs);
        perform index_corpus_passages(item_ids, seqs);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger reindex after update on corpus_items
    referencing old table as old_rows new table as new_rows
    for each statement execute function reindex_corpus_items()`.execute(db);
}

interface PassageTrigger {
  event: "insert" | "update" | "delete" | "truncate";
  rows?: RawBuilder<unknown>;
  body: RawBuilder<unknown>;
}

async function onPassages(db: Kysely<unknown>, { event, rows, body }: PassageTrigger) {
  const name = sql.id(`index_corpus_on_${event}`);
  await sql`
    create function ${name}() returns trigger language plpgsql set search_path from current as $$
    begin ${body} return null; end $$`.execute(db);
  await sql`
    create trigger index_${sql.raw(event)} after ${sql.raw(event)} on corpus_passages
    ${rows ? sql`referencing ${rows}` : sql``} for each statement execute function ${name}()`
    .execute(db);
}

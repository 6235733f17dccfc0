/** What the database knows of words. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { AskedWord, TermSource } from "./term_source.ts";
import type { SpeltWord } from "./terms_spelling.ts";

/** Reads the words, their terms and their counts from the index that the database keeps. */
export function storedTerms(db: Kysely<Database>): TermSource {
  return {
    readWords: (texts) => readWords(db, texts),
    readKnown: (words) => readKnown(db, words),
    readSpelt: (words) => readSpelt(db, words),
  };
}

async function readWords(
  db: Kysely<Database>,
  texts: readonly string[],
): Promise<{ total: number; words: AskedWord[][] }> {
  const { rows } = await sql<AskedWord & { phrase: number }>`
    with asked as (
      select phrase::int, word, min(place)::int as place
      from unnest(${[...texts]}::text[]) with ordinality as phrases (content, phrase),
        unnest(corpus_split(content)) with ordinality as asked (word, place)
      where trim(content) <> '' group by phrase, word
    ),
    stemmed as materialized (
      select word, corpus_term(word) as term from (select distinct word from asked) as words
      union all select '', ''
    )
    select coalesce(phrase, 0) as phrase, word, stemmed.term, coalesce(passages, 0) as passages
    from stemmed left join asked using (word)
      left join corpus_terms on corpus_terms.term = stemmed.term
    order by phrase, place`.execute(db);
  const byPhrase = Map.groupBy(rows, ({ phrase }) => phrase);
  return {
    total: byPhrase.get(0)?.[0]?.passages ?? 0,
    words: texts.map((_, index) => byPhrase.get(index + 1) ?? []),
  };
}

async function readKnown(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<Map<string, { term: string; passages: number }>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; term: string; passages: number }>`
    select word, corpus_terms.term, passages
    from (
      select word, corpus_term(word) as term from unnest(${[...words]}::text[]) as word
    ) as words join corpus_terms on corpus_terms.term = words.term
    where passages > 0`.execute(db);
  return new Map(rows.map(({ word, term, passages }) => [word, { term, passages }]));
}

async function readSpelt(
  db: Kysely<Database>,
  misspelt: readonly string[],
): Promise<(SpeltWord & { asked: string })[]> {
  if (misspelt.length === 0) return [];
  const { rows } = await sql<SpeltWord & { asked: string }>`
    select asked, alike.word, corpus_terms.term, passages
    from unnest(${[...misspelt]}::text[]) as asked cross join lateral (
      select word from corpus_word_grams
      where gram = any (corpus_grams(asked)) and abs(length(word) - length(asked)) <= 2
      group by word order by count(*) desc, word limit 50
    ) as alike
    join corpus_words on corpus_words.word = alike.word
    join corpus_terms on corpus_terms.term = corpus_words.term
    where passages > 0`.execute(db);
  return rows;
}

/** The terms of words, by the word; null for a stop word. It depends on nothing that is stored. */
export async function readStems(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<Map<string, string | null>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; term: string | null }>`
    select word, corpus_term(word) as term from unnest(${[...words]}::text[]) as word`.execute(db);
  return new Map(rows.map(({ word, term }) => [word, term]));
}

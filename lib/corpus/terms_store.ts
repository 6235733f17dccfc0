/** Looks up words in the index in the database. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { AskedWord, TermSource } from "./term_source.ts";
import type { SpeltWord } from "./terms_spelling.ts";

/** Returns a {@linkcode TermSource} that reads from the index in the database. */
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
    select * from corpus_read_words(${[...texts]}::text[])`.execute(db);
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
    select * from corpus_read_known(${[...words]}::text[])`.execute(db);
  return new Map(rows.map(({ word, term, passages }) => [word, { term, passages }]));
}

async function readSpelt(
  db: Kysely<Database>,
  misspelt: readonly string[],
): Promise<(SpeltWord & { asked: string })[]> {
  if (misspelt.length === 0) return [];
  const { rows } = await sql<SpeltWord & { asked: string }>`
    select * from corpus_read_spelt(${[...misspelt]}::text[])`.execute(db);
  return rows;
}

/** Returns the terms of words by word; null for a stop word. Depends only on the stemmer, not on stored data. */
export async function readStems(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<Map<string, string | null>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; term: string | null }>`
    select word, corpus_term(word) as term from unnest(${[...words]}::text[]) as word`.execute(db);
  return new Map(rows.map(({ word, term }) => [word, term]));
}

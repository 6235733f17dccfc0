/** From a text in a buyer's words to the terms of the index. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { type WeighedTerm, weighTerms } from "./rank.ts";
import { correct, SHORTEST_CORRECTED, type SpeltWord } from "./terms_spelling.ts";
import { KNOWN_WORDS, onlyAsks, otherWordsFor } from "./terms_thesaurus.ts";

/** Characters of a text that are read; the rest is ignored. */
export const MAX_TEXT = 4_000;

/** How a term came to be looked for. */
export type TermOrigin = "asked" | "joined" | "corrected" | "related";

/** A term of a question. */
export interface QueryTerm extends WeighedTerm {
  /** The word of the question behind it. */
  readonly word: string;
  readonly origin: TermOrigin;
}

/** What a term counts for by its origin, beside 1; measured on the test collection. */
const TRUST = { joined: 1, corrected: [1, 0.9, 0.7], related: 0.4, measure: 0.5 } as const;
/** A number or a unit by itself; together they are one more word. */
const BARE_MEASURE = /^(\d+(\.\d+)?|ft|inch|lb|min)$/;
/** Words of one question that the corpus does not have and that are made sense of, the longest first. */
const MOST_UNKNOWN = 5;
/** In a longer text, neighbours are not tried as one word. */
const LONGEST_JOINED = 40;

interface Wanted {
  word: string;
  term: string;
  passages: number;
  trust: number;
  origin: TermOrigin;
}

/** A word of the question, its term unless it is a stop word, and in how many passages that is. */
interface AskedWord {
  word: string;
  term: string | null;
  passages: number;
}

/**
 * Reads a text for what to look for, the weightiest first: its words by their stems, neighbours that are also
 * written as one word and the reverse, corrections of what is in no passage, and related words of the trade.
 * Quotes and operators are plain text. Gives none where the corpus has none of them, and null where
 * there is nothing to look for: no text, or only stop words.
 */
export async function readTerms(db: Kysely<Database>, text: string): Promise<QueryTerm[] | null> {
  const plain = text.slice(0, MAX_TEXT).toWellFormed().replaceAll("\0", " ");
  if (plain.trim() === "") return null;
  const { total, words } = await readWords(db, plain);
  const asked = words.filter((word): word is AskedWord & { term: string } =>
    word.term !== null && !onlyAsks(word.word)
  );
  if (asked.length === 0) return null;

  const wanted = new Map<string, Wanted>();
  const add = (found: Wanted) => {
    const known = wanted.get(found.term);
    if (found.passages > 0 && (known === undefined || known.trust < found.trust)) {
      wanted.set(found.term, found);
    }
  };
  for (const { word, term, passages } of asked) {
    const trust = BARE_MEASURE.test(term) ? TRUST.measure : 1;
    add({ word, term, passages, trust, origin: "asked" });
  }
  const unknown = asked.filter(({ passages }) => passages === 0).map(({ word }) => word)
    .filter((word) => word.length >= SHORTEST_CORRECTED && !/\d/.test(word))
    .sort((a, b) => b.length - a.length).slice(0, MOST_UNKNOWN);
  const misspelt = new Set(unknown);
  for (const { word, parts, term, passages, origin } of await readOthers(db, asked, unknown)) {
    add({ word, term, passages, trust: TRUST[origin], origin });
    if (origin === "joined" && parts) misspelt.delete(word);
  }
  for (const found of await readCorrections(db, [...misspelt])) add(found);
  return weigh([...wanted.values()], total);
}

function weigh(wanted: readonly Wanted[], total: number): QueryTerm[] {
  const origins = new Map(wanted.map(({ term, word, origin }) => [term, { word, origin }]));
  return weighTerms(wanted, total).flatMap((term) => {
    const origin = origins.get(term.term);
    return origin === undefined ? [] : [{ ...term, ...origin }];
  });
}

async function readWords(
  db: Kysely<Database>,
  text: string,
): Promise<{ total: number; words: AskedWord[] }> {
  const { rows } = await sql<AskedWord & { place: number }>`
    with asked as (
      select word, min(place)::int as place
      from unnest(corpus_split(${text})) with ordinality as asked (word, place) group by word
    ),
    stemmed as materialized (
      select word, place, corpus_term(word) as term from asked union all select '', 0, ''
    )
    select word, place, stemmed.term, coalesce(passages, 0) as passages
    from stemmed left join corpus_terms on corpus_terms.term = stemmed.term
    order by place`.execute(db);
  const [all, ...words] = rows;
  return { total: all?.passages ?? 0, words };
}

/** Another way to say a word of the question; `parts` where it is the pieces of one. */
interface OtherWord {
  word: string;
  other: string;
  origin: "joined" | "related";
  parts: boolean;
}

/** The word of the thesaurus that an unknown one was meant to be, or the word itself. */
function nearestKnown(word: string): string {
  const known = KNOWN_WORDS.map((word) => ({ word, term: word, passages: 0 }));
  return correct(word, known)?.word ?? word;
}

async function readOthers(
  db: Kysely<Database>,
  asked: readonly AskedWord[],
  unknown: readonly string[],
): Promise<(OtherWord & { term: string; passages: number })[]> {
  const others: OtherWord[] = [
    ...joins(asked),
    ...unknown.flatMap(cuts),
    ...asked.flatMap(({ word }) =>
      otherWordsFor(unknown.includes(word) ? nearestKnown(word) : word).map((other) => ({
        word,
        other,
        origin: "related" as const,
        parts: false,
      }))
    ),
  ];
  if (others.length === 0) return [];
  const { rows } = await sql<{ other: string; term: string; passages: number }>`
    select other, corpus_terms.term, passages
    from (
      select other, corpus_term(other) as term
      from unnest(${[...new Set(others.map(({ other }) => other))]}::text[]) as other
    ) as others join corpus_terms on corpus_terms.term = others.term
    where passages > 0`.execute(db);
  const counted = new Map(rows.map(({ other, term, passages }) => [other, { term, passages }]));
  const whole = new Set(
    others.filter(({ parts }) => parts).map(({ word, other }) => `${word} ${other}`),
  );
  return others.flatMap((other) => {
    const found = counted.get(other.other);
    if (found === undefined) return [];
    if (other.parts) {
      const rest = other.word.startsWith(other.other)
        ? other.word.slice(other.other.length)
        : other.word.slice(0, -other.other.length);
      if (!counted.has(rest) || !whole.has(`${other.word} ${rest}`)) return [];
    }
    return [{ ...other, ...found }];
  });
}

/** "pass door" may be written "passdoor". */
function joins(asked: readonly AskedWord[]): OtherWord[] {
  const words = asked.slice(0, LONGEST_JOINED).map(({ word }) => word);
  return words.slice(1).map((next, index) => {
    const word = words[index] ?? "";
    return { word: `${word} ${next}`, other: word + next, origin: "joined", parts: false };
  });
}

const SHORTEST_PART = 3;

/** "passdoor" may be written "pass door": every way to cut it in two. */
function cuts(word: string): OtherWord[] {
  const places = Math.max(0, word.length - 2 * SHORTEST_PART + 1);
  return Array.from({ length: places }, (_, index) => index + SHORTEST_PART).flatMap((place) =>
    [word.slice(0, place), word.slice(place)].map((other) => (
      { word, other, origin: "joined" as const, parts: true }
    ))
  );
}

async function readCorrections(
  db: Kysely<Database>,
  misspelt: readonly string[],
): Promise<Wanted[]> {
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
  return misspelt.flatMap((word) => {
    const found = correct(word, rows.filter(({ asked }) => asked === word));
    if (found === null) return [];
    const { term, passages, edits } = found;
    const trust = TRUST.corrected[edits] ?? 0;
    return [{ word, term, passages, trust, origin: "corrected" as const }];
  });
}

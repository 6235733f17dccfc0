/** Searches passages in the database, by BM25 over stemmed terms. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, withShortLimits } from "../db/mod.ts";
import type { QuotablePassage } from "./evidence.ts";
import { ContentType, type SourceKind } from "./import/metadata.ts";
import { gain, readsOf, SCORED } from "./rank.ts";
import { type QueryTerm, readTerms } from "./terms.ts";

/** A search: its text, filters and limit. */
export interface RetrievalQuery {
  /**
   * One or more texts of any kind. Each is analysed on its own, and their terms are searched together. Only the first
   * 4,000 characters of a text are read.
   */
  readonly text?: string | readonly string[];
  /** Only passages of items about one of these systems. */
  readonly systemIds?: readonly string[];
  /** Only passages of these content types. */
  readonly contentTypes?: readonly ContentType[];
  /** Most passages to return; clamped to 1 to 50. */
  readonly limit: number;
}

/** A passage of an active item, with its provenance. */
export interface RetrievedPassage extends QuotablePassage {
  /** `itemId:seq` */
  readonly key: string;
  readonly pdpPath: string | null;
  /** BM25 score, above 0 for a search by text; 0 in a list by system only. */
  readonly score: number;
}

/** A passage with the share of each term in its score. Terms that it does not contain are left out. */
export interface ExplainedPassage extends RetrievedPassage {
  readonly parts: readonly { readonly term: string; readonly gain: number }[];
}

/** A search result with its terms and scores, for explaining the ranking. */
export interface ExplainedRetrieval {
  /** The terms of the search, highest weight first. */
  readonly terms: readonly QueryTerm[];
  readonly passages: readonly ExplainedPassage[];
}

/** Most passages of one search. */
export const MAX_PASSAGES = 50;

/**
 * Searches the passages of active items, by BM25 over stems of text, title and heading. Returns at most `limit`
 * passages, best first, ties by item and sequence number. The result is deterministic and the same on both database
 * engines. If the text has no search terms, returns the first passages about `systemIds`: product pages first, and
 * items about few systems before those about many. Without terms and systems, returns none. Accepts any text and reads
 * a bounded part of the index. Items about draft systems only are not searched.
 */
export async function retrieve(
  db: Kysely<Database>,
  query: RetrievalQuery,
): Promise<RetrievedPassage[]> {
  return await retrieveTogether(db)(query);
}

/**
 * Returns a {@linkcode retrieve} for several related searches, which reads the terms of a repeated text only once. Do
 * not keep it: its terms become stale when the corpus changes.
 */
export function retrieveTogether(
  db: Kysely<Database>,
): (query: RetrievalQuery) => Promise<RetrievedPassage[]> {
  const known = new Map<string, ReturnType<typeof readTerms>>();
  return ({ text, ...scope }) =>
    withShortLimits(async () => {
      const texts = textsOf({ text });
      const key = JSON.stringify(texts);
      const reading = known.getOrInsertComputed(key, () => readTerms(db, texts));
      const { passages } = await search(db, await reading, scope);
      return passages.map(({ parts: _, ...passage }) => passage);
    });
}

/** Searches like {@linkcode retrieve}, and returns the terms and the score of each term as well. */
export async function explainRetrieval(
  db: Kysely<Database>,
  { text, ...scope }: RetrievalQuery,
): Promise<ExplainedRetrieval> {
  return await search(db, await readTerms(db, textsOf({ text })), scope);
}

/** Returns the texts of a query as an array; an absent text is one empty text. */
export function textsOf(
  { text = "" }: { text?: RetrievalQuery["text"] | undefined },
): readonly string[] {
  return typeof text === "string" ? [text] : text;
}

async function search(
  db: Kysely<Database>,
  terms: QueryTerm[] | null,
  scope: Scope,
): Promise<ExplainedRetrieval> {
  if (terms?.length === 0 || (terms === null && scope.systemIds === undefined)) {
    return { terms: [], passages: [] };
  }
  const limited = { ...scope, limit: limitOf(scope) };
  const { rows } = await (terms === null ? bySystems(limited) : byTerms(terms, limited)).execute(
    db,
  );
  return { terms: terms ?? [], passages: rows.map((row) => toExplained(row, terms ?? [])) };
}

/** A passage of an active item as the database returns it. */
export interface PassageRow {
  item_id: string;
  seq: number;
  title: string;
  heading: string | null;
  text: string;
  content_type: ContentType;
  source_kind: SourceKind;
  source_url: string | null;
  pdp_path: string | null;
  link_status: "live" | "dead" | "unchecked";
  version: string;
  fetched_at: Date;
  system_ids: string[];
}

interface Row extends PassageRow {
  /** Indices, from 1, in the search terms of those that the passage contains. */
  places: number[];
  /** The impact of each of these terms in the passage. */
  impacts: number[];
}

type Scope = Omit<RetrievalQuery, "text">;

/** Searches by terms, with the SQL functions of migrations 0077 and 0082. */
function byTerms(terms: readonly QueryTerm[], scope: Scope): RawBuilder<Row> {
  return sql<Row>`
    select * from corpus_search(
      ${terms.map(({ term }) => term)}::text[], ${terms.map(({ weight }) => weight)}::integer[],
      ${readsOf(terms)}::integer[], ${SCORED}::integer, ${kindsOf(scope)}::smallint[],
      ${scope.systemIds === undefined ? null : [...scope.systemIds]}::text[],
      ${scope.limit}::integer
    ) order by rank`;
}

/** Lists passages about systems, for a query without terms. */
function bySystems({ systemIds = [], ...scope }: Scope): RawBuilder<Row> {
  return sql<Row>`
    select * from corpus_list(
      ${[...systemIds]}::text[], ${kindsOf(scope)}::smallint[], ${scope.limit}::integer
    ) order by rank`;
}

/** Returns the content types as the index stores them: by position in the enum, from 1. */
function kindsOf({ contentTypes }: Pick<Scope, "contentTypes">): number[] | null {
  return contentTypes?.map((type) => ContentType.options.indexOf(type) + 1) ?? null;
}

/** Returns the limit of a query, clamped to 1 to 50. */
export function limitOf({ limit }: Pick<Scope, "limit">): number {
  return Math.min(MAX_PASSAGES, Math.max(1, Math.trunc(limit)));
}

/** Returns the passage of a row. */
export function passageOf(row: PassageRow): QuotablePassage & Pick<RetrievedPassage, "pdpPath"> {
  return {
    itemId: row.item_id,
    seq: row.seq,
    title: row.title,
    heading: row.heading,
    text: row.text,
    contentType: row.content_type,
    sourceKind: row.source_kind,
    sourceUrl: row.source_url,
    pdpPath: row.pdp_path,
    linkStatus: row.link_status,
    version: row.version,
    fetchedAt: row.fetched_at,
    systemIds: row.system_ids,
  };
}

function toExplained(row: Row, terms: readonly QueryTerm[]): ExplainedPassage {
  const impacts = new Map(row.places.map((place, index) => [place - 1, row.impacts[index] ?? 0]));
  const parts = terms
    .map(({ term, weight }, index) => ({ term, gain: gain(impacts.get(index) ?? 0, weight) }))
    .filter(({ gain }) => gain > 0);
  return {
    ...passageOf(row),
    key: `${row.item_id}:${row.seq}`,
    score: parts.reduce((sum, { gain }) => sum + gain, 0),
    parts,
  };
}

/** Finding passages by their words. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { ContentType, type SourceKind } from "./import/metadata.ts";
import { gain, readsOf, SCORED } from "./rank.ts";
import { type QueryTerm, readTerms } from "./terms.ts";

/** What to look for, and among which passages. */
export interface RetrievalQuery {
  /**
   * A question, a name, any text at all, or several that each stand for themselves; of what is longer than 4,000
   * characters the beginning is read.
   */
  readonly text?: string | readonly string[];
  /** Only passages of items about one of these systems. */
  readonly systemIds?: readonly string[];
  /** Only passages of these kinds. */
  readonly contentTypes?: readonly ContentType[];
  /** The most passages to give, from 1 to 50. */
  readonly limit: number;
}

/** A passage of an active item, with its provenance. */
export interface RetrievedPassage {
  /** `itemId:seq` */
  readonly key: string;
  readonly itemId: string;
  readonly seq: number;
  readonly title: string;
  readonly heading: string | null;
  readonly text: string;
  readonly contentType: ContentType;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly pdpPath: string | null;
  readonly linkStatus: "live" | "dead" | "unchecked";
  readonly version: string;
  readonly fetchedAt: Date;
  /** Sorted. */
  readonly systemIds: readonly string[];
  /** Above 0 where words were found, and 0 in a list by system alone. */
  readonly score: number;
}

/** A passage and what each term added to its score; terms that it does not say are left out. */
export interface ExplainedPassage extends RetrievedPassage {
  readonly parts: readonly { readonly term: string; readonly gain: number }[];
}

/** How a search came to its result. */
export interface ExplainedRetrieval {
  /** What was looked for, the weightiest first. */
  readonly terms: readonly QueryTerm[];
  readonly passages: readonly ExplainedPassage[];
}

/** The most passages that one search gives. */
export const MAX_PASSAGES = 50;

/**
 * Finds the passages of active items that answer a text best, by BM25 over stems, with title and heading, and
 * gives at most `limit` of them, the best first, equals by item and place. The same rows give the same answer
 * on both engines. Without words to look for, gives the first passages about `systemIds`, product pages before
 * the rest and documents about few systems before those about many; without either, none. Reads a bounded
 * part of the index whatever the text is, and refuses none. Documents about drafts of systems alone are left out.
 */
export async function retrieve(
  db: Kysely<Database>,
  query: RetrievalQuery,
): Promise<RetrievedPassage[]> {
  return await retrieveTogether(db)(query);
}

/**
 * Makes a {@linkcode retrieve} for searches that belong together: what a text looks for is read once for all of them. Not
 * to be kept, for it knows nothing of what the corpus says later.
 */
export function retrieveTogether(
  db: Kysely<Database>,
): (query: RetrievalQuery) => Promise<RetrievedPassage[]> {
  const known = new Map<string, ReturnType<typeof readTerms>>();
  return async ({ text, ...scope }) => {
    const texts = textsOf({ text });
    const key = JSON.stringify(texts);
    const reading = known.get(key) ?? readTerms(db, texts);
    known.set(key, reading);
    const { passages } = await search(db, await reading, scope);
    return passages.map(({ parts: _, ...passage }) => passage);
  };
}

/** Does what {@linkcode retrieve} does, and tells why. */
export async function explainRetrieval(
  db: Kysely<Database>,
  { text, ...scope }: RetrievalQuery,
): Promise<ExplainedRetrieval> {
  return await search(db, await readTerms(db, textsOf({ text })), scope);
}

/** The texts of a query, each of which stands for itself. */
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
  const found = terms === null ? bySystems(scope) : byTerms(terms, scope);
  const { rows } = await found.execute(db);
  return { terms: terms ?? [], passages: rows.map((row) => toPassage(row, terms ?? [])) };
}

interface Row {
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
  /** Places in the terms looked for, from 1, of those that the passage says. */
  places: number[];
  /** What each of these counts for in the passage. */
  impacts: number[];
}

type Scope = Omit<RetrievalQuery, "text">;

/** The functions of migration 0077, which say how. */
function byTerms(terms: readonly QueryTerm[], scope: Scope): RawBuilder<Row> {
  return sql<Row>`
    select * from corpus_search(
      ${terms.map(({ term }) => term)}::text[], ${terms.map(({ weight }) => weight)}::integer[],
      ${readsOf(terms)}::integer[], ${SCORED}::integer, ${kindsOf(scope)}::smallint[],
      ${scope.systemIds === undefined ? null : [...scope.systemIds]}::text[],
      ${limitOf(scope)}::integer
    ) order by rank`;
}

/** What there is about some systems when nothing else is asked. */
function bySystems({ systemIds = [], ...scope }: Scope): RawBuilder<Row> {
  return sql<Row>`
    select * from corpus_list(
      ${[...systemIds]}::text[], ${kindsOf(scope)}::smallint[], ${limitOf(scope)}::integer
    ) order by rank`;
}

/** The index has the kinds by their places in the list of kinds. */
function kindsOf({ contentTypes }: Pick<Scope, "contentTypes">): number[] | null {
  return contentTypes?.map((type) => ContentType.options.indexOf(type) + 1) ?? null;
}

/** The most passages that a query wants, within what one may. */
export function limitOf({ limit }: Pick<Scope, "limit">): number {
  return Math.min(MAX_PASSAGES, Math.max(1, Math.trunc(limit)));
}

function toPassage(row: Row, terms: readonly QueryTerm[]): ExplainedPassage {
  const impacts = new Map(row.places.map((place, index) => [place - 1, row.impacts[index] ?? 0]));
  const parts = terms
    .map(({ term, weight }, index) => ({ term, gain: gain(impacts.get(index) ?? 0, weight) }))
    .filter(({ gain }) => gain > 0);
  return {
    key: `${row.item_id}:${row.seq}`,
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
    score: parts.reduce((sum, { gain }) => sum + gain, 0),
    parts,
  };
}

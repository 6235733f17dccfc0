/** Loads the contents of the in-memory index, all of one version. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { anyOf, type Database, transact } from "@/lib/db/mod.ts";
import { passageOf, type PassageRow } from "../retrieve.ts";
import { readPhrases } from "../terms.ts";
import {
  advanceIndex,
  EMPTY_INDEX,
  type IndexedItem,
  type PassageIndex,
  type TermIds,
} from "./passage_index.ts";
import type { Lexicon } from "./lexicon.ts";
import type { IndexedPassage } from "./searchable_passages.ts";

/** The corpus at one version. Immutable: every version is a new object. */
export interface CorpusVersion {
  /** Increases with every committed change of quotable content. */
  readonly version: number;
  /** The captured path of each system's product page (spec §4.1). */
  readonly pdpPathBySystemId: ReadonlyMap<string, string>;
  /** The index of all quotable passages; null when it exceeds the memory limit and quotes are read from the database. */
  readonly index: PassageIndex | null;
  /** The Postgres snapshot of this version, which tells which transactions came later. */
  readonly seen: string;
}

/** The inputs of a load. */
export interface LoadOptions {
  readonly db: Kysely<Database>;
  /** The previous version, whose unchanged parts are reused. */
  readonly known: CorpusVersion | null;
  readonly ids: TermIds;
  readonly lexicon: Lexicon;
  /** Phrases to prepare for searches. */
  readonly phrases: Iterable<string>;
  /** Memory limit of the index, in bytes. */
  readonly maxBytes: number;
}

/** Passages per query, so that other queries can run in between. */
const PAGE = 1_000;
/** Documents per query by id. */
const ITEMS = 200;

/** Loads the current version, reading only documents that changed since `known`. Returns `known` when nothing changed. */
export async function loadCorpus({ db, known, ...options }: LoadOptions): Promise<CorpusVersion> {
  if (known !== null && await readVersion(db) === known.version) return known;
  // One snapshot for all reads, so that nothing of another version is mixed in.
  return await transact(db, async (trx) => {
    const version = await readVersion(trx);
    // An older version is that of a restored backup, which records no change back to it.
    const before = known !== null && known.version < version ? known : null;
    return {
      version,
      seen: await readSeen(trx),
      pdpPathBySystemId: await readPdpPaths(trx),
      index: await loadIndex(trx, { known: before, ...options }),
    };
  }, { readOnly: true, isolation: "repeatable read" });
}

async function readVersion(db: Kysely<Database>): Promise<number> {
  const { version } = await db.selectFrom("corpus_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}

async function readSeen(trx: Transaction<Database>): Promise<string> {
  const { rows } = await sql<{ seen: string }>`select pg_current_snapshot()::text as seen`
    .execute(trx);
  return rows[0]?.seen ?? "";
}

async function loadIndex(
  trx: Transaction<Database>,
  { known, ids, lexicon, phrases, maxBytes }: Omit<LoadOptions, "db">,
): Promise<PassageIndex | null> {
  const touched = known?.index ? await readTouched(trx, known.seen) : null;
  if (touched === null && await estimateBytes(trx) > maxBytes) return null;
  const items = await readItems(trx, { touched, ids });
  const index = advanceIndex(touched === null ? EMPTY_INDEX : known?.index ?? EMPTY_INDEX, {
    touched: touched ?? [],
    items,
    terms: ids.size(),
  });
  if (index.bytes > maxBytes) return null;
  await learnPhrases(trx, { index, ids, lexicon, phrases });
  return index;
}

/** Returns the ids of documents changed after a version; null when all may have changed. */
async function readTouched(trx: Transaction<Database>, seen: string): Promise<string[] | null> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from corpus_touched
    where transaction_id >= pg_snapshot_xmin(${seen}::pg_snapshot)
      and not pg_visible_in_snapshot(transaction_id, ${seen}::pg_snapshot)`.execute(trx);
  const touched = rows.map((row) => row.item_id);
  return touched.includes("") ? null : touched;
}

/** Computes the search terms of phrases and stores them in the index. */
export async function learnPhrases(
  db: Kysely<Database>,
  { index, ids, lexicon, phrases }: Pick<LoadOptions, "ids" | "lexicon" | "phrases"> & {
    readonly index: PassageIndex;
  },
): Promise<void> {
  const countOf = (term: string) => index.counts[ids.findId(term) ?? -1] ?? 0;
  const wanted = [...phrases];
  const read = await readPhrases(lexicon.termsBy({ total: index.total, countOf }, db), wanted);
  for (const [place, phrase] of wanted.entries()) {
    const terms = read[place]?.map((term) => ({ ...term, id: ids.idOf(term.term) }));
    index.phrases.set(phrase, terms ?? null);
  }
}

/** Estimated bytes of a passage besides its text, and of a term; measured with 50,000 passages. */
const PASSAGE_BYTES = 500;
const TERM_BYTES = 20;

async function estimateBytes(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(
      ${sql.lit(PASSAGE_BYTES)} + ${sql.lit(TERM_BYTES)} * cardinality(terms)
    ), 0)::float8 + (select coalesce(sum(2 * length(text)), 0) from corpus_passages)::float8 as bytes
    from corpus_entries`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

interface Row extends PassageRow {
  entry: number;
  kind: number;
  terms: string[];
  impacts: number[];
}

async function readItems(
  trx: Transaction<Database>,
  { touched, ids }: { readonly touched: readonly string[] | null; readonly ids: TermIds },
): Promise<IndexedItem[]> {
  const passages: IndexedPassage[] = [];
  if (touched === null) {
    for (let last: number | undefined = 0; last !== undefined;) {
      const rows: Row[] = await readRows(
        trx,
        sql`passage > ${last} order by passage limit ${sql.lit(PAGE)}`,
      );
      for (const row of rows) passages.push(toPassage(row, ids));
      last = rows.length < PAGE ? undefined : rows.at(-1)?.entry;
    }
  } else {
    for (let from = 0; from < touched.length; from += ITEMS) {
      const entries = await readEntries(trx, touched.slice(from, from + ITEMS));
      for (let first = 0; first < entries.length; first += PAGE) {
        const some = entries.slice(first, first + PAGE);
        const rows = await readRows(trx, sql`passage = any (${some}::integer[])`);
        for (const row of rows) passages.push(toPassage(row, ids));
      }
    }
  }
  return [...Map.groupBy(passages, ({ itemId }) => itemId)].map(([id, all]) => ({
    id,
    passages: all,
    systemIds: all[0]?.systemIds ?? [],
    bytes: all.reduce((sum, passage) => sum + bytesOf(passage), 0),
  }));
}

/** Reads the entry numbers of documents. One document may have thousands. */
async function readEntries(
  trx: Transaction<Database>,
  items: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ passage: number }>`
    select passage from corpus_entries where item_id = ${anyOf(items)} order by passage`
    .execute(trx);
  return rows.map(({ passage }) => passage);
}

/** Reads passages by a condition. The database indexes only active documents. */
async function readRows(
  trx: Transaction<Database>,
  condition: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select corpus_entries.item_id, corpus_entries.seq, passage as entry, kind, terms, impacts,
      title, heading, text, content_type, source_kind, source_url, pdp_path, link_status, version, fetched_at,
      array(
        select system_id from corpus_item_systems where item_id = corpus_items.id
        order by system_id collate "C"
      ) as system_ids
    from corpus_entries
    join corpus_items on corpus_items.id = corpus_entries.item_id
    join corpus_passages on corpus_passages.item_id = corpus_entries.item_id
      and corpus_passages.seq = corpus_entries.seq
    where ${condition}`.execute(trx);
  return rows;
}

function toPassage(row: Row, ids: TermIds): IndexedPassage {
  return {
    ...passageOf(row),
    entry: row.entry,
    kind: row.kind,
    termIds: Uint32Array.from(row.terms, (term) => ids.idOf(term)),
    impacts: Uint16Array.from(row.impacts),
  };
}

function bytesOf({ text, termIds }: IndexedPassage): number {
  return PASSAGE_BYTES + TERM_BYTES * termIds.length + 2 * text.length;
}

/**
 * Returns the captured path of each system's product page. When there are several pages, the one about the fewest systems
 * counts, then the latest. A dead path is left out (spec §4.1), and so is the same path of another document, unless that
 * document was itself found live.
 */
async function readPdpPaths(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await db.selectFrom("corpus_items as item")
    .innerJoin("corpus_item_systems as about", "about.item_id", "item.id")
    .select((eb) => [
      "about.system_id",
      "item.pdp_path",
      eb.selectFrom("corpus_item_systems as each")
        .whereRef("each.item_id", "=", "item.id")
        .select((count) => count.fn.countAll<number>().as("systems")).as("systems"),
    ])
    .where("item.content_type", "=", "pdp")
    .where("item.state", "=", "active")
    .where("item.pdp_path", "is not", null)
    .where("item.link_status", "<>", "dead")
    .where((eb) =>
      eb.or([
        eb("item.link_status", "=", "live"),
        eb.not(eb.exists(
          eb.selectFrom("corpus_items as dead").select("dead.id")
            .whereRef("dead.pdp_path", "=", "item.pdp_path")
            .where("dead.content_type", "=", "pdp").where("dead.state", "=", "active")
            .where("dead.link_status", "=", "dead"),
        )),
      ])
    )
    .orderBy("systems")
    .orderBy("item.fetched_at", "desc")
    .orderBy("item.id")
    .execute();
  const paths = new Map<string, string>();
  for (const { system_id: systemId, pdp_path: path } of rows) {
    if (path !== null && !paths.has(systemId)) paths.set(systemId, path);
  }
  return paths;
}

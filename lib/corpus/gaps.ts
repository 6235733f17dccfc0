/** Gaps of the corpus: topics that staff noted as missing, and words of questions that no passage contains. */
import { type Kysely, sql } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type Entity,
} from "../records/mod.ts";
import { type Database, readRow } from "../db/mod.ts";

/** A topic that the corpus lacks, as noted by staff. */
export interface CorpusGap {
  readonly id: string;
  /** 1 to 200 characters. */
  readonly topic: string;
  readonly notedAt: string;
  /** When staff closed it because documents now cover it; null while it is open. */
  readonly closedAt: string | null;
}

/** Most characters of a topic. */
export const MAX_TOPIC = 200;

const COLUMNS = ["id", "topic", "noted_at", "closed_at"] as const;

interface GapRow {
  id: string;
  topic: string;
  noted_at: Date;
  closed_at: Date | null;
}

function rowToGap({ id, topic, noted_at, closed_at }: GapRow): CorpusGap {
  return { id, topic, notedAt: noted_at.toISOString(), closedAt: closed_at?.toISOString() ?? null };
}

/** Gaps as audited records. They are noted, closed and reopened, but never deleted. */
const gapEntity: Entity<CorpusGap> = {
  type: "corpus-gap",
  constraints: {
    corpus_gaps_open_topic_key: { topic: "This gap is noted already." },
  },
  async read(db, id, { lock }) {
    const row = await readRow(db.selectFrom("corpus_gaps").select(COLUMNS).where("id", "=", id), {
      lock,
    });
    return row ? rowToGap(row) : null;
  },
  async insert(trx, { id, topic, notedAt }) {
    await trx.insertInto("corpus_gaps")
      .values({ id, topic, noted_at: new Date(notedAt), closed_at: null }).execute();
  },
  async update(trx, { id, closedAt }) {
    await trx.updateTable("corpus_gaps")
      .set({ closed_at: closedAt === null ? null : new Date(closedAt) })
      .where("id", "=", id).execute();
  },
};

/** Notes a gap, audited. Returns `invalid` if the topic is already open, empty or longer than 200 characters. */
export async function noteGap(
  db: Kysely<Database>,
  { by, topic, at }: { readonly by: Author; readonly topic: string; readonly at: Date },
): Promise<ChangeOutcome<CorpusGap>> {
  const normalised = topic.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (normalised === "" || normalised.length > MAX_TOPIC) {
    return { kind: "invalid", fields: { topic: `Say it in 1 to ${MAX_TOPIC} characters.` } };
  }
  const id = crypto.randomUUID();
  const record = { id, topic: normalised, notedAt: at.toISOString(), closedAt: null };
  return await createRecord(db, gapEntity, { by, id, record });
}

/** Closes a gap, audited. A closed gap is left unchanged. */
export async function closeGap(
  db: Kysely<Database>,
  { by, id, at }: { readonly by: Author; readonly id: string; readonly at: Date },
): Promise<ChangeOutcome<CorpusGap>> {
  return await changeRecord(db, gapEntity, {
    by,
    id,
    action: "close",
    next: (gap) => ({ ...gap, closedAt: gap.closedAt ?? at.toISOString() }),
  });
}

/** Reopens a closed gap, audited. Returns `invalid` if the same topic has been noted again in the meantime. */
export async function reopenGap(
  db: Kysely<Database>,
  { by, id }: { readonly by: Author; readonly id: string },
): Promise<ChangeOutcome<CorpusGap>> {
  return await changeRecord(db, gapEntity, {
    by,
    id,
    action: "reopen",
    next: (gap) => ({ ...gap, closedAt: null }),
  });
}

/** Lists the open gaps, latest first, at most 200. */
export async function listOpenGaps(db: Kysely<Database>): Promise<CorpusGap[]> {
  const rows = await db.selectFrom("corpus_gaps").select(COLUMNS).where("closed_at", "is", null)
    .orderBy("noted_at", "desc").orderBy("id").limit(200).execute();
  return rows.map(rowToGap);
}

/** Returns for each text its words, in order, that no passage contains. Stop words are left out. */
export async function wordsLacking(
  db: Kysely<Database>,
  texts: readonly string[],
): Promise<string[][]> {
  // Many texts are equal, because questions and missing words repeat.
  const distinct = [...new Set(texts)].filter((text) => text.trim() !== "");
  if (distinct.length === 0) return texts.map(() => []);
  // One row per text instead of one per word, because a thousand long texts can lack a million words.
  const { rows } = await sql<{ phrase: number; words: string }>`
    select phrase, string_agg(word, ' ' order by place) as words
    from corpus_read_words(${distinct}::text[])
      with ordinality as asked (phrase, word, term, passages, place)
    where phrase > 0 and term is not null and passages = 0 group by phrase`.execute(db);
  const words = new Map(rows.map((row) => [distinct[row.phrase - 1], row.words.split(" ")]));
  return texts.map((text) => words.get(text) ?? []);
}

/** Returns the titles of items by id. Unknown ids are left out. */
export async function titlesOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("corpus_items").select(["id", "title"])
    .where("id", "in", [...new Set(ids)]).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

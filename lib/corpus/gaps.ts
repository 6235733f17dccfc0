/** What the corpus lacks: as staff have noted it, and as the words of a question show it. */
import { type Kysely, sql } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type Entity,
} from "../records/mod.ts";
import type { Database } from "../db/mod.ts";

/** Something that the corpus says nothing of, in the words of staff. */
export interface CorpusGap {
  readonly id: string;
  /** 1 to 200 characters. */
  readonly topic: string;
  readonly notedAt: string;
  /** When documents said enough of it; null while they do not. */
  readonly closedAt: string | null;
}

/** Longest topic. */
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

/** Gaps as staff change them: noted and closed, never removed. */
const gapEntity: Entity<CorpusGap> = {
  type: "corpus-gap",
  constraints: {
    corpus_gaps_open_topic_key: { topic: "This gap is noted already." },
  },
  async read(db, id, { lock }) {
    const row = await db.selectFrom("corpus_gaps").select(COLUMNS).where("id", "=", id)
      .$if(lock, (query) => query.forNoKeyUpdate()).executeTakeFirst();
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

/** Notes a gap, audited; `invalid` where it is open already, or its topic is empty or too long. */
export async function noteGap(
  db: Kysely<Database>,
  { by, topic, at }: { readonly by: Author; readonly topic: string; readonly at: Date },
): Promise<ChangeOutcome<CorpusGap>> {
  const said = topic.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (said === "" || said.length > MAX_TOPIC) {
    return { kind: "invalid", fields: { topic: `Say it in 1 to ${MAX_TOPIC} characters.` } };
  }
  const id = crypto.randomUUID();
  const record = { id, topic: said, notedAt: at.toISOString(), closedAt: null };
  return await createRecord(db, gapEntity, { by, id, record });
}

/** Closes a gap, audited; a closed one stays as it is. */
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

/** Opens a closed gap again, audited; `invalid` where it was noted once more meanwhile. */
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

/** The gaps that are open, the latest first, at most `limit` of them. */
export async function listOpenGaps(
  db: Kysely<Database>,
  { limit = 200 }: { readonly limit?: number } = {},
): Promise<CorpusGap[]> {
  const rows = await db.selectFrom("corpus_gaps").select(COLUMNS).where("closed_at", "is", null)
    .orderBy("noted_at", "desc").orderBy("id").limit(limit).execute();
  return rows.map(rowToGap);
}

/** Of each text the words, in order, that no passage says; words that say nothing by themselves do not count. */
export async function wordsLacking(
  db: Kysely<Database>,
  texts: readonly string[],
): Promise<string[][]> {
  // The same question comes again and again, and what a draft lacked even more often.
  const distinct = [...new Set(texts)].filter((text) => text.trim() !== "");
  if (distinct.length === 0) return texts.map(() => []);
  // A row for each text: what a thousand long ones lack is a million words.
  const { rows } = await sql<{ phrase: number; words: string }>`
    select phrase, string_agg(word, ' ' order by place) as words
    from corpus_read_words(${distinct}::text[])
      with ordinality as asked (phrase, word, term, passages, place)
    where phrase > 0 and term is not null and passages = 0 group by phrase`.execute(db);
  const words = new Map(rows.map((row) => [distinct[row.phrase - 1], row.words.split(" ")]));
  return texts.map((text) => words.get(text) ?? []);
}

/** Titles of documents, by id; those that are not there are left out. */
export async function titlesOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("corpus_items").select(["id", "title"])
    .where("id", "in", [...new Set(ids)]).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

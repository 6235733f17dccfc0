/** The changes that runs plan, as they are stored. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { PlannedChange } from "../schema.ts";

/** Adds changes to the plan of a run, from a number on. */
export async function stageChanges(
  db: Kysely<Database>,
  { runId, from }: { readonly runId: string; readonly from: number },
  changes: readonly PlannedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change, index) => ({ seq: from + index, ...change }));
  await sql`
    insert into sync_changes (run_id, seq, key, label, action, before, after, source)
    select ${runId}, seq, key, label, action, nullif(before, 'null'::jsonb), after, source
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as new(seq integer, key text,
      label text, action text, before jsonb, after jsonb, source jsonb)`.execute(db);
}

/** Takes back what is planned after a number. */
export async function unstage(db: Kysely<Database>, runId: string, after: number): Promise<void> {
  await db.deleteFrom("sync_changes").where("run_id", "=", runId).where("seq", ">", after)
    .execute();
}

/** A planned change with its number. */
export interface StagedChange extends PlannedChange {
  readonly seq: number;
}

/** What of a change is needed to write it, and to say whether it still stands. */
export type ChangeToWrite = Pick<StagedChange, "seq" | "key" | "action" | "before" | "source">;

/** The next changes of a run after a number, in order. */
export async function nextChanges(
  db: Kysely<Database>,
  { runId, after, limit }: { runId: string; after: number; limit: number },
): Promise<ChangeToWrite[]> {
  const rows = await db.selectFrom("sync_changes")
    .select(["seq", "key", "action", "before", "source"])
    .where("run_id", "=", runId).where("seq", ">", after)
    .orderBy("seq").limit(limit).execute();
  return rows.map((row) => ({ ...row, action: actionOf(row) }));
}

/** What a list of changes is narrowed to. */
export interface ChangeFilter {
  readonly action: string | null;
  /** A part of the label, whatever its case. */
  readonly text: string | null;
}

/** One page of the changes of a run, and how many match. */
export async function findChanges(
  db: Kysely<Database>,
  runId: string,
  { action, text, limit, offset }: ChangeFilter & { limit: number; offset: number },
): Promise<{ changes: StagedChange[]; total: number }> {
  const matching = db.selectFrom("sync_changes").where("run_id", "=", runId)
    .$if(action !== null, (query) => query.where("action", "=", action ?? ""))
    .$if(
      text !== null,
      (query) => query.where(sql<boolean>`position(lower(${text}) in lower(label)) > 0`),
    );
  const rows = await matching.selectAll().orderBy("seq").limit(limit).offset(offset).execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { changes: rows.map(changeOfRow), total: Number(total) };
}

function changeOfRow(row: Selectable<Database["sync_changes"]>): StagedChange {
  const { seq, key, label, before, after, source } = row;
  return { seq, key, label, action: actionOf(row), before, after, source };
}

function actionOf({ action }: { readonly action: string }): PlannedChange["action"] {
  const known = ["created", "updated", "heldBack", "noted"] as const;
  return known.find((one) => one === action) ?? "updated";
}

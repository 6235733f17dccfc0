/** Stores the planned changes of runs in batches (`sync_batches`), each a JSON list. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { CmsImage } from "../client/images.ts";
import type { ChangeAction, PlannedChange } from "../schema.ts";
import { changesOf, newImagesIn, stageNewImages, type StoredNewImages } from "./new_images.ts";

/** Appends a batch to the plan of a run. `from` is the number of its first change; `changes` is a JSON list. */
export async function stageChanges(
  db: Kysely<Database>,
  batch: { readonly runId: string; readonly from: number; readonly count: number },
  changes: string,
): Promise<void> {
  const { runId, from, count } = batch;
  await db.insertInto("sync_batches").values({ run_id: runId, seq: from, count, changes })
    .execute();
}

/** Appends new pictures to the plan of a run. Returns the stored text, for the hash of the plan. */
export async function stageImages(
  db: Kysely<Database>,
  { runId, from }: { readonly runId: string; readonly from: number },
  changes: readonly PlannedChange<CmsImage>[],
): Promise<string> {
  await stageChanges(db, { runId, from, count: changes.length }, "[]");
  return await stageNewImages(db, { runId, from }, changes);
}

/** Deletes the planned changes after a number, which must be the last of a batch. */
export async function unstage(db: Kysely<Database>, runId: string, after: number): Promise<void> {
  await db.deleteFrom("sync_batches").where("run_id", "=", runId).where("seq", ">", after)
    .execute();
}

/** A planned change with its number. */
export interface StagedChange extends PlannedChange {
  readonly seq: number;
}

/** Returns the next changes of a plan after a number, in order. */
export async function nextChanges(
  db: Kysely<Database>,
  { runId, after, limit }: { runId: string; after: number; limit: number },
): Promise<StagedChange[]> {
  const batches = await db.selectFrom("sync_batches as batch")
    .leftJoin(
      "sync_new_images as new",
      (join) => join.onRef("new.run_id", "=", "batch.run_id").onRef("new.seq", "=", "batch.seq"),
    )
    .selectAll("new").select(["batch.seq", "changes"])
    .where("batch.run_id", "=", runId).where("batch.seq", "<=", after + limit)
    .where(sql<boolean>`batch.seq + batch.count > ${after + 1}`)
    .orderBy("batch.seq").execute();
  return batches.flatMap(({ seq, changes, ...stored }) => {
    const all: PlannedChange[] = stored.source_ref === null
      ? JSON.parse(changes)
      : changesOf(stored as StoredNewImages);
    const from = Math.max(after + 1 - seq, 0);
    return all.slice(from, after + limit + 1 - seq)
      .map((change, index) => ({ seq: seq + from + index, ...change }));
  });
}

/**
 * Whether changes are the next `count` of a plan, without a gap. During a rolling deploy the previous release stores plans
 * in another table.
 */
export function areNext(
  changes: readonly StagedChange[],
  { after, count }: { readonly after: number; readonly count: number },
): boolean {
  return changes.length === count && changes.every(({ seq }, index) => seq === after + 1 + index);
}

/** Filters of a list of changes. */
interface ChangeFilter {
  /** `differing`: those held back whose value in the CMS is another than the stored one. */
  readonly action: ChangeAction | "differing" | null;
  /** A part of the label; case does not matter. */
  readonly text: string | null;
}

/** Returns one page of a run's changes, and the total number that match the filter. */
export async function findChanges(
  db: Kysely<Database>,
  runId: string,
  { action, text, limit, offset }: ChangeFilter & { limit: number; offset: number },
): Promise<{ changes: StagedChange[]; total: number }> {
  if (action === null && text === null) {
    const { total } = await db.selectFrom("sync_batches").where("run_id", "=", runId)
      .select(sql<number>`coalesce(sum(count), 0)::integer`.as("total")).executeTakeFirstOrThrow();
    return { changes: await nextChanges(db, { runId, after: offset, limit }), total };
  }
  const { rows } = await sql<{ total: number } & (StagedChange | { seq: null })>`
    with every as (
      select seq + nth::integer - 1 as seq, key, label, action, before, after, source
      from sync_batches
      cross join lateral rows from (
        json_to_recordset(changes::json) as (key text, label text, action text, before json,
          after json, source json)
      ) with ordinality as change (key, label, action, before, after, source, nth)
      where run_id = ${runId}
      union all
      ${newImagesIn(runId)}
    ), matching as materialized (
      select * from every where ${isOf(action)}
        and position(lower(${text ?? ""}::text) in lower(label)) > 0
    )
    select shown.*, total from (select count(*)::integer as total from matching) as counted
    left join (select * from matching order by seq limit ${limit} offset ${offset}) as shown on true
    order by seq`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    changes: rows.flatMap(({ total: _, ...change }) => change.seq === null ? [] : [change]),
  };
}

function isOf(action: ChangeFilter["action"]): RawBuilder<boolean> {
  if (action === null) return sql`true`;
  return action === "differing"
    ? sql`(action = 'heldBack' and after->'agrees' is null)`
    : sql`action = ${action}`;
}

/** Stores runs (`sync_runs`) and their audit entries. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type Author, recordAudit } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import { Counts, type Kind, noCounts, type SyncReport } from "../schema.ts";
import { keepStep, type Step } from "./claim.ts";

type RunRow = Selectable<Database["sync_runs"]>;

/** A run of the sync. */
export interface Run {
  readonly id: string;
  readonly kind: Kind;
  /**
   * `reading`: the walk goes on · `incomplete`: the walk ended early · `ready`: the plan is complete · `applying` ·
   * `stopped`: applied in part · `done` · `abandoned`: a newer run of the kind replaced it.
   */
  readonly state: RunRow["state"];
  readonly startedBy: string;
  readonly appliedBy: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** How many pages were read. */
  readonly pages: number;
  readonly planHash: string | null;
  readonly basis: string | null;
  /** How many changes are planned, and how many of them are written. */
  readonly planned: number;
  readonly written: number;
  /** Whether it has its audit entry. */
  readonly audited: boolean;
  readonly report: SyncReport;
}

const Texts = z.array(z.string());

/** How many runs the history keeps. */
const MOST_RUNS = 300;
/** The most names that one list of a report keeps. */
const MOST_NAMES = 10_000;

/** Stores a new run and abandons unfinished runs of its kind. */
export async function insertRun(
  trx: Transaction<Database>,
  run: { readonly id: string; readonly kind: Kind; readonly who: string; readonly at: Date },
): Promise<void> {
  await abandonOthers(trx, run);
  await trx.insertInto("sync_runs").values({
    id: run.id,
    kind: run.kind,
    started_by: run.who,
    started_at: run.at,
    counts: JSON.stringify(noCounts()),
  }).execute();
  await trx.deleteFrom("sync_runs").where(
    "id",
    "in",
    trx.selectFrom("sync_runs").select("id").orderBy("started_at", "desc").orderBy("id")
      .offset(MOST_RUNS).limit(MOST_RUNS),
  ).execute();
}

async function abandonOthers(
  trx: Transaction<Database>,
  { kind, at }: { readonly kind: Kind; readonly at: Date },
): Promise<void> {
  const open = await selectRuns(trx).where("kind", "=", kind)
    .where("state", "not in", ["done", "abandoned"]).execute();
  await trx.deleteFrom("sync_batches").where(
    "run_id",
    "in",
    trx.selectFrom("sync_runs").select("id").where("kind", "=", kind),
  ).execute();
  if (open.length === 0) return;
  await trx.updateTable("sync_runs")
    .set({ state: "abandoned", gathered: null, ended_at: sql`coalesce(ended_at, ${at})` })
    .where("id", "in", open.map(({ id }) => id)).execute();
  // Runs that began to write before entries were written at the beginning.
  for (const run of open.map(runOfRow)) {
    if (run.appliedBy !== null) await auditRun(trx, run, { actor: run.appliedBy, requestId: null });
  }
}

/**
 * Writes the one audit entry of a run (spec §3.3), unless it has one. Entries cannot change, so it says what the run is
 * about to write; `sync_runs` says what became of it. The entry of an incomplete walk does not count: when staff resume
 * that run and apply it, the log must say so.
 */
export async function auditRun(
  trx: Transaction<Database>,
  { id, kind, report, planned, audited }: Run,
  by: { readonly actor: string; readonly requestId: string | null },
): Promise<void> {
  if (audited) return;
  const { complete, counts, warnings, errors } = report;
  await trx.updateTable("sync_runs").set({ audited: complete }).where("id", "=", id).execute();
  await recordAudit(trx, {
    ...by,
    action: "sync",
    entityType: "cms-sync",
    entityId: kind,
    after: {
      run: id,
      complete,
      counts,
      planned,
      warnings: warnings.length,
      errors: errors.length,
    },
  });
}

/**
 * Begins or resumes the writing phase of a run. The audit entry is written in the same transaction, so that a run that is
 * killed has one too (spec §3.3). Does nothing when the claim is lost: somebody else may have finished the run.
 */
export async function beginWriting(
  { db, now }: { readonly db: Kysely<Database>; readonly now: () => Date },
  { step, run, by }: { readonly step: Step; readonly run: Run; readonly by: Author },
): Promise<void> {
  await transact(db, async (trx) => {
    if (!await keepStep(trx, step, now())) return;
    await updateRun(trx, run.id, { state: "applying", appliedBy: by.staff.email, endedAt: null });
    await auditRun(trx, run, { actor: by.staff.email, requestId: by.requestId });
  });
}

/** Returns a run, or undefined. With `lock`, locks its row against other writers. */
export async function readRun(
  db: Kysely<Database>,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Run | undefined> {
  const row = await selectRuns(db).where("id", "=", id)
    .$if(lock, (query) => query.forNoKeyUpdate()).executeTakeFirst();
  return row && runOfRow(row);
}

/** Lists the latest runs, newest first. */
export async function listRuns(db: Kysely<Database>, limit: number): Promise<Run[]> {
  const rows = await selectRuns(db).orderBy("started_at", "desc").orderBy("id").limit(limit)
    .execute();
  return rows.map(runOfRow);
}

/** Returns when the CMS was last read completely; null if never. */
export async function lastContact(db: Kysely<Database>): Promise<Date | null> {
  const row = await db.selectFrom("sync_runs").select((eb) => eb.fn.max("started_at").as("at"))
    .where("plan_hash", "is not", null).executeTakeFirst();
  return row?.at ?? null;
}

/** The fields of a run that can change. */
export interface RunUpdate extends Partial<Omit<SyncReport, "kind" | "complete" | "applied">> {
  readonly state?: Run["state"];
  readonly appliedBy?: string;
  readonly endedAt?: Date | null;
  readonly pages?: number;
  readonly gathered?: unknown;
  readonly basis?: string | null;
  readonly planHash?: string | null;
  readonly planned?: number;
  readonly written?: number;
}

/** Updates the given fields of a run. */
export async function updateRun(
  db: Kysely<Database>,
  id: string,
  update: RunUpdate,
): Promise<void> {
  const { state, appliedBy, endedAt, pages, basis, planHash, planned, written } = update;
  const { gathered, counts, unmappedTerms, unmappedFields, warnings, errors } = update;
  await db.updateTable("sync_runs").set({
    ...(state !== undefined && { state }),
    ...(appliedBy !== undefined && { applied_by: appliedBy }),
    ...(endedAt !== undefined && { ended_at: endedAt }),
    ...(pages !== undefined && { pages }),
    ...(basis !== undefined && { basis }),
    ...(planHash !== undefined && { plan_hash: planHash }),
    ...(planned !== undefined && { planned }),
    ...(written !== undefined && { written }),
    ...(gathered !== undefined &&
      { gathered: gathered === null ? null : JSON.stringify(gathered) }),
    ...(counts && { counts: JSON.stringify(counts) }),
    ...(unmappedTerms && { unmapped_terms: JSON.stringify(unmappedTerms.slice(0, MOST_NAMES)) }),
    ...(unmappedFields && { unmapped_fields: JSON.stringify(unmappedFields.slice(0, MOST_NAMES)) }),
    ...(warnings && { warnings: JSON.stringify(warnings) }),
    ...(errors && { errors: JSON.stringify(errors) }),
  }).where("id", "=", id).execute();
}

/** Returns the stored progress of a run's walk; null without one. */
export async function readGathered(db: Kysely<Database>, id: string): Promise<unknown> {
  const row = await db.selectFrom("sync_runs").select("gathered").where("id", "=", id)
    .executeTakeFirst();
  return row?.gathered ?? null;
}

function selectRuns(db: Kysely<Database>) {
  return db.selectFrom("sync_runs").select([
    "id",
    "kind",
    "state",
    "started_by",
    "applied_by",
    "started_at",
    "ended_at",
    "pages",
    "plan_hash",
    "basis",
    "planned",
    "written",
    "audited",
    "counts",
    "unmapped_terms",
    "unmapped_fields",
    "warnings",
    "errors",
  ]);
}

function runOfRow(row: Omit<RunRow, "gathered">): Run {
  const { id, kind, state } = row;
  return {
    id,
    kind,
    state,
    startedBy: row.started_by,
    appliedBy: row.applied_by,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    pages: row.pages,
    planHash: row.plan_hash,
    basis: row.basis,
    planned: row.planned,
    written: row.written,
    audited: row.audited,
    report: {
      kind,
      complete: row.plan_hash !== null,
      applied: state === "done",
      counts: Counts.parse(row.counts),
      unmappedTerms: Texts.parse(row.unmapped_terms),
      unmappedFields: Texts.parse(row.unmapped_fields),
      warnings: Texts.parse(row.warnings),
      errors: Texts.parse(row.errors),
    },
  };
}

/** The writing phase of a run: applies the plan in chunks, one transaction each. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Author } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import type { Kind } from "../schema.ts";
import { WRITERS } from "./apply.ts";
import { areNext, nextChanges } from "./changes.ts";
import { dropClaim, endStep, keepStep, type Step } from "./claim.ts";
import { outcomeOf, type StepOutcome, type Stepping, type SyncServices } from "./contract.ts";
import { auditRun, readRun, type Run, updateRun } from "./store.ts";

/** Changes per transaction. Steps of the screen use fewer, because somebody watches and may stop them. */
export const CHUNK = { step: 200, whole: 2_000 };

/** Stops a run at its next page or chunk. Written changes stay, and the run can be resumed. */
export async function stopRun(
  { db, now }: SyncServices,
  runId: string,
): Promise<Run | undefined> {
  return await transact(db, async (trx) => {
    // Steps lock the claim before the run too; in another order the two could wait for each other.
    await dropClaim(trx, runId);
    const run = await readRun(trx, runId, { lock: true });
    if (run?.state === "applying") {
      await updateRun(trx, runId, { state: "stopped", endedAt: now() });
    }
    if (run?.state === "reading") {
      await updateRun(trx, runId, { state: "incomplete", errors: [STOPPED], endedAt: now() });
    }
    return await readRun(trx, runId);
  });
}

const PLANNED_ELSEWHERE =
  "Another version of this service made the plan, so it cannot be written on. Make a new preview.";

/** Whether a run was abandoned because another version of this service made its plan, and not replaced by a newer run. */
export function isPlannedElsewhere({ report: { errors } }: Run): boolean {
  return errors[0] === PLANNED_ELSEWHERE;
}

const STOPPED = "The run was stopped before all of the CMS was read.";

/** Writes chunks from where the run paused until the plan is done or the time of the step is over. */
export async function write(
  services: SyncServices,
  { step, options }: Stepping,
): Promise<StepOutcome> {
  const { db, now } = services;
  const { budgetMs, signal, by, onProgress } = options;
  const limit = budgetMs === undefined ? CHUNK.whole : CHUNK.step;
  const began = performance.now();
  while (true) {
    const { isOver, run, before = 0 } = await transact(
      db,
      (trx) => writeChunk(trx, { step, by, limit, at: now() }),
      { long: true },
    );
    if (run !== undefined) {
      onProgress?.(run);
      if (COUNTED_AT.some((count) => before < count && count <= run.written)) {
        await countAnew(db, run.kind);
      }
    }
    if (isOver) return await outcomeOf(services, step.runId);
    const isLate = budgetMs !== undefined && performance.now() - began >= budgetMs;
    if (signal?.aborted) {
      await stopRun(services, step.runId);
      return await outcomeOf(services, step.runId);
    }
    if (isLate) {
      await endStep(db, step, { now: now(), goesOn: true });
      return await outcomeOf(services, step.runId);
    }
  }
}

/**
 * Runs `analyze` on the tables that a run fills. Query plans made while the tables were empty would scan them for every
 * row, and the embedded engine has no autovacuum.
 */
async function countAnew(db: Kysely<Database>, kind: Kind): Promise<void> {
  await sql`analyze ${WRITERS[kind].found}`.execute(db);
}

/** Numbers of written changes after which statistics are refreshed: 200, 5,000 and 125,000. */
const COUNTED_AT = Array.from({ length: 3 }, (_, nth) => 200 * 25 ** nth);

type Trx = Transaction<Database>;

interface Writing {
  readonly step: Step;
  readonly by: Author;
  /** The most changes. */
  readonly limit: number;
  readonly at: Date;
}

/** Writes the next chunk, or ends the run. Writes nothing when the claim is lost. */
async function writeChunk(trx: Trx, { step, by, limit, at }: Writing) {
  if (!await keepStep(trx, step, at)) return { isOver: true };
  const run = await readRun(trx, step.runId, { lock: true });
  if (run?.state !== "applying") return { isOver: true };
  const { id, kind, written, planned } = run;
  // For a run that began to write before entries were written at the beginning.
  const actor = { actor: by.staff.email, requestId: by.requestId };
  if (written >= planned) {
    await updateRun(trx, id, { state: "done", endedAt: at });
    await endStep(trx, step, { now: at, goesOn: false });
    const report = { ...run.report, applied: true };
    const done = { ...run, report };
    await auditRun(trx, done, actor);
    return { isOver: true, run: done };
  }
  const next = { runId: id, after: written, limit };
  const applied = await WRITERS[kind].applyNew?.(trx, next, at) ?? 0;
  if (applied > 0) {
    await updateRun(trx, id, { written: written + applied });
    return { isOver: false, run: { ...run, written: written + applied }, before: written };
  }
  const changes = await nextChanges(trx, next);
  if (!areNext(changes, { after: written, count: Math.min(limit, planned - written) })) {
    const errors = [PLANNED_ELSEWHERE, ...run.report.errors];
    await updateRun(trx, id, { state: "abandoned", errors, endedAt: at });
    await endStep(trx, step, { now: at, goesOn: false });
    await auditRun(trx, run, actor);
    return { isOver: true };
  }
  const deviations = await WRITERS[kind].apply(trx, changes, at);
  const counts = { ...run.report.counts };
  for (const { planned, became } of deviations) {
    counts[planned]--;
    counts[became]++;
  }
  const now = written + changes.length;
  await updateRun(trx, id, { written: now, counts });
  return { isOver: false, run: { ...run, written: now }, before: written };
}

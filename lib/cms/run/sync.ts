/** Starts, resumes and applies runs. The screen, the command and the nightly job all drive these steps (spec §4.11). */
import { transact } from "@/lib/db/mod.ts";
import type { Kind } from "../schema.ts";
import { isAsPlanned, WRITERS } from "./apply.ts";
import { areNext, nextChanges } from "./changes.ts";
import { claimStep, endStep, keepStep, type Step } from "./claim.ts";
import type { StepOptions, StepOutcome, SyncServices } from "./contract.ts";
import { read } from "./reading.ts";
import { beginWriting, insertRun, readRun, type Run, updateRun } from "./store.ts";
import { CHUNK, write } from "./writing.ts";

/** Starts a run: reads the CMS and plans. An unfinished run of the same kind is abandoned. */
export async function startRun(
  services: SyncServices,
  kind: Kind,
  options: StepOptions,
): Promise<StepOutcome> {
  const { db, cms, now } = services;
  if (cms === null) return { kind: "unconfigured" };
  const who = options.by.staff.email;
  const id = crypto.randomUUID();
  const step = await claimStep(db, { runId: id, kind, who, now: now() });
  if ("busy" in step) return { kind: "busy", holder: step.busy };
  return await giveUpOnError(services, step, async () => {
    await transact(db, (trx) => insertRun(trx, { id, kind, who, at: now() }));
    return await read({ ...services, cms }, { step, kind, options });
  });
}

/** The states in which a run can be resumed. */
const UNFINISHED: readonly Run["state"][] = ["reading", "incomplete", "applying", "stopped"];

/**
 * Resumes a run where it stopped, in the reading or the writing phase. Returns `stale` and writes nothing more when a
 * mapping has changed since the plan was made.
 */
export async function resumeRun(
  services: SyncServices,
  runId: string,
  options: StepOptions,
): Promise<StepOutcome> {
  const { db, cms, now } = services;
  if (cms === null) return { kind: "unconfigured" };
  const run = await readRun(db, runId);
  if (run === undefined || !UNFINISHED.includes(run.state)) return { kind: "missing" };
  const who = options.by.staff.email;
  const step = await claimStep(db, { runId, kind: run.kind, who, now: now() });
  if ("busy" in step) return { kind: "busy", holder: step.busy };
  return await giveUpOnError(services, step, async () => {
    // The previous holder of the claim may have finished the run.
    const current = await readRun(db, runId);
    if (current === undefined || !UNFINISHED.includes(current.state)) {
      await endStep(db, step, { now: now(), goesOn: false });
      return { kind: "missing" };
    }
    if (current.state === "reading" || current.state === "incomplete") {
      await updateRun(db, runId, { state: "reading", errors: [], endedAt: null });
      return await read({ ...services, cms }, { step, kind: run.kind, options });
    }
    // Staff may stop a run to correct a mapping.
    if (!await isStillMapped(db, run)) {
      await updateRun(db, runId, { state: "stopped", endedAt: now() });
      await endStep(db, step, { now: now(), goesOn: false });
      return { kind: "stale" };
    }
    await beginWriting(services, { step, run: current, by: options.by });
    return await write(services, { step, options });
  });
}

/** Releases the claim when a step fails, so that the next run need not wait for the lease to expire. */
async function giveUpOnError<T>(
  { db, now }: SyncServices,
  step: Step,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await endStep(db, step, { now: now(), goesOn: false }).catch(() => {});
    throw error;
  }
}

/**
 * Applies the plan of a run. Returns `stale` and writes nothing when a mapping or, with a `hash`, the stored rows have
 * changed since the plan was made.
 *
 * @param hash the hash of the plan that staff saw; null when the plan was just made and nobody saw it.
 */
export async function applyRun(
  services: SyncServices,
  { runId, hash }: { readonly runId: string; readonly hash: string | null },
  options: StepOptions,
): Promise<StepOutcome> {
  const { db, now } = services;
  const run = await readRun(db, runId);
  if (run === undefined || run.planHash === null) return { kind: "missing" };
  const who = options.by.staff.email;
  const step = await claimStep(db, { runId, kind: run.kind, who, now: now() });
  if ("busy" in step) return { kind: "busy", holder: step.busy };
  return await giveUpOnError(services, step, async () => {
    const current = await readRun(db, runId);
    if (current?.state === "applying") return await write(services, { step, options });
    const stale = current?.state !== "ready" || !await isStillMapped(db, run) ||
      (hash !== null && (hash !== run.planHash || !await stands(services, step, run)));
    if (stale) {
      await endStep(db, step, { now: now(), goesOn: false });
      return { kind: "stale" };
    }
    await beginWriting(services, { step, run: current, by: options.by });
    return await write(services, { step, options });
  });
}

/** Whether the mappings are still those of the plan. With others, it would write what the old ones join. */
async function isStillMapped(db: SyncServices["db"], { kind, basis }: Run): Promise<boolean> {
  return basis === await WRITERS[kind].basis(db);
}

/** Whether the stored rows are still those that the plan was made from. */
async function stands({ db, now }: SyncServices, step: Step, run: Run): Promise<boolean> {
  const { kind, id, planned } = run;
  for (let after = 0; after < planned; after += CHUNK.whole) {
    const changes = await nextChanges(db, { runId: id, after, limit: CHUNK.whole });
    const count = Math.min(CHUNK.whole, planned - after);
    if (!areNext(changes, { after, count })) return false;
    if (!await isAsPlanned(db, kind, changes)) return false;
    if (!await keepStep(db, step, now())) return false;
  }
  return true;
}

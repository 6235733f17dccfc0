/** Runs of the sync, step by step: the screen, the command and the night all drive the same steps (spec §4.11). */
import type { Kysely } from "kysely";
import type { Author } from "../../admin/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import type { PublicFetch } from "../../net/mod.ts";
import { pagesOf, runAllowance, type WalkAllowance } from "../client/walk.ts";
import { type Kind, noCounts } from "../schema.ts";
import { isAsPlanned, WRITERS } from "./apply.ts";
import { claimStep, dropClaim, endStep, type Holder, keepStep, type Step } from "./claim.ts";
import { collectorOf, Progress } from "./collect.ts";
import {
  auditRun,
  insertRun,
  nextChanges,
  readGathered,
  readRun,
  type Run,
  type RunUpdate,
  unstage,
  updateRun,
} from "./store.ts";

/** The CMS as this service knows it. */
export interface CmsSource {
  /** `CMS_BASE_URL`, or the marketing site. */
  readonly baseUrl: string;
  /** Hosts beside it that pictures may come from. */
  readonly hosts: readonly string[];
  /** Asks its origin, and nothing else. */
  readonly fetch: PublicFetch;
}

/** What runs work with. */
export interface SyncServices {
  readonly db: Kysely<Database>;
  /** Null where none is configured. */
  readonly cms: CmsSource | null;
  readonly now: () => Date;
}

/** How a step is taken. */
export interface StepOptions {
  readonly by: Author;
  /** The step pauses at the next page or chunk after so long; absent, it goes on to the end. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  /** What reading may take in all; several runs may share one. */
  readonly allowance?: WalkAllowance;
  /** Told after each page and chunk. */
  readonly onProgress?: (run: Pick<Run, "pages" | "planned" | "written">) => void;
}

/** What came of a step. */
export type StepOutcome =
  | { readonly kind: "run"; readonly run: Run }
  /** Somebody else's run is under way. */
  | { readonly kind: "busy"; readonly holder: Holder }
  /** What is stored, or a mapping, has changed since the plan was made; nothing was written. */
  | { readonly kind: "stale"; readonly run: Run }
  /** There is no such run, or it is not one that this can be done with. */
  | { readonly kind: "missing" }
  | { readonly kind: "unconfigured" };

/** Changes that one transaction writes. */
const CHUNK = 200;
/** Between two signs of life, and between two notes of how far reading is. */
const SIGN_MS = 2_000;

/** Begins a run of a kind by reading the CMS and planning; another of the kind that was not finished is abandoned. */
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

/** Goes on with a run: reads on, or writes on, from where it was. */
export async function resumeRun(
  services: SyncServices,
  runId: string,
  options: StepOptions,
): Promise<StepOutcome> {
  const { db, cms, now } = services;
  if (cms === null) return { kind: "unconfigured" };
  const run = await readRun(db, runId);
  if (run === undefined || !["reading", "incomplete", "applying", "stopped"].includes(run.state)) {
    return { kind: "missing" };
  }
  const who = options.by.staff.email;
  const step = await claimStep(db, { runId, kind: run.kind, who, now: now() });
  if ("busy" in step) return { kind: "busy", holder: step.busy };
  return await giveUpOnError(services, step, async () => {
    if (run.state === "reading" || run.state === "incomplete") {
      await updateRun(db, runId, { state: "reading", errors: [], endedAt: null });
      return await read({ ...services, cms }, { step, kind: run.kind, options });
    }
    await updateRun(db, runId, { state: "applying", appliedBy: who, endedAt: null });
    return await write(services, { step, options });
  });
}

/** An error ends the step, so that nobody has to wait for its claim to run out. */
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
 * Writes a plan that was shown, by its hash. Where what is stored has moved since, or a mapping, nothing is written.
 * Without a hash the plan has just been made and nobody has seen it.
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
    const stale = current?.state !== "ready" ||
      (hash !== null && (hash !== run.planHash || !await stands(services, step, run)));
    if (stale) {
      await endStep(db, step, { now: now(), goesOn: false });
      return { kind: "stale", run: current ?? run };
    }
    await updateRun(db, runId, { state: "applying", appliedBy: who });
    return await write(services, { step, options });
  });
}

/** Stops a run at its next page or chunk; what is written stays, and it can be resumed. */
export async function stopRun(
  { db, now }: SyncServices,
  runId: string,
): Promise<Run | undefined> {
  return await transact(db, async (trx) => {
    const run = await readRun(trx, runId, { lock: true });
    await dropClaim(trx, runId);
    if (run?.state === "applying") {
      await updateRun(trx, runId, { state: "stopped", endedAt: now() });
    }
    if (run?.state === "reading") {
      await updateRun(trx, runId, { state: "incomplete", errors: [STOPPED], endedAt: now() });
    }
    return await readRun(trx, runId);
  });
}

const STOPPED = "The run was stopped before all of the CMS was read.";

/** Whether a plan still says what it would do. */
async function stands({ db, now }: SyncServices, step: Step, run: Run): Promise<boolean> {
  const { kind, id, planned } = run;
  if (run.basis !== await WRITERS[kind].basis(db)) return false;
  for (let after = 0; after < planned; after += CHUNK) {
    const changes = await nextChanges(db, { runId: id, after, limit: CHUNK });
    if (!await isAsPlanned(db, kind, changes)) return false;
    if (!await keepStep(db, step, now())) return false;
  }
  return true;
}

interface Stepping {
  readonly step: Step;
  readonly options: StepOptions;
}

async function read(
  services: SyncServices & { readonly cms: CmsSource },
  { step, kind, options }: Stepping & { readonly kind: Kind },
): Promise<StepOutcome> {
  const { db, now, cms } = services;
  const { runId } = step;
  const { budgetMs, allowance = runAllowance(), signal, onProgress } = options;
  const progress = Progress.safeParse(await readGathered(db, runId)).data ?? null;
  // What was planned after the last pause is read again.
  await unstage(db, runId, progress?.planned ?? 0);
  const collector = await collectorOf(kind, { db, runId, sources: cms, progress });
  let pages = (await readRun(db, runId))?.pages ?? 0;
  const began = allowance.clock();
  let signed = began;
  const walking = pagesOf(
    collector.walk,
    { ...cms, allowance, ...(signal && { signal }) },
    progress?.nextPage ?? null,
  );
  while (true) {
    const { done, value } = await walking.next();
    if (done) {
      if (value.ok) {
        const { hash, ...found } = await collector.finish();
        await settle(services, step, { ...found, planHash: hash, pages, state: "ready" });
      } else {
        const gathered = await collector.pause(value.nextPage);
        const { warnings, counts, planned } = gathered;
        const errors = value.failure === null ? [] : [value.failure];
        await settle(services, step, {
          ...{ gathered, warnings, planned, errors, pages },
          counts: { ...noCounts(), ...counts },
          state: "incomplete",
        });
      }
      return await outcomeOf(services, runId);
    }
    await collector.add(value);
    pages++;
    onProgress?.({ pages, planned: 0, written: 0 });
    const clock = allowance.clock();
    const isPause = budgetMs !== undefined && clock - began >= budgetMs && value.nextPage !== null;
    if (isPause) {
      const gathered = await collector.pause(value.nextPage);
      await updateRun(db, runId, { gathered, pages, planned: gathered.planned });
      await endStep(db, step, { now: now(), goesOn: true });
      return await outcomeOf(services, runId);
    }
    if (clock - signed < SIGN_MS) continue;
    signed = clock;
    await updateRun(db, runId, { pages });
    if (!await keepStep(db, step, now())) {
      const gathered = await collector.pause(value.nextPage);
      await updateRun(db, runId, { gathered, pages, planned: gathered.planned });
      return await outcomeOf(services, runId);
    }
  }
}

/** Ends reading, unless the run was taken away meanwhile. */
async function settle(
  { db, now }: SyncServices,
  step: Step,
  update: RunUpdate,
): Promise<void> {
  await transact(db, async (trx) => {
    const isHeld = await keepStep(trx, step, now());
    const ended = update.state === "incomplete" ? now() : null;
    const { gathered = null, pages, planned } = update;
    await updateRun(
      trx,
      step.runId,
      isHeld ? { endedAt: ended, ...update, gathered } : {
        gathered,
        ...(pages !== undefined && { pages }),
        ...(planned !== undefined && { planned }),
      },
    );
    await endStep(trx, step, { now: now(), goesOn: false });
  });
}

async function write(services: SyncServices, { step, options }: Stepping): Promise<StepOutcome> {
  const { db, now } = services;
  const { budgetMs, signal, by, onProgress } = options;
  const began = performance.now();
  while (true) {
    const { isOver, run } = await transact(db, (trx) => writeChunk(trx, { step, by, at: now() }), {
      long: true,
    });
    if (run !== undefined) onProgress?.(run);
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

type Trx = Parameters<Parameters<typeof transact>[1]>[0];

interface Writing {
  readonly step: Step;
  readonly by: Author;
  readonly at: Date;
}

/** Writes the next changes, or ends the run with its audit entry. Nothing is written once the claim is lost. */
async function writeChunk(trx: Trx, { step, by, at }: Writing) {
  if (!await keepStep(trx, step, at)) return { isOver: true };
  const run = await readRun(trx, step.runId, { lock: true });
  if (run?.state !== "applying") return { isOver: true };
  const { id, kind, written } = run;
  const changes = await nextChanges(trx, { runId: id, after: written, limit: CHUNK });
  const last = changes.at(-1);
  if (last === undefined) {
    await updateRun(trx, id, { state: "done", endedAt: at });
    await endStep(trx, step, { now: at, goesOn: false });
    const report = { ...run.report, applied: true };
    const done = { ...run, report };
    await auditRun(trx, done, { actor: by.staff.email, requestId: by.requestId });
    return { isOver: true, run: done };
  }
  const deviations = await WRITERS[kind].apply(trx, changes, at);
  const counts = { ...run.report.counts };
  for (const { planned, became } of deviations) {
    counts[planned]--;
    counts[became]++;
  }
  await updateRun(trx, id, { written: last.seq, counts });
  return { isOver: false, run: { ...run, written: last.seq } };
}

async function outcomeOf({ db }: SyncServices, runId: string): Promise<StepOutcome> {
  const run = await readRun(db, runId);
  return run === undefined ? { kind: "missing" } : { kind: "run", run };
}

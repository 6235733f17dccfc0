/** The reading phase of a run: walks the CMS and plans. */
import type { Kysely } from "kysely";
import { type Database, transact } from "@/lib/db/mod.ts";
import { leftOf, pagesOf, runAllowance, type WalkEnd } from "../client/walk.ts";
import { type Kind, noCounts, Sentences } from "../schema.ts";
import { unstage } from "./changes.ts";
import { endStep, keepStep, type Step } from "./claim.ts";
import { collectorOf } from "./collect.ts";
import { Progress } from "./collector.ts";
import {
  type CmsSource,
  outcomeOf,
  type StepOutcome,
  type Stepping,
  type SyncServices,
} from "./contract.ts";
import { readGathered, readRun, type RunUpdate, updateRun } from "./store.ts";

/** How often the lease is renewed and the progress stored. */
const SIGN_MS = 2_000;

/** Reads from where the run paused until the list ends, a page fails, or the time of the step is over. */
export async function read(
  services: SyncServices & { readonly cms: CmsSource },
  { step, kind, options }: Stepping & { readonly kind: Kind },
): Promise<StepOutcome> {
  const { db, now, cms } = services;
  const { runId } = step;
  const { budgetMs, signal, onProgress } = options;
  const progress = Progress.safeParse(await readGathered(db, runId)).data ?? null;
  const allowance = runAllowance(options.shared?.left ?? progress?.left, options.clock);
  // Drops changes that were planned after the last pause: their pages are read again.
  await unstage(db, runId, progress?.planned ?? 0);
  await using collector = await collectorOf(kind, { db, runId, sources: cms, progress });
  // Without a place to resume from, every page is read again.
  let pages = progress === null ? 0 : (await readRun(db, runId))?.pages ?? 0;
  const began = allowance.clock();
  let signed = began;
  const walking = pagesOf(
    collector.walk,
    {
      ...{ ...cms, allowance },
      ...(signal && { signal }),
      ...(collector.known && { known: collector.known }),
    },
    progress?.nextPage ?? null,
  );
  while (true) {
    const { done, value } = await walking.next();
    const isDue = done || allowance.clock() - signed >= SIGN_MS;
    if (isDue && await holdOn(db, step, now()) === "overtaken") {
      return await overtaken(services, runId);
    }
    if (done) {
      if (options.shared) {
        const { bytes, ms } = leftOf(allowance);
        options.shared.left = { bytes, ms };
      }
      await settle(services, step, { ...await resultOf(collector, value), pages });
      return await outcomeOf(services, runId);
    }
    await collector.add(value);
    pages++;
    onProgress?.({ pages, planned: 0, written: 0 });
    const clock = allowance.clock();
    const isPause = budgetMs !== undefined && clock - began >= budgetMs && value.nextPage !== null;
    if (isPause) {
      if (await holdOn(db, step, now()) === "overtaken") return await overtaken(services, runId);
      // Stores the remaining budget: the screen takes the next step by itself, and an endless list must still end.
      const gathered = { ...await collector.pause(value.nextPage), left: leftOf(allowance) };
      await updateRun(db, runId, { gathered, pages, planned: gathered.planned });
      await endStep(db, step, { now: now(), goesOn: true });
      return await outcomeOf(services, runId);
    }
    // Progress after the last page cannot be resumed from, so it is not stored.
    if (clock - signed < SIGN_MS || value.nextPage === null) continue;
    signed = clock;
    await updateRun(db, runId, { pages });
    if (!await keepStep(db, step, now())) {
      const gathered = await collector.pause(value.nextPage);
      await updateRun(db, runId, { gathered, pages, planned: gathered.planned });
      return await outcomeOf(services, runId);
    }
  }
}

/** Returns what a finished walk leaves: the plan, or the place where an incomplete walk can resume. */
async function resultOf(
  collector: Awaited<ReturnType<typeof collectorOf>>,
  { ok, nextPage, failure }: WalkEnd,
): Promise<RunUpdate> {
  if (ok) {
    const { hash, ...found } = await collector.finish();
    return { ...found, planHash: hash, state: "ready" };
  }
  const gathered = await collector.pause(nextPage);
  const { warnings: kept, moreWarnings: more, counts, planned } = gathered;
  return {
    gathered,
    planned,
    warnings: new Sentences(kept, more).list(),
    errors: failure === null ? [] : [failure],
    counts: { ...noCounts(), ...counts },
    state: "incomplete",
  };
}

/**
 * Renews the lease and returns whether this step still owns the run (`held`), somebody stopped the run (`stopped`), or
 * another step has taken it over (`overtaken`). An overtaken step must not change the run.
 */
async function holdOn(
  db: Kysely<Database>,
  step: Step,
  now: Date,
): Promise<"held" | "stopped" | "overtaken"> {
  if (await keepStep(db, step, now)) return "held";
  return (await readRun(db, step.runId))?.state === "incomplete" ? "stopped" : "overtaken";
}

/** Returns the outcome of an overtaken step: the abandoned run, or `missing` when another step continues it. */
async function overtaken(services: SyncServices, runId: string): Promise<StepOutcome> {
  const outcome = await outcomeOf(services, runId);
  const isTaken = outcome.kind === "run" && outcome.run.state !== "abandoned";
  return isTaken ? { kind: "missing" } : outcome;
}

/** Stores the result of reading and releases the claim, unless the step was overtaken. */
async function settle(
  { db, now }: SyncServices,
  step: Step,
  update: RunUpdate,
): Promise<void> {
  await transact(db, async (trx) => {
    const hold = await holdOn(trx, step, now());
    if (hold === "overtaken") return;
    const ended = update.state === "incomplete" ? now() : null;
    const { gathered = null, pages, planned } = update;
    await updateRun(
      trx,
      step.runId,
      hold === "held" ? { endedAt: ended, ...update, gathered } : {
        gathered,
        ...(pages !== undefined && { pages }),
        ...(planned !== undefined && { planned }),
      },
    );
    await endStep(trx, step, { now: now(), goesOn: false });
  });
}

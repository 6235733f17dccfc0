/** Runs a whole sync in one call, for the command and the nightly job. */
import { SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { DatabaseError, transact } from "@/lib/db/mod.ts";
import { pause } from "@/lib/timing/mod.ts";
import { type Kind, noCounts, type SyncReport } from "../schema.ts";
import type { Holder } from "./claim.ts";
import { auditRun, readRun } from "./store.ts";
import type { SharedReading, StepOptions, StepOutcome, SyncServices } from "./contract.ts";
import { applyRun, startRun } from "./sync.ts";

/** Options of a whole run. */
interface WholeOptions {
  /** Whether the plan is applied. */
  readonly apply: boolean;
  readonly signal?: AbortSignal;
  /** A reading budget that several kinds share; absent, each kind has its own. */
  readonly shared?: SharedReading;
  readonly onProgress?: StepOptions["onProgress"];
}

/** How long to wait for another run. A killed run holds the claim for up to a minute. */
const WAIT_MS = 125_000;
const LOOK_MS = 500;

const BY = { staff: { email: SERVICE_ACTOR }, requestId: null };

/**
 * Reads and plans one kind, and applies the plan if `apply` is set and the walk was complete. With `apply`, an incomplete
 * walk leaves an audit entry as well. Never throws: every failure is a sentence in the report's `errors`.
 */
export async function syncKind(
  services: SyncServices,
  kind: Kind,
  options: WholeOptions,
): Promise<SyncReport> {
  try {
    return await runWhole(services, kind, options);
  } catch (error) {
    const cause = error instanceof DatabaseError ? ` ${error.message}.` : "";
    return failed(kind, `The run was ended by a failure of the service or its database.${cause}`);
  }
}

async function runWhole(
  services: SyncServices,
  kind: Kind,
  { apply, signal, shared, onProgress }: WholeOptions,
): Promise<SyncReport> {
  const { db } = services;
  const options: StepOptions = {
    by: BY,
    ...(signal && { signal }),
    ...(shared && { shared }),
    ...(onProgress && { onProgress }),
  };
  const started = await startWhenFree(services, kind, options);
  if (started.kind === "unconfigured") {
    return failed(kind, "No CMS is configured: set CMS_BASE_URL or SITE_URL.");
  }
  if (started.kind === "busy") return failed(kind, busySentence(started.holder));
  if (started.kind !== "run") return failed(kind, "Another run took the place of this one.");
  const { run } = started;
  if (!apply) return run.report;
  if (run.state !== "ready") {
    await transact(db, (trx) => auditRun(trx, run, { actor: SERVICE_ACTOR, requestId: null }));
    return run.report;
  }
  const applied = await applyRun(services, { runId: run.id, hash: null }, options);
  const last = (applied.kind === "run" ? applied.run : await readRun(db, run.id)) ?? run;
  if (last.state === "done") return last.report;
  const why = applied.kind === "stale" && last.state === "ready"
    ? "A mapping changed while the CMS was read, so nothing was written. Run it again."
    : `The run was stopped after ${last.written} of ${last.planned} changes. Run it again to go on.`;
  return { ...last.report, errors: [...last.report.errors, why] };
}

async function startWhenFree(
  services: SyncServices,
  kind: Kind,
  options: StepOptions,
): Promise<StepOutcome> {
  for (let waitedMs = 0;; waitedMs += LOOK_MS) {
    const outcome = await startRun(services, kind, options);
    if (outcome.kind !== "busy" || waitedMs >= WAIT_MS || options.signal?.aborted) return outcome;
    await pause(LOOK_MS, options.signal);
  }
}

/** Returns a sentence that names the holder of the claim. */
export function busySentence({ who, kind, since }: Holder): string {
  const time = since.toISOString().slice(11, 16);
  const whose = who === SERVICE_ACTOR ? "The service itself" : who;
  return `${whose} has been syncing ${kind} since ${time} UTC, and one sync runs at a time.`;
}

function failed(kind: Kind, sentence: string): SyncReport {
  return {
    kind,
    complete: false,
    applied: false,
    counts: noCounts(),
    unmappedTerms: [],
    unmappedFields: [],
    warnings: [],
    errors: [sentence],
  };
}

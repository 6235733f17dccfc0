/** The last run of each scheduled job, stored for staff in the key-value store. */
import { z } from "zod";
import { getValid, isClaimed, isOutage, retryLocked } from "../kv/mod.ts";

/** Default lease of a job, in milliseconds. */
export const LEASE_MS = 30_000;

/** How a run of a job ended in this process. */
export type Ending = "done" | "failed" | "aborted";

/** The stored record of a run. Times are in milliseconds since 1970. */
const StoredRun = z.object({
  startedAt: z.number(),
  /** Null until the run has ended. */
  endedAt: z.number().nullable(),
  outcome: z.enum(["done", "failed", "aborted"]).nullable(),
  /** Whether it failed because a store was down. */
  isOutage: z.boolean(),
});
type StoredRun = z.infer<typeof StoredRun>;

/** The last run of a job. `running`: a process is at it. `lost`: its process ended before the run did. */
export interface LastRun {
  readonly state: "done" | "failed" | "aborted" | "running" | "lost";
  readonly startedAt: Date;
  /** Null while it runs, and when its process was lost. */
  readonly endedAt: Date | null;
  /** Whether it failed because a store was down. */
  readonly isOutage: boolean;
}

function keyOf(name: string): Deno.KvKey {
  return ["job_runs", name];
}

/** Stores that a run has started. */
export async function noteStart(kv: Deno.Kv, name: string, startedAt: Date): Promise<void> {
  await store(kv, name, {
    startedAt: startedAt.getTime(),
    endedAt: null,
    outcome: null,
    isOutage: false,
  });
}

/** The end of a run. */
interface RunEnd {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly outcome: Ending;
  readonly error: unknown;
}

/** Stores how a run ended. The error itself is not stored, because its text may quote records; the log has it. */
export async function noteEnd(
  kv: Deno.Kv,
  name: string,
  { startedAt, endedAt, outcome, error }: RunEnd,
): Promise<void> {
  await store(kv, name, {
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
    outcome,
    isOutage: isOutage(error),
  });
}

async function store(kv: Deno.Kv, name: string, run: StoredRun): Promise<void> {
  await retryLocked(() => kv.set(keyOf(name), run));
}

/**
 * Returns the last run of a job; null before the first.
 *
 * @throws when the store fails.
 */
export async function readLastRun(kv: Deno.Kv, name: string, now: Date): Promise<LastRun | null> {
  const [entry, isHeld] = await Promise.all([
    getValid(kv, keyOf(name), StoredRun),
    isClaimed(kv, name, { leaseMs: LEASE_MS, now: () => now }),
  ]);
  if (entry === null) return null;
  const { startedAt, endedAt, outcome, isOutage } = entry.value;
  return {
    state: outcome ?? (isHeld ? "running" : "lost"),
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    isOutage,
  };
}

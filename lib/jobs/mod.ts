/**
 * Jobs: background work (design §3).
 *
 * - The *runner* runs background work, queue messages and crons. It limits concurrency, logs each outcome, catches
 *   every error, and drains when the process stops.
 * - The *schedule* lists all crons. A *round* (one tick of a cron) runs in only one process, by a claim in the
 *   key-value store. If that process dies, another runs the round again, so jobs must be idempotent.
 * - *Batches* combine concurrent writes into one.
 */
export { inBatches } from "./batches.ts";
export type { LastRun } from "./last_run.ts";
export { waitAWhile } from "./patience.ts";
export { listenForMessages, type MessageHandler } from "./queue.ts";
export {
  createRunner,
  type Outcome,
  type Runner,
  type RunnerOptions,
  type Work,
} from "./runner.ts";
export { CHECK_LINKS, nextRuns, readJobs, type ScheduledJob, startSchedule } from "./schedule.ts";

/**
 * Jobs: what runs without anybody waiting for it.
 *
 * One runner serves crons, queue messages and the work that follows a response. It bounds how much runs at a time, logs
 * how each piece ended, keeps what is thrown, and ends with the process. A round of a scheduled job
 * runs in one of all processes (`claim()` of the key-value store), so work must bear being begun again
 * by another process after a crash.
 */
export { inBatches } from "./batches.ts";
export { waitAWhile } from "./patience.ts";
export { listenForMessages, type MessageHandler, type QueueOptions } from "./queue.ts";
export {
  createRunner,
  type JobLog,
  type Outcome,
  type Runner,
  type RunnerOptions,
  type Work,
  type WorkOptions,
} from "./runner.ts";
export {
  CHECK_LINKS,
  type JobFunctions,
  nextRuns,
  type ScheduleOptions,
  startSchedule,
} from "./schedule.ts";

/**
 * Runs work on untrusted input in a separate child process with few permissions and hard limits (CPU time, memory, wall
 * clock), so that it can be killed at any time. A worker thread is not enough: when it runs out of memory the whole
 * process dies, and it cannot be terminated reliably. `startChild` is the parent's side, `answerParent` the child's.
 */
export { type ApartLimits, type Excess } from "./limits.ts";
export { type Child, startChild } from "./child.ts";
export { answerParent } from "./answer.ts";

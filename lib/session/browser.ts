/**
 * Sessions in the browser: what pages report to the service by themselves. It imports nothing, because every buyer loads it.
 */
export { type BrowserEvent, reportEvents } from "./browser/events.ts";
export { askStanding } from "./browser/standing.ts";
export {
  createProgressSaver,
  type ProgressSaver,
  type ProgressToSave,
} from "./browser/progress.ts";

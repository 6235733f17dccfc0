/**
 * Browser: what pages tell the service by themselves. It runs in browsers only and imports nothing, for
 * everything here is loaded by buyers.
 */
export { type BrowserEvent, EVENTS_PATH, reportEvents } from "./events.ts";
export { askStanding } from "./standing.ts";
export { createProgressSaver, type ProgressSaver, type ProgressToSave } from "./progress.ts";

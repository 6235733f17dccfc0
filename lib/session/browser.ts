/**
 * The browser part of sessions: reports events and saves progress. It imports nothing from other rooms, because every
 * buyer's page loads it.
 */
export { type BrowserEvent, reportEvents } from "./browser/events.ts";
export { askStanding } from "./browser/standing.ts";
export { createProgressSaver } from "./browser/progress.ts";

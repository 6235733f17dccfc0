/**
 * The browser part of sessions: saves progress, and asks where the answers stand. It imports nothing from other rooms,
 * because the wizard's page loads it.
 */
export { askStanding } from "./browser/standing.ts";
export { createProgressSaver } from "./browser/progress.ts";

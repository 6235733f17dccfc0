/**
 * Browser: what pages do there by themselves, such as telling the service something. It runs in browsers only and
 * imports nothing, for what is here is loaded by visitors.
 */
export { type DragStart, startDrag } from "./drag.ts";
export { type BrowserEvent, EVENTS_PATH, reportEvents } from "./events.ts";
export { createLibraryReader, type LibraryReader, type LibraryView, NO_ANSWER } from "./library.ts";
export { createProgressSaver, type ProgressSaver, type ProgressToSave } from "./progress.ts";

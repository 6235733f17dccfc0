/** Tells the service what a consenting visitor does, without waiting for it (design §7). */

/** Where events go. */
export const EVENTS_PATH = "/api/session/events";

/** One event: what happened, and the id of what it happened to. */
export interface BrowserEvent {
  kind: string;
  ref?: string;
}

/** Sends events; that one is lost, or refused by the browser, must never show. */
export function reportEvents(events: readonly BrowserEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: "application/json" });
  navigator.sendBeacon(EVENTS_PATH, body);
}

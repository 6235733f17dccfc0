/** Reports what a visitor does, without waiting for a response (design §7). */

/** Path of the events endpoint. */
const EVENTS_PATH = "/api/session/events";

/** An event: its kind, and the id of what it concerns. */
export interface BrowserEvent {
  kind: string;
  ref?: string;
}

/** Sends events with a beacon. A lost or rejected one is not reported. */
export function reportEvents(events: readonly BrowserEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: "application/json" });
  // Some visitors have turned beacons off in their browser.
  navigator.sendBeacon?.(EVENTS_PATH, body);
}

/**
 * The browser part of analytics: reports what a visitor does, without waiting for a response (design §7). It imports
 * nothing from other rooms, because every buyer's page loads it.
 */

/** Path of the events endpoint. */
const EVENTS_PATH = "/api/session/events";

/** An event: its kind, and the id of what it concerns. */
export interface BrowserEvent {
  kind: string;
  ref?: string;
}

/**
 * Sends events with a beacon. A lost or rejected one is not reported. They belong to `track`; undefined means the
 * track of the session.
 */
export function reportEvents(events: readonly BrowserEvent[], track?: string | null): void {
  const body = new Blob([JSON.stringify({ events, track })], { type: "application/json" });
  // Some visitors have turned beacons off in their browser.
  navigator.sendBeacon?.(EVENTS_PATH, body);
}

import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { BrowserEvent } from "../../lib/session/browser.ts";

/**
 * A script that reports the events of a page view. Render it only with consent to measurement.
 * It is the only script of a page without an island.
 */
export function EventBeacon({ events }: { events: readonly BrowserEvent[] }): JSX.Element {
  return <script src={asset("/beacon.js")} data-report={JSON.stringify(events)} defer />;
}

import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { type BrowserEvent, EVENTS_PATH } from "../../lib/session/browser.ts";

/**
 * Reports that a page was read, for visitors who consented to measurement; nobody else gets the script.
 * A page without an island loads no other.
 */
export function EventBeacon({ events }: { events: readonly BrowserEvent[] }): JSX.Element {
  const report = JSON.stringify({ events });
  return <script src={asset("/beacon.js")} data-to={EVENTS_PATH} data-report={report} defer />;
}

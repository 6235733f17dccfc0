import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import type { BrowserEvent } from "../../lib/session/browser.ts";

/**
 * Reports that a page was read, for visitors who consented to measurement; nobody else gets the script.
 * A page without an island loads no other.
 */
export function EventBeacon({ events }: { events: readonly BrowserEvent[] }): JSX.Element {
  return <script src={asset("/beacon.js")} data-report={JSON.stringify(events)} defer />;
}

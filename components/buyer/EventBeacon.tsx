import type { JSX } from "preact";
import { type BrowserEvent, EVENTS_PATH } from "../../lib/browser/mod.ts";

/**
 * Reports that a page was read, for visitors who consented to measurement; nobody else gets the script.
 * A few words in place: a page without an island loads no other.
 */
export function EventBeacon({ events }: { events: readonly BrowserEvent[] }): JSX.Element {
  const report = JSON.stringify(JSON.stringify({ events })).replaceAll("<", "\\u003c");
  const code = `navigator.sendBeacon("${EVENTS_PATH}",new Blob([${report}],` +
    `{type:"application/json"}))`;
  return <script dangerouslySetInnerHTML={{ __html: code }} />;
}

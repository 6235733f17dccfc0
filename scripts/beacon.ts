/** Reports the events of a page view, with the track of the page. Only pages of visitors with measurement consent load this script. */
import { reportEvents } from "../lib/analytics/browser.ts";

const { report } = document.currentScript?.dataset ?? {};
if (report !== undefined) {
  const { events, track } = JSON.parse(report);
  reportEvents(events, track);
}

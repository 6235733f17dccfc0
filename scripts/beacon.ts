/** Reports the events of a page view. Only pages of visitors with measurement consent load this script. */
import { reportEvents } from "../lib/analytics/browser.ts";

const { report } = document.currentScript?.dataset ?? {};
if (report !== undefined) reportEvents(JSON.parse(report));

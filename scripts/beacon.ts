/** Reports that a page was read. Only pages of visitors who consented to measurement ask for it. */
import { reportEvents } from "../lib/session/browser.ts";

const { report } = document.currentScript?.dataset ?? {};
if (report !== undefined) reportEvents(JSON.parse(report));

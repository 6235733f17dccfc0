import type { JSX } from "preact";
import type { AnalysisFault } from "../../../lib/proof/mod.ts";
import { Notice } from "../../ui/Notice.tsx";

/** Why there is no report to show: it is not there yet, or what became of it. */
export type NoReport = AnalysisFault | "pending";

const WHY: Record<NoReport, string> = {
  pending: "The report is being worked out, which takes a while with so many rules. " +
    "Load the page again in a moment.",
  superseded: "The catalog changed while the report was being worked out. Load the page again.",
  timed_out: "Working out the report took too long, so it was stopped. It will be tried anew " +
    "after the next change of the catalog; fewer rules, options or questions make it shorter.",
  crashed: "The report could not be worked out; the service's log says why. " +
    "Load the page again to have it tried once more.",
  stopped: "The service is being stopped. Load the page again in a moment.",
};

/** Stands where the report would. */
export function Unfinished({ why }: { why: NoReport }): JSX.Element {
  return (
    <Notice
      tone={why === "pending" ? "info" : "warning"}
      title="There is no report yet"
      role="status"
      class="mt-6"
    >
      <p>{WHY[why]}</p>
    </Notice>
  );
}

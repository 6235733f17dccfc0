import type { JSX } from "preact";
import type { AnalysisFault } from "@/lib/analysis/mod.ts";
import { Notice } from "@/components/ui/Notice.tsx";

/** Why there is no report: still running, or its fault. */
export type NoReport = AnalysisFault | "pending";

const WHY: Record<NoReport, string> = {
  pending: "We are making the report, which takes a while with so many rules. " +
    "Load the page again in a moment.",
  superseded: "The catalog changed while we made the report. Load the page again.",
  abandoned: "The report was cancelled. Load the page again.",
  timed_out: "The report took too long, so we stopped it. We try again after the next change " +
    "of the catalog; fewer rules, options or questions make it faster.",
  crashed: "We could not make the report; the service’s log says why. " +
    "Load the page again to try once more.",
  stopped: "The service is being stopped. Load the page again in a moment.",
};

/** Shown instead of the report. */
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

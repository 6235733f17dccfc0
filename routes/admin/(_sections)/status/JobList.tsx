/** The scheduled jobs: their last and their next run. */
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Muted } from "@/components/admin/list/parts.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { Badge, type Tone } from "@/components/ui/Badge.tsx";
import { capitalized } from "@/components/ui/capitalized.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { LastRun, ScheduledJob } from "@/lib/jobs/mod.ts";

const STATES: Readonly<Record<LastRun["state"], { label: string; tone: Tone; means: string }>> = {
  done: { label: "Done", tone: "positive", means: "" },
  running: { label: "Running", tone: "accent", means: "The next run waits for it." },
  failed: {
    label: "Failed",
    tone: "danger",
    means: "It runs again at its next time. The error is in the log, in a line “job”.",
  },
  aborted: {
    label: "Stopped",
    tone: "warning",
    means: "Its process was stopped. The next run continues.",
  },
  lost: {
    label: "Cut off",
    tone: "warning",
    means: "Its process ended without finishing it. The next run continues.",
  },
};

/** Returns a sentence that names the jobs whose last run failed; empty when there are none. */
export function jobsInWords(jobs: readonly ScheduledJob[] | null): string {
  const failed = (jobs ?? []).filter(({ next, last }) => next !== null && last?.state === "failed");
  if (failed.length === 0) return "";
  return `Jobs whose last run failed: ${failed.map(({ name }) => name).join(", ")}.`;
}

/** A table of the scheduled jobs; null when the session store, which holds their runs, is down. */
export function JobList({ jobs }: { jobs: readonly ScheduledJob[] | null }): JSX.Element {
  return (
    <Block title="Scheduled jobs">
      {jobs === null
        ? (
          <p>
            No job can start while the session store is down, and nothing is known of the last runs.
          </p>
        )
        : (
          <RowsTable
            caption="When the service last did its regular work, and when it is next due"
            head="quiet"
            stacks
            rows={jobs}
            columns={[
              {
                label: "Job",
                isHead: true,
                cell: ({ name }) => capitalized(name),
              },
              {
                label: "Last run",
                cell: ({ last, next }) => <StateBadge last={last} next={next} />,
              },
              {
                label: "Started",
                cellClass: "whitespace-nowrap",
                cell: ({ last }) => last && <Moment at={last.startedAt} />,
              },
              { label: "Took", cell: ({ last }) => tookInWords(last) },
              {
                label: "What it means",
                cellClass: "min-w-56",
                cell: ({ last }) =>
                  last?.isOutage
                    ? "A store was down. It runs again at its next time."
                    : last && STATES[last.state].means,
              },
              {
                label: "Next run",
                cellClass: "whitespace-nowrap",
                cell: ({ next }) => next ? <Moment at={next} /> : <Muted>Switched off</Muted>,
              },
            ]}
          />
        )}
    </Block>
  );
}

function StateBadge({ last, next }: Pick<ScheduledJob, "last" | "next">) {
  if (last === null) return <Badge>{next === null ? "Off" : "Not run yet"}</Badge>;
  return <Badge tone={STATES[last.state].tone}>{STATES[last.state].label}</Badge>;
}

function tookInWords(last: LastRun | null): string | null {
  if (!last?.endedAt) return null;
  const seconds = Math.round((last.endedAt.getTime() - last.startedAt.getTime()) / 1000);
  return seconds < 120 ? `${Math.max(seconds, 0)} s` : `${Math.round(seconds / 60)} min`;
}

/** The dependencies of the service and their states. */
import { Muted } from "@/components/admin/list/parts.tsx";
import { Moment } from "@/components/admin/records.tsx";
import type { JSX } from "preact";
import type { Capability } from "@/lib/staff/mod.ts";
import type { Dependency, DependencyState } from "@/lib/services.ts";
import { Badge, type Tone } from "@/components/ui/Badge.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { assistantHref, sectionHref } from "@/components/hrefs/admin.ts";

const STATES: Readonly<Record<DependencyState, { label: string; tone: Tone }>> = {
  well: { label: "Working", tone: "positive" },
  degraded: { label: "Degraded", tone: "warning" },
  down: { label: "Down", tone: "danger" },
  unknown: { label: "Not asked yet", tone: "accent" },
  unread: { label: "Not known now", tone: "neutral" },
  off: { label: "Off", tone: "neutral" },
};

interface DependencyListProps {
  dependencies: readonly Dependency[];
  capabilities: ReadonlySet<Capability>;
}

/** Returns the state of all dependencies in a sentence. */
export function statusInWords(dependencies: readonly Dependency[]): string {
  const troubled = dependencies.filter(({ state }) => state === "degraded" || state === "down");
  return troubled.length === 0
    ? "Nothing is degraded."
    : `${troubled.length} of ${dependencies.length} ${
      troubled.length === 1 ? "needs" : "need"
    } attention: ${troubled.map(({ name }) => name).join(", ")}.`;
}

/** A summary sentence and a table of all dependencies; links follow the reader's capabilities. */
export function DependencyList({ dependencies, capabilities }: DependencyListProps): JSX.Element {
  return (
    <>
      <p class="mb-4">{statusInWords(dependencies)}</p>
      <RowsTable
        caption="What the service depends on"
        head="quiet"
        stacks
        rows={dependencies}
        columns={[
          {
            label: "Dependency",
            isHead: true,
            cell(dependency) {
              const href = hrefOf(dependency, capabilities);
              const { name } = dependency;
              return href === null ? name : <a href={href} class="text-link">{name}</a>;
            },
          },
          {
            label: "State",
            cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
          },
          {
            label: "Effect",
            cellClass: "min-w-56",
            cell: ({ effect, lastContact, missing = [] }) => (
              <>
                {effect}
                {lastContact && (
                  <span class="block text-muted">
                    Last contact <Moment at={lastContact} />
                  </span>
                )}
                {missing.length > 0 && (
                  <span class="block text-muted">
                    Not set:{" "}
                    <code class="font-mono text-xs wrap-anywhere">{missing.join(", ")}</code>
                  </span>
                )}
              </>
            ),
          },
          {
            label: "Since",
            cellClass: "whitespace-nowrap",
            cell: ({ since }) => since && <Moment at={since} />,
          },
          { label: "Last error", cell: ({ error }) => error ?? <Muted>None</Muted> },
        ]}
      />
    </>
  );
}

function hrefOf({ section }: Dependency, capabilities: ReadonlySet<Capability>): string | null {
  if (section === undefined) return null;
  if (section === "assistant") return capabilities.has("view_audit") ? assistantHref() : null;
  return capabilities.has("edit_data") ? sectionHref(section) : null;
}

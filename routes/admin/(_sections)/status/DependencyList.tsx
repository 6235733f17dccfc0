/** What the service depends on, and how each of it is. */
import type { JSX } from "preact";
import type { Capability } from "../../../../lib/staff/mod.ts";
import type { Dependency, DependencyState } from "../../../../lib/services.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Cell, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { assistantHref, sectionHref } from "../../../../components/hrefs/admin.ts";

const STATES: Readonly<
  Record<
    DependencyState,
    { label: string; tone: "positive" | "warning" | "danger" | "accent" | "neutral" }
  >
> = {
  well: { label: "Working", tone: "positive" },
  degraded: { label: "Degraded", tone: "warning" },
  down: { label: "Down", tone: "danger" },
  unknown: { label: "Not asked yet", tone: "accent" },
  off: { label: "Off", tone: "neutral" },
};

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

interface DependencyListProps {
  dependencies: readonly Dependency[];
  capabilities: ReadonlySet<Capability>;
}

/** A table of all of them. */
export function DependencyList({ dependencies, capabilities }: DependencyListProps): JSX.Element {
  const troubled = dependencies.filter(({ state }) => state === "degraded" || state === "down");
  return (
    <>
      <p class="mb-4">
        {troubled.length === 0
          ? "Nothing is degraded."
          : `${troubled.length} of ${dependencies.length} need attention: ${
            troubled.map(({ name }) => name).join(", ")
          }.`}
      </p>
      <Table caption="What the service depends on" captionHidden>
        <thead>
          <tr>
            {["Dependency", "State", "What follows", "Since", "Last error"].map((label) => (
              <th key={label} scope="col" class="data-head">{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dependencies.map((dependency) => (
            <Row key={dependency.name} dependency={dependency} capabilities={capabilities} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

interface RowProps {
  dependency: Dependency;
  capabilities: ReadonlySet<Capability>;
}

function Row({ dependency, capabilities }: RowProps): JSX.Element {
  const { name, state, effect, since, error } = dependency;
  const href = hrefOf(dependency, capabilities);
  return (
    <tr>
      <RowHead>{href === null ? name : <a href={href} class="text-link">{name}</a>}</RowHead>
      <Cell>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </Cell>
      <Cell class="min-w-56">{effect}</Cell>
      <Cell class="whitespace-nowrap">
        {since === null
          ? <span class="text-muted">–</span>
          : <time dateTime={since.toISOString()}>{`${MOMENT.format(since)} UTC`}</time>}
      </Cell>
      <Cell>{error ?? <span class="text-muted">None</span>}</Cell>
    </tr>
  );
}

function hrefOf({ section }: Dependency, capabilities: ReadonlySet<Capability>): string | null {
  if (section === undefined) return null;
  if (section === "assistant") return capabilities.has("view_audit") ? assistantHref() : null;
  return capabilities.has("edit_data") ? sectionHref(section) : null;
}

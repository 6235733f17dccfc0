import type { JSX } from "preact";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import type { ScenarioRun, ScenarioVerdict } from "../../../../lib/analysis/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { Icon } from "../../../../components/ui/Icon.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { type Column, DataTable } from "../../../../components/admin/DataTable.tsx";
import { recordHref, sectionHref, simulatorHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { optionLabel, systemName, trackName } from "../simulator/labels.ts";

const COLUMNS: readonly Column[] = [
  { id: "result", label: "Result" },
  { id: "name", label: "Scenario", class: "w-full min-w-56" },
  { id: "expected", label: "Expected" },
  { id: "actual", label: "Actual" },
  { id: "acts", label: "Actions", labelHidden: true },
];

interface ScenarioTableProps {
  snapshot: Snapshot;
  runs: readonly ScenarioRun[];
}

const ORDER: readonly ScenarioVerdict[] = ["breaks", "cannot-run", "passes"];

/** Every scenario with its result, those that do not pass first. */
export function ScenarioTable({ snapshot, runs }: ScenarioTableProps): JSX.Element {
  const sorted = runs.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  return (
    <DataTable
      caption="Scenarios, those that do not pass first"
      columns={COLUMNS}
      query={new URLSearchParams()}
      total={runs.length}
      noun="scenario"
      empty={{
        title: "No scenarios yet",
        text:
          "Answer as a buyer in the simulator and save the answers with the system you expect. After " +
          "every edit of the rules, this list shows what changed.",
        action: (
          <a
            href={simulatorHref({ track: null, optionIds: [] })}
            class="button button-primary button-small"
          >
            Open the simulator
          </a>
        ),
      }}
    >
      {sorted.map((run) => <ScenarioRow key={run.scenario.id} run={run} snapshot={snapshot} />)}
    </DataTable>
  );
}

function ScenarioRow({ run, snapshot }: { run: ScenarioRun; snapshot: Snapshot }): JSX.Element {
  const { scenario, verdict, actualSystemId } = run;
  const { id, name, trackId, optionIds, expectedSystemId } = scenario;
  const answers = optionIds.map((option) => optionLabel(snapshot, option)).join(" · ");
  return (
    <tr id={`scenario-${id}`}>
      <Cell>
        <Verdict verdict={verdict} />
      </Cell>
      <RowHead>
        <a href={recordHref("scenarios", id)} class="text-link">{name}</a>
        <span class="block text-xs font-normal text-muted">
          {trackName(snapshot, trackId)}: {answers}
        </span>
        {verdict === "cannot-run" && <Missing run={run} snapshot={snapshot} />}
      </RowHead>
      <Cell>{systemName(snapshot, expectedSystemId)}</Cell>
      <Cell>
        {verdict === "breaks"
          ? <strong class="font-medium">{systemName(snapshot, actualSystemId)}</strong>
          : verdict === "passes" && systemName(snapshot, actualSystemId)}
      </Cell>
      <Cell>
        <span class="flex flex-col items-start gap-1">
          <a
            href={simulatorHref({ track: trackId, optionIds })}
            class="text-link whitespace-nowrap"
          >
            Simulate<span class="sr-only">: {name}</span>
          </a>
          {verdict === "breaks" && (
            <PostForm
              action={sectionHref("scenarios")}
              hidden={{ accept: id, lead: actualSystemId ?? "" }}
            >
              <Button size="small" variant="secondary" class="whitespace-nowrap">
                Accept {systemName(snapshot, actualSystemId)}
                <span class="sr-only">for {name}</span>
              </Button>
            </PostForm>
          )}
        </span>
      </Cell>
    </tr>
  );
}

function Missing({ run: { missing }, snapshot }: ScenarioTableRun): JSX.Element {
  const names = missing.map(({ kind, id }) =>
    kind === "option"
      ? `“${optionLabel(snapshot, id)}”`
      : kind === "system"
      ? systemName(snapshot, id)
      : trackName(snapshot, id)
  );
  return (
    <span class="block text-xs font-normal text-warning">
      No longer on offer: {names.join(", ")}
    </span>
  );
}

interface ScenarioTableRun {
  run: ScenarioRun;
  snapshot: Snapshot;
}

const VERDICTS = {
  passes: { label: "Passes", icon: "check", look: "text-positive" },
  breaks: { label: "Breaks", icon: "cross", look: "text-danger" },
  "cannot-run": { label: "Cannot run", icon: "warning", look: "text-warning" },
} as const;

/** How a scenario fares, in a word and a sign. */
export function Verdict({ verdict }: { verdict: ScenarioVerdict }): JSX.Element {
  const { label, icon, look } = VERDICTS[verdict];
  return (
    <span class={`inline-flex items-center gap-1.5 whitespace-nowrap ${look}`}>
      <Icon name={icon} class="size-4 flex-none" />
      {label}
    </span>
  );
}

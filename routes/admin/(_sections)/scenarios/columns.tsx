import type { JSX } from "preact";
import type { ScenarioRun, ScenarioVerdict } from "@/lib/analysis/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { type ListColumn, listHref, type ListState } from "@/components/admin/list/define.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { recordHref, simulatorHref } from "@/components/hrefs/admin.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { optionLabel, systemName, trackName } from "@/components/admin/record_names.ts";

/** Returns the columns of the list of these runs, on all of its pages. */
export function scenarioColumns(
  snapshot: Snapshot,
  runs: readonly ScenarioRun[],
): readonly ListColumn<ScenarioRun>[] {
  const name = (id: string | null) => systemName(snapshot, id);
  return [
    {
      id: "result",
      label: "Result",
      isShown: () => runs.some(({ verdict }) => verdict !== "passes"),
      cell: ({ verdict }) => <Verdict verdict={verdict} />,
    },
    {
      id: "name",
      label: "Scenario",
      headClass: "w-full min-w-56",
      isHead: true,
      cell: (run) => <ScenarioName run={run} snapshot={snapshot} />,
    },
    {
      id: "expected",
      label: "Expected",
      cellClass: "sm:min-w-32",
      cell: ({ scenario }) => name(scenario.expectedSystemId),
    },
    {
      id: "actual",
      label: "Actual",
      cellClass: "sm:min-w-32",
      isShown: () => runs.some(({ verdict }) => verdict === "breaks"),
      cell: ({ verdict, actualSystemId }) =>
        verdict === "breaks"
          ? <strong class="font-medium">{name(actualSystemId)}</strong>
          : verdict === "passes" && name(actualSystemId),
    },
    {
      id: "actions",
      label: "Actions",
      labelHidden: true,
      cell: (run, list) => <ScenarioActions run={run} snapshot={snapshot} list={list} />,
    },
  ];
}

interface ScenarioCellProps {
  run: ScenarioRun;
  snapshot: Snapshot;
}

function ScenarioName({ run, snapshot }: ScenarioCellProps): JSX.Element {
  const { scenario: { id, name, trackId, optionIds }, verdict } = run;
  const answers = optionIds.map((option) => optionLabel(snapshot, option)).join(" · ");
  return (
    <>
      <a href={recordHref("scenarios", id)} class="text-link">{name}</a>
      <span class="block text-xs font-normal text-muted">
        {trackName(snapshot, trackId)}: {answers}
      </span>
      {verdict === "cannot-run" && <Missing run={run} snapshot={snapshot} />}
    </>
  );
}

function ScenarioActions(
  { run, snapshot, list }: ScenarioCellProps & { list: ListState },
): JSX.Element {
  const { scenario: { id, name, trackId, optionIds }, verdict, actualSystemId } = run;
  return (
    <span class="flex flex-col items-start gap-1">
      <a href={simulatorHref({ track: trackId, optionIds })} class="text-link whitespace-nowrap">
        Simulate<span class="sr-only">: {name}</span>
      </a>
      {verdict === "breaks" && (
        <PostForm
          action={listHref("scenarios", list, list.page)}
          hidden={{ accept: id, lead: actualSystemId ?? "" }}
        >
          <Button variant="secondary" class="whitespace-nowrap">
            Accept {systemName(snapshot, actualSystemId)}
            <span class="sr-only">for {name}</span>
          </Button>
        </PostForm>
      )}
    </span>
  );
}

function Missing({ run: { missing }, snapshot }: ScenarioCellProps): JSX.Element {
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

const VERDICTS = {
  passes: { label: "Passes", icon: "check", look: "text-positive" },
  breaks: { label: "Breaks", icon: "cross", look: "text-danger" },
  "cannot-run": { label: "Cannot run", icon: "warning", look: "text-warning" },
} as const;

/** The verdict of a scenario as a label with an icon. */
export function Verdict({ verdict }: { verdict: ScenarioVerdict }): JSX.Element {
  const { label, icon, look } = VERDICTS[verdict];
  return (
    <span class={`inline-flex items-center gap-1.5 whitespace-nowrap ${look}`}>
      <Icon name={icon} class="size-4 flex-none" />
      {label}
    </span>
  );
}

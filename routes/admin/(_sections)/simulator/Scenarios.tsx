import type { JSX } from "preact";
import type { ScenarioRun } from "@/lib/analysis/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { SelectField, TextField } from "@/components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Findings } from "./parts.tsx";
import { Verdict } from "../scenarios/columns.tsx";
import { expectedChoices } from "../scenarios/scenario_form.tsx";
import { ScenarioLink } from "./StateLink.tsx";
import type { SimulatorView } from "./view.ts";

/** The results of the saved scenarios, and a form that saves these answers as one. */
export function Scenarios({ view }: { view: SimulatorView }): JSX.Element {
  const { runs, simulation: { answers } } = view;
  const own = runs.filter(({ scenario }) => isOf(scenario, view));
  const failed = runs.filter(({ verdict }) => verdict !== "passes");
  return (
    <Findings
      id="scenarios"
      title="Scenarios"
      count={runs.length}
      about={
        <>
          {runs.length === 0
            ? "Keep answers with the system that you expect, and run them after every edit."
            : failed.length === 0
            ? "All of them pass."
            : `${counted(failed.length, "scenario")} of ${runs.length} ${
              failed.length === 1 ? "does" : "do"
            } not pass.`}{" "}
          {runs.length > 0 && (
            <a href={sectionHref("scenarios")} class="text-link">Run all scenarios</a>
          )}
        </>
      }
    >
      {own.map((run) => (
        <p key={run.scenario.id} class="mt-2 flex flex-wrap items-center gap-x-3 wrap-anywhere">
          <Verdict verdict={run.verdict} />
          <span>
            These answers are kept as{" "}
            <a href={recordHref("scenarios", run.scenario.id)} class="text-link">
              {run.scenario.name}
            </a>
          </span>
        </p>
      ))}
      {failed.length > 0 && (
        <ul class="sim-reasons">
          {failed.slice(0, 5).map(({ scenario, verdict }) => (
            <li key={scenario.id} class="flex flex-wrap items-center gap-x-3">
              <Verdict verdict={verdict} />
              <ScenarioLink view={view} scenario={scenario} />
            </li>
          ))}
        </ul>
      )}
      {answers.optionIds.length > 0 && <SaveScenario view={view} />}
    </Findings>
  );
}

function isOf({ trackId, optionIds }: ScenarioRun["scenario"], { state }: SimulatorView): boolean {
  return trackId === state.track && optionIds.length === state.optionIds.length &&
    optionIds.every((id) => state.optionIds.includes(id));
}

function SaveScenario({ view }: { view: SimulatorView }): JSX.Element {
  const { snapshot, simulation: { selection, issues, answers, track } } = view;
  const inTheWay = issues.some(({ kind }) => kind !== "not-asked");
  if (inTheWay) {
    return (
      <p class="mt-3 text-muted">
        To keep these answers as a scenario, leave out those that buyers cannot give.
      </p>
    );
  }
  return (
    <PostForm
      action={newRecordHref("scenarios")}
      hidden={{ track: track?.id ?? "", options: answers.optionIds.join(",") }}
      class="filter-bar mt-3"
    >
      <TextField name="name" label="Name" value="" />
      <SelectField
        name="expected"
        label="Expected pick"
        value={selection.lead?.systemId ?? ""}
        options={expectedChoices(snapshot, selection.lead?.systemId ?? null)}
      />
      <Button variant="secondary">Save as scenario</Button>
    </PostForm>
  );
}

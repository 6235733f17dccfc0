import type { JSX } from "preact";
import { runScenario, type Scenario } from "../../../../lib/analysis/mod.ts";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import type { EditorProps } from "../../../../components/admin/record/define.ts";
import { IdField } from "../../../../components/admin/record/IdField.tsx";
import { simulatorHref } from "../../../../components/hrefs/admin.ts";
import { expectedChoices } from "./scenario_form.ts";
import { Verdict } from "./columns.tsx";
import { optionLabel, systemName, trackName } from "../simulator/labels.ts";

/** The fields of a scenario. Its answers are read-only here; staff choose them in the simulator. */
export function ScenarioEditor(
  { form, fields, field, snapshot, current }: EditorProps<Scenario>,
): JSX.Element {
  const value = (name: string) => form.get(name) ?? "";
  const options = value("options").split(",").filter((id) => id !== "");
  const track = value("track") || null;
  return (
    <>
      <TextField
        {...field("name")}
        label="Name"
        hint="The case in a few words, as an expert would put it."
        maxLength={120}
      />
      <IdField current={current} field={field} />
      <SelectField
        {...field("expected")}
        label="Expected pick"
        options={expectedChoices(snapshot, value("expected") || null)}
      />
      <input type="hidden" name="track" value={value("track")} />
      <input type="hidden" name="options" value={value("options")} />
      <div id="options" tabIndex={-1}>
        <p class="text-sm font-medium">Answers</p>
        {fields.options && <p class="text-sm font-medium text-danger">{fields.options}</p>}
        {fields.track && <p id="track" class="text-sm font-medium text-danger">{fields.track}</p>}
        <p class="mt-1 text-sm">
          <span class="text-muted">{trackName(snapshot, track)}:</span> {options.length === 0
            ? "none yet"
            : options.map((id) => optionLabel(snapshot, id)).join(" · ")}
        </p>
        <p class="mt-1 text-sm">
          <a href={simulatorHref({ track, optionIds: options })} class="text-link">
            {options.length === 0 ? "Choose them in the simulator" : "Open them in the simulator"}
          </a>
        </p>
      </div>
    </>
  );
}

/** The present result of a stored scenario. */
export function PresentResult(
  { snapshot, current }: Pick<EditorProps<Scenario>, "snapshot" | "current">,
): JSX.Element {
  const run = current && runScenario(snapshot, current);
  return (
    <section class="text-sm">
      <h2 class="mb-1 font-medium">At present</h2>
      {run && (
        <p class="flex flex-wrap items-center gap-x-3">
          <Verdict verdict={run.verdict} />
          {run.verdict !== "cannot-run" && systemName(snapshot, run.actualSystemId)}
        </p>
      )}
    </section>
  );
}

/** The form of a scenario. Its answers are read-only here; staff choose them in the simulator. */
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { z } from "zod";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { runScenario, type Scenario, scenarioFaults, ScenarioFields } from "@/lib/analysis/mod.ts";
import type { SelectOption } from "@/components/admin/fields.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import { type FormOfFields, recordForm } from "@/components/admin/record/fields.tsx";
import { line, newId, select } from "@/components/admin/record/inputs.tsx";
import { simulatorHref } from "@/components/hrefs/admin.ts";
import { Verdict } from "./columns.tsx";
import { optionLabel, systemName, trackName } from "@/components/admin/record_names.ts";

const { shape } = ScenarioFields;
const TextOrNull = z.string().default("").transform((text) => text.trim() || null);

const form = recordForm<Scenario>({
  name: line({
    label: "Name",
    hint: "The case in a few words, as an expert would put it.",
    maxLength: 120,
  }),
  id: newId(),
  expectedSystemId: select({
    label: "Expected pick",
    name: "expected",
    schema: TextOrNull.pipe(shape.expectedSystemId),
    options: (snapshot, chosen) => expectedChoices(snapshot, chosen || null),
    describe: (id, snapshot) => systemName(snapshot, id),
  }),
  trackId: {
    label: "Track",
    name: "track",
    schema: TextOrNull.pipe(shape.trackId),
    describe: (id, snapshot) => trackName(snapshot, id),
    Input: ({ name, value }) => <input type="hidden" name={name} value={value} />,
  },
  optionIds: {
    label: "Answers",
    name: "options",
    schema: z.string().default("").transform(idsOf).pipe(shape.optionIds),
    toTexts: (ids) => [ids.join(",")],
    describe: (ids, snapshot) => ids.map((id) => optionLabel(snapshot, id)).join(" · "),
    Input: ({ name, value }) => <input type="hidden" name={name} value={value} />,
  },
});

/** The form of a scenario. Unchanged fields of a stored one stay valid, even if they name retired records. */
export const scenarioForm: FormOfFields<Scenario> = {
  ...form,
  parse(sent, context) {
    const checked = form.parse(sent, context);
    if (!checked.ok) return checked;
    const { current, snapshot } = context;
    const before = current && form.toForm(current, snapshot);
    const after = form.toForm(checked.value, snapshot);
    const faults = Object.entries(scenarioFaults(checked.value, snapshot))
      .filter(([name]) => before?.get(name) !== after.get(name));
    return faults.length === 0 ? checked : { ok: false, fields: Object.fromEntries(faults) };
  },
  Editor: (props) => (
    <>
      <form.Editor {...props} />
      <Answers {...props} />
    </>
  ),
};

function idsOf(text: string): string[] {
  const ids = text.split(",").map((id) => id.trim()).filter((id) => id !== "");
  return [...new Set(ids)];
}

function Answers({ field, snapshot }: EditorProps<Scenario>): JSX.Element {
  const [options, track] = [field("options"), field("track")];
  const optionIds = idsOf(options.value);
  const trackId = track.value || null;
  return (
    <div
      id="options"
      tabIndex={-1}
      role="group"
      aria-label="Answers"
      aria-describedby="answers-error"
    >
      <p class="text-sm font-medium">Answers</p>
      <div id="answers-error">
        {options.error && <FieldError id="options-error">{options.error}</FieldError>}
        {track.error && <FieldError id="track">{track.error}</FieldError>}
      </div>
      <p class="mt-1 text-sm">
        <span class="text-muted">{trackName(snapshot, trackId)}:</span> {optionIds.length === 0
          ? "none yet"
          : optionIds.map((id) => optionLabel(snapshot, id)).join(" · ")}
      </p>
      <p class="mt-1 text-sm">
        <a href={simulatorHref({ track: trackId, optionIds })} class="text-link">
          {optionIds.length === 0 ? "Choose them in the simulator" : "Open them in the simulator"}
        </a>
      </p>
    </div>
  );
}

/** Returns the options of the expected pick: none, the chosen system even if it is not live, and all live systems. */
export function expectedChoices(snapshot: Snapshot, chosen: string | null): SelectOption[] {
  const isGone = chosen !== null && !snapshot.systemById.has(chosen);
  return [
    { value: "", label: "Nothing recommended" },
    ...(isGone ? [{ value: chosen, label: `${systemName(snapshot, chosen)} (not on offer)` }] : []),
    ...snapshot.systems.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The present result of a stored scenario. */
export function PresentResult(
  { snapshot, record }: { snapshot: Snapshot; record: Scenario },
): JSX.Element {
  const { verdict, actualSystemId } = runScenario(snapshot, record);
  return (
    <Block title="At present" class="text-sm">
      <p class="flex flex-wrap items-center gap-x-3">
        <Verdict verdict={verdict} />
        {verdict !== "cannot-run" && systemName(snapshot, actualSystemId)}
      </p>
    </Block>
  );
}

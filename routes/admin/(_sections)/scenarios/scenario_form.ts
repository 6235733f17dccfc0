/** Converts scenarios to forms and back. Pure. */
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import type { CheckedForm } from "../../../../lib/http/mod.ts";
import { type Scenario, scenarioFaults, ScenarioFields } from "../../../../lib/analysis/mod.ts";
import type { SelectOption } from "../../../../components/admin/fields.tsx";
import { systemName } from "../simulator/labels.ts";

/** The context in which a form is parsed. */
export interface ScenarioContext {
  readonly id: string;
  /** The scenario as stored; null while it is new. */
  readonly current: Scenario | null;
  readonly snapshot: Snapshot;
}

/** Fills the form from a stored scenario, or leaves it empty. */
export function formOfScenario(scenario: Scenario | null): URLSearchParams {
  return new URLSearchParams({
    name: scenario?.name ?? "",
    expected: scenario?.expectedSystemId ?? "",
    track: scenario?.trackId ?? "",
    options: scenario?.optionIds.join(",") ?? "",
  });
}

/** Parses a scenario. Unchanged fields of a stored one stay valid, even if they name retired records. */
export function parseScenario(
  form: URLSearchParams,
  { id, current, snapshot }: ScenarioContext,
): CheckedForm<Scenario> {
  const [track, expected] = [form.get("track"), form.get("expected")].map((text) => text?.trim());
  const parsed = ScenarioFields.safeParse({
    name: form.get("name") ?? "",
    trackId: track || null,
    optionIds: [
      ...new Set(
        (form.get("options") ?? "").split(",").map((text) => text.trim())
          .filter((text) => text !== ""),
      ),
    ],
    expectedSystemId: expected || null,
  });
  if (!parsed.success) {
    const fields: Record<string, string> = {};
    for (const { path: [name], message } of parsed.error.issues) {
      fields[FIELDS[String(name)] ?? "name"] ??= message;
    }
    return { ok: false, fields };
  }
  const scenario: Scenario = { id, ...parsed.data };
  const faults = Object.entries(scenarioFaults(scenario, snapshot))
    .filter(([field]) => current === null || isChanged(field, scenario, current));
  return faults.length === 0
    ? { ok: true, value: scenario }
    : { ok: false, fields: Object.fromEntries(faults) };
}

const FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  trackId: "track",
  optionIds: "options",
  expectedSystemId: "expected",
};

function isChanged(field: string, next: Scenario, current: Scenario): boolean {
  if (field === "options") return next.optionIds.join() !== current.optionIds.join();
  if (field === "track") return next.trackId !== current.trackId;
  return next.expectedSystemId !== current.expectedSystemId;
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

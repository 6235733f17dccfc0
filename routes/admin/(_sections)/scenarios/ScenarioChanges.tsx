import type { JSX } from "preact";
import type { Breakages, Scenario, ScenarioChange } from "@/lib/analysis/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { systemName } from "@/components/admin/record_names.ts";

interface ScenarioChangesProps {
  changes: Breakages;
  /** Number of all scenarios. */
  total: number;
  snapshot: Snapshot;
  /** Returns a link to a scenario. */
  link: (scenario: Scenario) => JSX.Element;
}

/** The scenarios whose verdict a change of the rules changes. */
export function ScenarioChanges(
  { changes: { broken, mended }, total, snapshot, link }: ScenarioChangesProps,
): JSX.Element {
  if (broken.length + mended.length === 0) {
    return (
      <p class="mt-2 text-muted">
        {counted(total, "scenario")} {total === 1 ? "keeps its result" : "keep their results"}.
      </p>
    );
  }
  const list = (label: string, changes: readonly ScenarioChange[]) =>
    changes.length > 0 && (
      <div>
        <h3 class="font-medium">{label} {counted(changes.length, "scenario")}</h3>
        <ul class="sim-reasons">
          {changes.map(({ scenario, before, after }) => (
            <li key={scenario.id}>
              {link(scenario)}
              <span class="text-muted">
                : {systemName(snapshot, after.actualSystemId)} instead of{" "}
                {systemName(snapshot, before.actualSystemId)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div class="mt-2 grid gap-2">
      {list("It would break", broken)}
      {list("It would fix", mended)}
    </div>
  );
}

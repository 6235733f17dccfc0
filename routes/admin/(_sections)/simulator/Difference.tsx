import type { JSX } from "preact";
import type { ScenarioChange, Simulation } from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { SystemName } from "./parts.tsx";
import { StateLink } from "./StateLink.tsx";
import type { SimulatorView, Trial } from "./view.ts";
import { systemName } from "./labels.ts";

interface Sides {
  view: SimulatorView;
  trial: Trial;
}

/** The results before and after the change side by side, with their differences in sentences. */
export function Difference(
  { view, trial: { before, after, difference, same }, names }: Sides & {
    names: { before: string; after: string };
  },
): JSX.Element | null {
  if (view.state.optionIds.length === 0) {
    return <p class="mt-2 text-muted">Answer something to see what it changes.</p>;
  }
  const isDraftSilent = view.draft !== null &&
    !after.fired.some(({ rule }) => rule.id === view.draft?.rule.id);
  return (
    <>
      <div class="mt-3">
        <RowsTable
          caption="The result on either side"
          rows={[{ part: "Lead", Of: LeadOf }, { part: "Cheaper", Of: CheaperOf }]}
          columns={[
            {
              label: "Part of the result",
              labelHidden: true,
              isHead: true,
              cell: ({ part }) => part,
            },
            { label: names.before, cell: ({ Of }) => <Of simulation={before} /> },
            { label: names.after, cell: ({ Of }) => <Of simulation={after} /> },
          ]}
        />
      </div>
      {same && <p class="mt-2 font-medium">Buyers with these answers get the same result.</p>}
      {difference.length > 0 && (
        <ul class="mt-2 grid gap-0.5">
          {difference.map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      )}
      {isDraftSilent && <p class="mt-1 text-muted">The draft does not fire for these answers.</p>}
    </>
  );
}

function LeadOf({ simulation: { selection: { lead } } }: { simulation: Simulation }): JSX.Element {
  return lead
    ? (
      <>
        <SystemName id={lead.systemId} name={lead.name} />
        {lead.budgetTier && <span class="text-muted">{` (${lead.budgetTier})`}</span>}
      </>
    )
    : <>Nothing recommended</>;
}

function CheaperOf(
  { simulation: { selection: { alternatives } } }: { simulation: Simulation },
): JSX.Element {
  return <>{alternatives.length === 0 ? "None" : alternatives.map(({ name }) => name).join(", ")}
  </>;
}

/** The scenarios whose verdict changes. */
export function ScenarioChanges({ view, trial: { scenarios } }: Sides): JSX.Element | null {
  const { broken, mended } = scenarios;
  const total = view.runs.length;
  if (total === 0) return null;
  if (broken.length + mended.length === 0) {
    return (
      <p class="mt-2 text-muted">
        {counted(total, "scenario")} {total === 1 ? "keeps its result" : "keep their results"}.
      </p>
    );
  }
  return (
    <div class="mt-2 grid gap-2">
      <Changed label="It would break" changes={broken} view={view} />
      <Changed label="It would fix" changes={mended} view={view} />
    </div>
  );
}

function Changed(
  { label, changes, view }: {
    label: string;
    changes: readonly ScenarioChange[];
    view: SimulatorView;
  },
): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <div>
      <h3 class="font-medium">{label} {counted(changes.length, "scenario")}</h3>
      <ul class="sim-reasons">
        {changes.map(({ scenario, before, after }) => (
          <li key={scenario.id}>
            <StateLink
              view={view}
              to={{ track: scenario.trackId, optionIds: scenario.optionIds, before: false }}
            >
              {scenario.name}
            </StateLink>
            <span class="text-muted">
              : {systemName(view.snapshot, after.actualSystemId)} instead of{" "}
              {systemName(view.snapshot, before.actualSystemId)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

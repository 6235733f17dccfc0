import type { ComponentChildren, JSX } from "preact";
import type { Simulation } from "@/lib/analysis/mod.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { SystemName } from "./parts.tsx";
import type { SimulatorView, Trial } from "./view.ts";

interface DifferenceProps {
  view: SimulatorView;
  trial: Trial;
  /** Names of the two sides. */
  names: { before: string; after: string };
}

/** The results before and after the change side by side, with their differences in sentences. */
export function Difference(
  { view, trial: { before, after, difference, same }, names }: DifferenceProps,
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
          rows={[{ part: "Pick", of: pickOf }, { part: "Alternatives", of: alternativesOf }]}
          columns={[
            {
              label: "Part of the result",
              labelHidden: true,
              isHead: true,
              cell: ({ part }) => part,
            },
            { label: names.before, cell: ({ of }) => of(before) },
            { label: names.after, cell: ({ of }) => of(after) },
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

function pickOf({ selection: { lead } }: Simulation): ComponentChildren {
  return lead === null ? "Nothing recommended" : (
    <>
      <SystemName id={lead.systemId} name={lead.name} />
      {lead.budgetTier && <span class="text-muted">{` (${lead.budgetTier})`}</span>}
    </>
  );
}

function alternativesOf({ selection: { alternatives } }: Simulation): string {
  return alternatives.map(({ name }) => name).join(", ") || "None";
}

/** The summary of a report: four figures, an index of findings, and where it stopped. */
import type { JSX } from "preact";
import { countFindings, type Question, type Stop, type TrackReport } from "@/lib/analysis/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { findingKinds } from "./findings.tsx";
import { figure, percent } from "./figures.ts";

/** The figures: answer sets, their picks, picks with a cheaper alternative, and picked systems. */
export function Summary({ report }: { report: TrackReport }): JSX.Element {
  const { size, picked, withAlternatives, leads, unfinished } = report;
  const sized = !unfinished.includes("answers");
  const counted = !unfinished.includes("leads");
  const figures = [
    {
      label: "Answer sets",
      value: sized ? figure(size.all) : "Unknown",
      note: sized ? `${figure(size.complete)} complete` : null,
    },
    {
      label: "Get a pick",
      value: counted ? percent(picked.all, size.all) : "Unknown",
      note: counted ? `${percent(picked.complete, size.complete)} of the complete ones` : null,
    },
    {
      label: "Picks with a cheaper system beside them",
      value: counted ? percent(withAlternatives.all, picked.all) : "Unknown",
      note: counted
        ? `${percent(withAlternatives.complete, picked.complete)} of the complete ones`
        : null,
    },
    {
      label: "Systems that are picked",
      value: counted ? `${leads.length}` : "Unknown",
      note: null,
    },
  ];
  return (
    <dl class="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
      {figures.map(({ label, value, note }) => (
        <div key={label} class="flex flex-col">
          <dt class="text-sm text-muted">{label}</dt>
          <dd class="order-first text-xl font-medium tabular-nums">{value}</dd>
          {note && <dd class="text-sm text-muted tabular-nums">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The number of findings of each kind, each a link to its section; or “All clear”. */
export function FindingIndex({ report }: { report: TrackReport }): JSX.Element {
  const counts = countFindings(report);
  const kinds = findingKinds(counts);
  if (kinds.length === 0 && !counts.partial) {
    return (
      <p class="flex items-center gap-2.5 border-y border-line py-3">
        <Icon name="check" class="size-5 flex-none text-positive" />
        All clear. Every rule has an effect, and every buyer gets a system.
      </p>
    );
  }
  return (
    <ul class="flex flex-wrap gap-x-6 gap-y-1 border-y border-line py-3 text-sm empty:hidden">
      {kinds.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} class="text-link">{text}</a>
        </li>
      ))}
    </ul>
  );
}

const DOING: Record<Question, string> = {
  answers: "grouping the answers by the conditions of the rules",
  unreachable: "looking for answers that fire the rule",
  leads: "counting how often each system is picked",
  gaps: "counting the answer sets without a pick",
  systems: "looking for answers that lead to the system",
  redundant: "checking whether anything would change without the rule",
  apart: "looking for rules that prefer a distant tier from the rule",
};

/** Explains that the report stopped early, and at which question. */
export function Stopped(
  { snapshot, stopped, steps }: { snapshot: Snapshot; stopped: Stop; steps: number },
): JSX.Element {
  const { question, id } = stopped;
  const name = snapshot.systemById.get(id ?? "")?.name ??
    snapshot.rules.find((rule) => rule.id === id)?.name;
  return (
    <Notice tone="warning" title="This report is not complete">
      <p>
        These rules combine in too many ways. The report stopped after {figure(BigInt(steps))}{" "}
        steps, while {DOING[question]}
        {name && (
          <>
            {" "}
            <q>{name}</q>
          </>
        )}. {question === "answers"
          ? "Nothing is checked yet. To see what one rule does, open the rule and try its draft."
          : "Its figures are exact, and unfinished checks are marked."}
      </p>
    </Notice>
  );
}

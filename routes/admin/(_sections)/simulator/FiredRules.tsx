import type { JSX } from "preact";
import type { Fate, FiredRuleReport } from "@/lib/analysis/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { RuleSentence } from "../rules/RuleSentence.tsx";
import { Findings, RuleItem, SystemName } from "./parts.tsx";
import { SwitchLink } from "./StateLink.tsx";
import type { SimulatorView } from "./view.ts";
import { shortfallInWords, STANDINGS } from "./labels.ts";
import { systemName } from "@/components/admin/record_names.ts";

/** The rules that fired, with the fate of each system that they recommend. */
export function FiredRules({ view }: { view: SimulatorView }): JSX.Element {
  const { fired } = view.simulation;
  return (
    <Findings
      id="fired"
      title="Rules that fired"
      count={fired.length}
      about={fired.length === 0
        ? "No rule’s conditions are all met by these answers."
        : "Each fired rule in order, with what happened to every system that it recommends."}
    >
      <ol class="sim-list">
        {fired.map((report) => <FiredRule key={report.rule.id} report={report} view={view} />)}
      </ol>
    </Findings>
  );
}

function FiredRule(
  { report: { rule, contributed, outcomes }, view }: {
    report: FiredRuleReport;
    view: SimulatorView;
  },
): JSX.Element {
  const { snapshot } = view;
  return (
    <RuleItem
      rule={rule}
      view={view}
      badge={!contributed && <Badge tone="warning">Recommends nothing</Badge>}
      act={view.draft?.rule.id !== rule.id && (
        <SwitchLink view={view} rule={rule} to="off">See without it</SwitchLink>
      )}
    >
      <RuleSentence rule={rule} snapshot={snapshot} class="text-xs" />
      <ul class="mt-1.5 grid gap-1">
        {outcomes.map(({ outcome, fate }) => (
          <li
            key={`${outcome.systemId} ${outcome.rank} ${outcome.role}`}
            class="flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere"
          >
            <SystemName id={outcome.systemId} name={systemName(snapshot, outcome.systemId)} />{" "}
            <span class="text-muted">{outcome.role}, place {outcome.rank}</span>
            <FateWords fate={fate} ruleId={rule.id} />
          </li>
        ))}
      </ul>
    </RuleItem>
  );
}

function FateWords({ fate, ruleId }: { fate: Fate; ruleId: string }): JSX.Element {
  switch (fate.kind) {
    case "surfaced": {
      const { standing, place } = fate.ranked;
      const tone = standing === "lead" ? "positive" : standing === "cheaper" ? "accent" : "neutral";
      return (
        <>
          <Badge tone={tone}>{STANDINGS[standing]}</Badge>
          {place > 1 && <span class="text-muted">ranks {place}</span>}
        </>
      );
    }
    case "beaten":
      return (
        <span class="text-muted">
          already recommended by {fate.by.id === ruleId ? "this rule" : `“${fate.by.name}”`}
        </span>
      );
    case "dropped":
      return (
        <>
          <Badge tone="warning">Dropped</Badge>
          <ul class="sim-reasons basis-full">
            {fate.shortfalls.map((shortfall) => (
              <li key={`${shortfall.answer.optionId} ${shortfall.attribute.id}`}>
                {shortfallInWords(shortfall)}
              </li>
            ))}
          </ul>
        </>
      );
    case "retired":
      return <Badge tone="warning">Retired, not recommended</Badge>;
    case "draft":
      return <Badge tone="warning">A draft, not recommended</Badge>;
    case "gone":
      return <Badge tone="warning">Not in the catalog</Badge>;
  }
}

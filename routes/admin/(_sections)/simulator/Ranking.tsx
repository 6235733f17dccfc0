import type { ComponentChildren, JSX } from "preact";
import { inSentence } from "@/lib/text/mod.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Findings, RuleName, SystemName } from "./parts.tsx";
import type { SimulatorView } from "./view.ts";
import { RANK_KEYS, rankInWords, STANDINGS, tierLabel } from "./labels.ts";

/** The ranking of the surfaced systems, with the key that decided each place. */
export function Ranking({ view }: { view: SimulatorView }): JSX.Element | null {
  const { ranking } = view.simulation;
  const [lead, next] = ranking;
  if (!lead) return null;
  return (
    <Findings
      id="ranking"
      title="How the pick was decided"
      about={next
        ? (
          <>
            <span class="text-ink">{lead.system.name}</span> stands before{" "}
            <span class="text-ink">{next.system.name}</span> because {rankInWords(lead, next)}.
          </>
        )
        : `${lead.system.name} is the only system that the rules recommend and the answers leave.`}
    >
      {next && (
        <div class="mt-2">
          <RowsTable
            caption="Systems that came into question, the pick first"
            stacks
            rows={ranking}
            columns={[
              { label: "Place", cell: ({ place }) => place },
              {
                label: "System",
                isHead: true,
                cell: (each) => (
                  <>
                    <SystemName id={each.system.id} name={each.system.name} />
                    <Below>{tierLabel(each)}. {STANDINGS[each.standing]}</Below>
                  </>
                ),
              },
              {
                label: "By rule",
                cell: ({ by: { rule, outcome }, behind }) => (
                  <>
                    <RuleName rule={rule} view={view} />
                    <Below>priority {rule.priority}, {outcome.role}, place {outcome.rank}</Below>
                    {behind && <Below>Behind by {inSentence(RANK_KEYS[behind])}</Below>}
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
    </Findings>
  );
}

function Below({ children }: { children: ComponentChildren }): JSX.Element {
  return <span class="block text-xs font-normal text-muted">{children}</span>;
}

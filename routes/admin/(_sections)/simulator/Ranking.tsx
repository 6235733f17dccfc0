import type { JSX } from "preact";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { Findings, RuleName, SystemName } from "./parts.tsx";
import type { SimulatorView } from "./view.ts";
import { RANK_KEYS, rankInWords, STANDINGS, tierLabel } from "./labels.ts";

/** How the lead was chosen over the others, and what put each where it stands. */
export function Ranking({ view }: { view: SimulatorView }): JSX.Element | null {
  const { ranking } = view.simulation;
  const [lead, next] = ranking;
  if (!lead) return null;
  return (
    <Findings
      id="ranking"
      title="How the lead won"
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
          <Table caption="Systems that came into question, the lead first" captionHidden>
            <thead>
              <tr>
                <ColumnHead>Place</ColumnHead>
                <ColumnHead>System</ColumnHead>
                <ColumnHead>By rule</ColumnHead>
                <ColumnHead>Behind by</ColumnHead>
                <ColumnHead>Buyers</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {ranking.map((each) => {
                const { place, system, by: { rule, outcome }, standing, behind } = each;
                return (
                  <tr key={system.id}>
                    <Cell>{place}</Cell>
                    <RowHead>
                      <SystemName id={system.id} name={system.name} />
                      <span class="block text-xs font-normal text-muted">{tierLabel(each)}</span>
                    </RowHead>
                    <Cell>
                      <RuleName rule={rule} view={view} />
                      <span class="block text-xs text-muted">
                        priority {rule.priority}, {outcome.role}, place {outcome.rank}
                      </span>
                    </Cell>
                    <Cell>{behind ? RANK_KEYS[behind] : ""}</Cell>
                    <Cell>{STANDINGS[standing]}</Cell>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
    </Findings>
  );
}

import type { JSX } from "preact";
import type { JoinedVotes } from "../../../../lib/assistant/mod.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { Passage } from "./Blocked.tsx";

interface VotesProps {
  votes: JoinedVotes;
  titles: ReadonlyMap<string, string>;
}

/** What buyers said of answers, by the passages that those cited. */
export function Votes({ votes, titles }: VotesProps): JSX.Element {
  const { up, down, unjoined, passages } = votes;
  return (
    <>
      <p class="mb-4 text-sm">
        {counted(up, "vote")} up, {counted(down, "vote")} down.
        {unjoined > 0 && (
          <span class="text-muted">
            {" "}
            {unjoined === 1 ? "One is" : `${unjoined} are`}{" "}
            on answers that are not kept, because their readers did not agree to measurement.
          </span>
        )}
      </p>
      {passages.length > 0 && (
        <Table caption="Passages by the votes on answers that cited them" captionHidden>
          <thead>
            <tr>
              <ColumnHead>Passage</ColumnHead>
              <ColumnHead class="text-end">Down</ColumnHead>
              <ColumnHead class="text-end">Up</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {passages.map(({ key, up, down }) => (
              <tr key={key}>
                <RowHead>
                  <Passage passageKey={key} titles={titles} />
                </RowHead>
                <Cell class="text-end">{down}</Cell>
                <Cell class="text-end">{up}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

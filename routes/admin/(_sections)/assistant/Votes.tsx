import type { JSX } from "preact";
import type { JoinedVotes } from "@/lib/assistant/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { Passage } from "./Blocked.tsx";

/** The votes on answers, by the passages that the answers cited. */
export function Votes(
  { votes, titles }: { votes: JoinedVotes; titles: ReadonlyMap<string, string> },
): JSX.Element {
  const { up, down, unjoined, passages } = votes;
  return (
    <>
      <p class="mb-4 text-sm">
        {counted(up, "vote")} up, {counted(down, "vote")} down.
        {unjoined > 0 && (
          <span class="text-muted">
            {" "}
            {unjoined === 1 ? "One is" : `${formatCount(unjoined)} are`}{" "}
            on answers that we do not keep, for example because the reader did not agree to
            measurement.
          </span>
        )}
      </p>
      {passages.length > 0 && (
        <RowsTable
          caption="Passages by the votes on answers that cited them"
          rows={passages}
          columns={[
            {
              label: "Passage",
              isHead: true,
              cell: ({ key }) => <Passage passageKey={key} titles={titles} />,
            },
            { label: "Down", numeric: true, cell: ({ down }) => down },
            { label: "Up", numeric: true, cell: ({ up }) => up },
          ]}
        />
      )}
    </>
  );
}

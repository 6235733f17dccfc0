import type { JSX } from "preact";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { labelAnswers } from "../../../../lib/journey/mod.ts";
import type { Replay, ReplayedPick } from "../../../../lib/analysis/mod.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { leadName, SimulateForm } from "./finding_parts.tsx";

interface ReplayFindingsProps {
  /** Null where the answers could not be read. */
  replay: Replay | null;
  /** The rule as typed, as JSON for the simulator. */
  draft: string;
  snapshot: Snapshot;
}

/** Most answers that are listed; the rest is counted. */
const SHOWN_PICKS = 20;

/** What a draft would have done to the picks that buyers were given. */
export function ReplayFindings(props: ReplayFindingsProps): JSX.Element {
  const { replay } = props;
  return (
    <div>
      <h3 class="font-medium">Replay of answers that buyers gave</h3>
      {replay === null
        ? <p>The answers cannot be read at the moment. Try again in a minute.</p>
        : replay.picks === 0
        ? (
          <p class="text-muted">
            No buyer who agreed to measurement has reached a result yet, so there is nothing to
            replay.
          </p>
        )
        : <Replayed {...props} replay={replay} />}
    </div>
  );
}

function Replayed({ replay, draft, snapshot }: ReplayFindingsProps & { replay: Replay }) {
  const { picks, changed, otherAlternatives, moves } = replay;
  return (
    <>
      <p class="max-w-text">
        {changed === 0
          ? `This draft would have changed none of the last ${counted(picks, "pick")}.`
          : `This draft would have changed ${changed} of the last ${counted(picks, "pick")}.`}{" "}
        {otherAlternatives > 0 &&
          `The cheaper systems beside the pick would have differed for ${otherAlternatives} more.`}
      </p>
      <p class="max-w-text text-xs text-muted">
        Only visits with consent to measurement count. We read the ids of their answers and nothing
        about the person.
      </p>
      {moves.length > 0 && (
        <Table caption="Picks that the draft would have changed" captionHidden class="mt-1">
          <thead>
            <tr>
              <ColumnHead>Answers</ColumnHead>
              <ColumnHead>Lead now</ColumnHead>
              <ColumnHead>Would be</ColumnHead>
              <ColumnHead class="text-end">Buyers</ColumnHead>
              <ColumnHead>
                <span class="sr-only">Example</span>
              </ColumnHead>
            </tr>
          </thead>
          <tbody>
            {moves.slice(0, SHOWN_PICKS).map((move) => (
              <PickRow
                key={JSON.stringify(move.answers)}
                move={move}
                draft={draft}
                snapshot={snapshot}
              />
            ))}
          </tbody>
        </Table>
      )}
      {moves.length > SHOWN_PICKS && (
        <p class="pt-1 text-muted">
          {counted(moves.length - SHOWN_PICKS, "further combination")} of answers would change too.
        </p>
      )}
    </>
  );
}

function PickRow(
  { move, draft, snapshot }: { move: ReplayedPick; draft: string; snapshot: Snapshot },
): JSX.Element {
  const { answers: { track, optionIds }, count, fromSystemId, toSystemId } = move;
  const answers = labelAnswers(snapshot, optionIds).map(({ label }) => label);
  const trackName = snapshot.tracks.find(({ id }) => id === track)?.name;
  return (
    <tr>
      <Cell class="max-w-80 text-xs max-sm:pe-2!">
        {[...(trackName ? [trackName] : []), ...answers].join(" · ")}
      </Cell>
      <RowHead class="max-sm:pe-2!">{leadName(fromSystemId, snapshot)}</RowHead>
      <Cell class="font-medium max-sm:pe-2!">{leadName(toSystemId, snapshot)}</Cell>
      <Cell class="text-end max-sm:pe-2!">{count}</Cell>
      <Cell class="py-1! pe-0! text-end">
        <SimulateForm draft={draft} trackId={track} optionIds={optionIds} />
      </Cell>
    </tr>
  );
}

import type { JSX } from "preact";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { labelAnswers } from "@/lib/journey/mod.ts";
import type { Replay, ReplayedPick } from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { type ChangedPick, PickTable } from "./finding_parts.tsx";

interface ReplayFindingsProps {
  /** Null when the stored answers could not be read. */
  replay: Replay | null;
  /** The rule as typed, as JSON for the simulator. */
  draft: string;
  snapshot: Snapshot;
}

/** The replay: how a draft would have changed past picks. */
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
          : `This draft would have changed ${formatCount(changed)} of the last ${
            counted(picks, "pick")
          }.`} {otherAlternatives > 0 &&
          `The cheaper systems beside the pick would have differed for ${otherAlternatives} more.`}
      </p>
      <p class="max-w-text text-xs text-muted">
        Only visits with consent to measurement count. We read the ids of their answers and nothing
        about the person.
      </p>
      <PickTable
        caption="Picks that the draft would have changed"
        counts="Buyers"
        picks={moves.map((move) => changedPick(move, snapshot))}
        draft={draft}
        snapshot={snapshot}
      />
    </>
  );
}

function changedPick(
  { answers: { track, optionIds }, count, ...systems }: ReplayedPick,
  snapshot: Snapshot,
): ChangedPick {
  const labels = labelAnswers(snapshot, optionIds).map(({ label }) => label);
  const trackName = snapshot.tracks.find(({ id }) => id === track)?.name;
  return {
    ...systems,
    count: String(count),
    trackId: track,
    optionIds,
    answers: [...(trackName ? [trackName] : []), ...labels].join(" · "),
  };
}

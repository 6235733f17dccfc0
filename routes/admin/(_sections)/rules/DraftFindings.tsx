import type { JSX } from "preact";
import type { Snapshot, Track } from "@/lib/catalog/mod.ts";
import {
  type Breakages,
  type Count,
  type NoComparison,
  type OutcomeComparison,
  type Replay,
  type ScenarioChange,
  shareOf,
} from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { systemName } from "../simulator/labels.ts";
import { formatShare } from "./effects.ts";
import { PickTable } from "./finding_parts.tsx";
import { ReplayFindings } from "./ReplayFindings.tsx";

/** The effect of a draft on one track; a null track stands for buyers without one. */
export interface TrackFinding {
  readonly track: Track | null;
  readonly outcome: OutcomeComparison | NoComparison;
}

interface DraftFindingsProps {
  snapshot: Snapshot;
  /** The rule as typed, as JSON for the simulator. */
  draft: string;
  /** Whether the draft is switched off and was tried as if it were on. */
  asIfOn: boolean;
  neverFires: boolean;
  tracks: readonly TrackFinding[];
  scenarios: Breakages;
  scenarioCount: number;
  /** The replay of past picks; null when the stored answers could not be read. */
  replay: Replay | null;
}

/** Maximum number of changed leads shown for a track; the rest is counted. */
const SHOWN_MOVES = 12;

/** The effects of a draft on buyers, before it is saved: replay, scenarios, and answer sets by track. */
export function DraftFindings(props: DraftFindingsProps): JSX.Element {
  const { asIfOn, neverFires, tracks, draft, snapshot } = props;
  return (
    <section id="findings" aria-labelledby="findings-title" class="findings">
      <h2 id="findings-title" class="text-base font-medium">What this draft would change</h2>
      <p class="text-sm text-muted">
        {asIfOn && "Tried as if it were switched on. "}Nothing is saved.
      </p>
      {neverFires && <p>As it stands, the rule never fires: no buyer can meet its conditions.</p>}
      <ReplayFindings replay={props.replay} draft={draft} snapshot={snapshot} />
      <Scenarios {...props} />
      {tracks.map((finding) => (
        <TrackMoves key={finding.track?.id} {...finding} draft={draft} snapshot={snapshot} />
      ))}
    </section>
  );
}

function Scenarios(
  { scenarios: { broken, mended }, scenarioCount, snapshot }: DraftFindingsProps,
): JSX.Element {
  if (scenarioCount === 0) {
    return <p class="text-muted">There are no saved scenarios to test it with.</p>;
  }
  if (broken.length + mended.length === 0) {
    return (
      <p>
        {scenarioCount === 1
          ? "The saved scenario keeps its result."
          : `All ${formatCount(scenarioCount)} saved scenarios keep their results.`}
      </p>
    );
  }
  return (
    <>
      <ScenarioList title="would break" changes={broken} snapshot={snapshot} />
      <ScenarioList title="would be fixed" changes={mended} snapshot={snapshot} />
    </>
  );
}

function ScenarioList(
  { title, changes, snapshot }: {
    title: string;
    changes: readonly ScenarioChange[];
    snapshot: Snapshot;
  },
): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <div>
      <h3 class="font-medium">{counted(changes.length, "saved scenario")} {title}</h3>
      <ul class="list-disc ps-5">
        {changes.map(({ scenario, before, after }) => (
          <li key={scenario.id}>
            <a href={recordHref("scenarios", scenario.id)} class="text-link">{scenario.name}</a>:
            {" "}
            {systemName(snapshot, before.actualSystemId)}
            {" becomes "}
            {systemName(snapshot, after.actualSystemId)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TrackMoves(
  { track, outcome, draft, snapshot }: TrackFinding & { draft: string; snapshot: Snapshot },
): JSX.Element {
  const name = track?.name ?? "Without a track";
  if (!outcome.comparable) {
    return (
      <div>
        <h3 class="font-medium">{name}</h3>
        <p>{outcome.reason}</p>
      </div>
    );
  }
  const { moves, changed } = outcome;
  return (
    <div>
      <h3 class="font-medium">{name}</h3>
      <p class="max-w-text">{formatChange(outcome)}</p>
      {changed.all > 0n && (
        <PickTable
          caption={`Leads that would change on ${name}`}
          counts="Answer sets"
          picks={moves.slice(0, SHOWN_MOVES).map(({ count, witness, ...systems }) => ({
            ...systems,
            count: figure(count),
            trackId: track?.id ?? null,
            optionIds: witness,
          }))}
          draft={draft}
          snapshot={snapshot}
        />
      )}
      {moves.length > SHOWN_MOVES && (
        <p class="pt-1 text-muted">and {moves.length - SHOWN_MOVES} more such changes</p>
      )}
    </div>
  );
}

function formatChange({ changed, size, lost, gained, partial }: OutcomeComparison): string {
  if (changed.all === 0n) {
    return partial
      ? "The count stopped before it found a change; there may be some."
      : "No buyer gets another lead, whatever they answer.";
  }
  const whole = partial
    ? `At least ${
      figure(changed)
    } answer sets get another lead. There are too many to count all of them.`
    : `${figure(changed)} of ${figure(size)} possible answer sets get another lead (${
      formatShare(shareOf(changed.all, size.all))
    }).`;
  const ends = [
    lost.all > 0n ? `${figure(lost)} lose their recommendation` : "",
    gained.all > 0n ? `${figure(gained)} had none before` : "",
  ].filter((words) => words !== "");
  return ends.length === 0 ? whole : `${whole} Of them, ${ends.join(" and ")}.`;
}

function figure({ all }: Count): string {
  return formatCount(all);
}

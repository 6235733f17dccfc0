import type { JSX } from "preact";
import type { Snapshot, Track } from "@/lib/catalog/mod.ts";
import {
  type Breakages,
  type Count,
  type NoComparison,
  type OutcomeComparison,
  type Replay,
  type ReplayedPick,
  type Sample,
  shareOf,
} from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { labelAnswers } from "@/lib/journey/mod.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { ScenarioChanges } from "../scenarios/ScenarioChanges.tsx";
import { formatShare } from "./effects.ts";
import { type ChangedPick, PickTable, SimulateExample } from "./PickTable.tsx";

/** The effect of a draft on one track; a null track stands for buyers without one. */
interface TrackFinding {
  readonly track: Track | null;
  readonly outcome: OutcomeComparison | NoComparison;
  /** Random answers that fire the rule, where counting found nothing; null when none were needed. */
  readonly sample: Sample | null;
}

interface DraftFindingsProps {
  snapshot: Snapshot;
  /** The rule as typed, as JSON for the simulator. */
  draft: string;
  /** Whether the draft is switched off and was tried as if it were on. */
  asIfOn: boolean;
  /** Names of the draft systems that the rule recommends. */
  asIfPublished: readonly string[];
  neverFires: boolean;
  tracks: readonly TrackFinding[];
  scenarios: Breakages;
  scenarioCount: number;
  /** The replay of past picks; null when the stored answers could not be read. */
  replay: Replay | null;
}

/** The effects of a draft on buyers, before it is saved: replay, scenarios, and answer sets by track. */
export function DraftFindings(props: DraftFindingsProps): JSX.Element {
  const {
    asIfOn,
    asIfPublished,
    neverFires,
    tracks,
    draft,
    snapshot,
    scenarios,
    scenarioCount: total,
  } = props;
  return (
    <section
      id="findings"
      aria-labelledby="findings-title"
      class="mb-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3 border border-line-strong bg-surface-raised px-4.5 pt-3.5 pb-4"
    >
      <h2 id="findings-title" class="text-base font-medium">What this draft would change</h2>
      <p class="text-sm text-muted">
        {asIfOn && "Tried as if it were switched on. "}
        {asIfPublished.map((name) => `Tried as if ${name} were published. `)}Nothing is saved.
      </p>
      {neverFires && <p>As it stands, the rule never fires: no buyer can meet its conditions.</p>}
      <ReplayFindings {...props} />
      {total === 0
        ? <p class="text-muted">There are no saved scenarios to test it with.</p>
        : (
          <ScenarioChanges
            changes={scenarios}
            total={total}
            snapshot={snapshot}
            link={({ id, name }) => (
              <a href={recordHref("scenarios", id)} class="text-link">{name}</a>
            )}
          />
        )}
      {tracks.map((finding) => (
        <TrackMoves key={finding.track?.id} {...finding} draft={draft} snapshot={snapshot} />
      ))}
    </section>
  );
}

function TrackMoves(
  { track, outcome, sample, draft, snapshot }: TrackFinding & { draft: string; snapshot: Snapshot },
): JSX.Element {
  const name = track?.name ?? "Without a track";
  if (sample !== null || !outcome.comparable) {
    return (
      <div>
        <h3 class="font-medium">{name}</h3>
        {!outcome.comparable && <p>{outcome.reason}</p>}
        {sample && (
          <>
            <p class="max-w-text">
              {outcome.comparable && "There are too many answer sets to count. "}Of{" "}
              {formatCount(sample.picks)} random answer sets that fire the rule,{" "}
              {sample.changed === 0 ? "none" : formatCount(sample.changed)}{" "}
              {sample.changed < 2 ? "gets" : "get"} another pick.
            </p>
            {sample.changed === 0 && sample.first && (
              <SimulateExample draft={draft} {...sample.first} />
            )}
            <PickTable
              caption={`Picks that would change on ${name}, in a sample`}
              counts="Answer sets"
              picks={sample.moves.map(changedPick)}
              draft={draft}
              snapshot={snapshot}
            />
          </>
        )}
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
          caption={`Picks that would change on ${name}`}
          counts="Answer sets"
          picks={moves.map(({ count, witness, ...systems }) => ({
            ...systems,
            count: figure(count),
            trackId: track?.id ?? null,
            optionIds: witness,
          }))}
          draft={draft}
          snapshot={snapshot}
        />
      )}
    </div>
  );
}

function formatChange({ changed, size, lost, gained, partial }: OutcomeComparison): string {
  if (changed.all === 0n) {
    return partial
      ? "There are too many answer sets to count, and no answer fires the rule."
      : "No buyer gets another pick, whatever they answer.";
  }
  const whole = partial
    ? `At least ${
      figure(changed)
    } answer sets get another pick. There are too many to count all of them.`
    : `${figure(changed)} of ${figure(size)} possible answer sets get another pick (${
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

function ReplayFindings({ replay, ...props }: DraftFindingsProps): JSX.Element {
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
        : <Replayed replay={replay} draft={props.draft} snapshot={props.snapshot} />}
    </div>
  );
}

function Replayed(
  { replay, draft, snapshot }: { replay: Replay; draft: string; snapshot: Snapshot },
): JSX.Element {
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
        picks={moves.map((move) => ({ ...changedPick(move), answers: saidIn(move, snapshot) }))}
        draft={draft}
        snapshot={snapshot}
      />
    </>
  );
}

function changedPick(
  { answers: { track, optionIds }, count, ...systems }: ReplayedPick,
): ChangedPick {
  return { ...systems, count: formatCount(count), trackId: track, optionIds };
}

/** Names the track and the answers of a pick. */
function saidIn({ answers: { track, optionIds } }: ReplayedPick, snapshot: Snapshot): string {
  const labels = labelAnswers(snapshot, optionIds).map(({ label }) => label);
  const trackName = snapshot.tracks.find(({ id }) => id === track)?.name;
  return [...(trackName ? [trackName] : []), ...labels].join(" · ");
}

/** View of the results page, built from the engine's selection and its catalog snapshot. */
import {
  compareSystems,
  type Comparison,
  MAX_COMPARED,
  type Snapshot,
  type SystemSummary,
  withImages,
} from "@/lib/catalog/mod.ts";
import { labelAnswers, type LabelledAnswer, type Reason, reasonsFor } from "@/lib/journey/mod.ts";
import {
  type Answers,
  type Asked,
  askedByAnswers,
  liveAnswers,
  NO_ANSWERS,
  type Selection,
  suggestBroadening,
} from "@/lib/selection/mod.ts";
import type { Primaries } from "@/lib/media/mod.ts";
import { systemsById } from "../projects/project_cards.ts";
import { type VerdictView, viewVerdict } from "./verdict_view.ts";
import type { WayOut } from "./WaysOut.tsx";

/** A cheaper system that is also sufficient, with its own reasons. */
interface Alternative {
  system: SystemSummary;
  reasons: Reason[];
}

/** The lead with everything that the page shows about it. */
export interface PickView {
  lead: SystemSummary;
  /** Number of steps on the budget ladder. */
  tierSteps: number;
  reasons: Reason[];
  alternatives: Alternative[];
  /** The pick beside its alternatives, for print; null without alternatives. */
  comparison: Comparison | null;
  /** The requirements of the answers, by attribute id. */
  asked: ReadonlyMap<string, readonly Asked[]>;
  /** The engine's note on over-specification; null without one. */
  note: string | null;
}

/** A buyer's answers and their result. */
export interface ResultView {
  /** Ids of the chosen options that are still offered. `track` is null unless it is live. */
  optionIds: string[];
  track: string | null;
  /** Number of given options that are no longer offered. */
  gone: number;
  trackName: string | null;
  answers: LabelledAnswer[];
  pick: PickView | null;
  /** Why there is no pick; null when there is one. */
  explanation: string | null;
  /** The smallest changes that lead to a pick; empty when there is one. */
  waysOut: WayOut[];
  /** The outcome of each answer and rule, and what would change the pick. */
  verdict: VerdictView;
}

/** A selection and everything that it was made from. */
export interface SelectedResult {
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** The answers as given, unfiltered. */
  readonly given: Answers;
  /** Primary pictures by system; none by default. */
  readonly images?: Primaries;
}

const NO_IMAGES: Primaries = new Map();

/** Builds the view of a result. Drops options that are no longer offered, so that no link passes them on. */
export function viewResult(
  { snapshot, selection, given, images = NO_IMAGES }: SelectedResult,
): ResultView {
  const findSystem = (id: string): SystemSummary | undefined => {
    const found = systemsById(snapshot).get(id);
    return found && withImages([found], images)[0];
  };
  const answers = liveAnswers(snapshot, given);
  const { optionIds } = answers;
  const track = snapshot.tracks.find(({ id }) => id === answers.track);
  const { lead: picked, explanation } = selection;
  const lead = picked && findSystem(picked.systemId);
  return {
    ...answers,
    gone: given.optionIds.length - optionIds.length,
    trackName: track?.name ?? null,
    answers: labelAnswers(snapshot, optionIds),
    pick: picked && lead
      ? {
        lead,
        tierSteps: snapshot.tierById.size,
        reasons: reasonsFor(snapshot, optionIds, picked),
        alternatives: selection.alternatives.flatMap((each): Alternative[] => {
          const system = findSystem(each.systemId);
          return system ? [{ system, reasons: reasonsFor(snapshot, optionIds, each) }] : [];
        }),
        comparison: selection.alternatives.length === 0 ? null : compareSystems(snapshot, {
          systemIds: [picked, ...selection.alternatives].slice(0, MAX_COMPARED)
            .map(({ systemId }) => systemId),
        }),
        asked: askedByAnswers(snapshot, optionIds),
        note: selection.overSpecified?.note ?? null,
      }
      : null,
    // The engine's explanation speaks of a combination of answers, so it does not fit if none is left.
    explanation: optionIds.length === 0 ? NO_ANSWERS : explanation,
    waysOut: suggestBroadening(snapshot, answers).flatMap((way): WayOut[] => {
      const system = findSystem(way.leadSystemId);
      const kept = optionIds.filter((id) => !way.removeOptionIds.includes(id));
      return system
        ? [{
          removed: labelAnswers(snapshot, way.removeOptionIds),
          added: labelAnswers(snapshot, way.addOptionIds),
          optionIds: [...kept, ...way.addOptionIds],
          system,
        }]
        : [];
    }),
    verdict: viewVerdict({ snapshot, selection, answers, findSystem }),
  };
}

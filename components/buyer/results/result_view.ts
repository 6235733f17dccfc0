/** View of the results page, built from the engine's selection and its catalog snapshot. */
import {
  compareSystems,
  MAX_COMPARED,
  type Snapshot,
  type SystemSummary,
  tierOf,
  withImages,
} from "@/lib/catalog/mod.ts";
import { labelAnswers, reasonsFor } from "@/lib/journey/mod.ts";
import {
  type Answers,
  askedByAnswers,
  liveAnswers,
  NO_ANSWERS,
  type Selection,
} from "@/lib/selection/mod.ts";
import type { Primaries } from "@/lib/media/mod.ts";
import { systemsById } from "../projects/project_cards.ts";
import { viewVerdict } from "./verdict_view.ts";

/** A buyer's answers and their result. */
export type ResultView = ReturnType<typeof viewResult>;
/** The lead with everything that the page shows about it. */
export type PickView = NonNullable<ResultView["pick"]>;

/** A selection and everything that it was made from. */
interface SelectedResult {
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** The answers as given, unfiltered. */
  readonly given: Answers;
  /** Primary pictures by system; none by default. */
  readonly images?: Primaries;
}

const NO_IMAGES: Primaries = new Map();

/** Builds the view of a result. Drops options that are no longer offered, so that no link passes them on. */
export function viewResult({ snapshot, selection, given, images = NO_IMAGES }: SelectedResult) {
  const findSystem = (id: string): SystemSummary | undefined => {
    const found = systemsById(snapshot).get(id);
    return found && withImages([found], images)[0];
  };
  const answers = liveAnswers(snapshot, given);
  const { optionIds } = answers;
  const { lead: picked, explanation } = selection;
  const lead = picked && findSystem(picked.systemId);
  return {
    ...answers,
    /** Number of given options that are no longer offered. */
    gone: given.optionIds.length - optionIds.length,
    trackName: snapshot.tracks.find(({ id }) => id === answers.track)?.name ?? null,
    answers: labelAnswers(snapshot, optionIds),
    pick: picked && lead
      ? {
        lead,
        tier: tierOf(snapshot, picked.systemId),
        /** Number of steps on the budget ladder. */
        tierSteps: snapshot.tierById.size,
        reasons: reasonsFor(snapshot, optionIds, picked),
        alternatives: selection.alternatives.flatMap((each) => {
          const system = findSystem(each.systemId);
          return system ? [{ system, reasons: reasonsFor(snapshot, optionIds, each) }] : [];
        }),
        /** The pick beside its alternatives, for print; null without alternatives. */
        comparison: selection.alternatives.length === 0 ? null : compareSystems(snapshot, {
          systemIds: [picked, ...selection.alternatives].slice(0, MAX_COMPARED)
            .map(({ systemId }) => systemId),
        }),
        asked: askedByAnswers(snapshot, optionIds),
        /** The engine's note on over-specification; null without one. */
        note: selection.overSpecified?.note ?? null,
      }
      : null,
    // The engine's explanation speaks of a combination of answers, so it does not fit if none is left.
    explanation: optionIds.length === 0 ? NO_ANSWERS : explanation,
    verdict: viewVerdict({ snapshot, selection, answers, findSystem }),
  };
}

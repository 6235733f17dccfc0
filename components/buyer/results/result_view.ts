/** What the results page shows, made from the engine's answer and the catalog it was made from. */
import {
  type BudgetTier,
  compareSystems,
  type Comparison,
  MAX_COMPARED,
  perSnapshot,
  type Snapshot,
  summarizeSystems,
  type SystemSummary,
  tierOf,
  withImages,
} from "../../../lib/catalog/mod.ts";
import {
  labelAnswers,
  type LabelledAnswer,
  type Reason,
  reasonsFor,
} from "../../../lib/journey/mod.ts";
import {
  type Answers,
  type Asked,
  askedByAnswers,
  NO_ANSWERS,
  type Selection,
  suggestBroadening,
} from "../../../lib/selection/mod.ts";
import type { Primaries } from "../../../lib/media/mod.ts";
import type { Alternative } from "./Alternatives.tsx";
import { type VerdictView, viewVerdict } from "./verdict_view.ts";
import type { WayOut } from "./WaysOut.tsx";

/** The lead with everything the page says about it. */
export interface PickView {
  lead: SystemSummary;
  tier: BudgetTier | null;
  /** Steps of the whole budget ladder. */
  tierSteps: number;
  reasons: Reason[];
  alternatives: Alternative[];
  /** The pick beside its alternatives, for paper; null where there is none to compare with. */
  comparison: Comparison | null;
  /** What the answers ask, by the attribute. */
  asked: ReadonlyMap<string, readonly Asked[]>;
  /** The remark on paying more than is needed; null when there is none. */
  note: string | null;
}

/** A buyer's answers and where they lead. */
export interface ResultView {
  /** Answers that are still offered, and the live track. */
  optionIds: string[];
  track: string | null;
  /** How many answers that were given are no longer offered. */
  gone: number;
  trackName: string | null;
  answers: LabelledAnswer[];
  pick: PickView | null;
  /** Why there is no pick; null when there is one. */
  explanation: string | null;
  /** The smallest changes that give a pick; none when there is one. */
  waysOut: WayOut[];
  /** What became of each answer, what each rule did, and what would change the pick. */
  verdict: VerdictView;
}

/** Systems on offer, by their ids. */
export const systemsById = perSnapshot((snapshot) =>
  new Map(summarizeSystems(snapshot).map((system) => [system.id, system]))
);

/** What the engine made of a buyer's answers, and where. */
export interface SelectedResult {
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** The answers as they were given. */
  readonly given: Answers;
  /** The pictures that stand for systems, where they are known. */
  readonly images?: Primaries;
}

const NO_IMAGES: Primaries = new Map();

/** Tells a result. Options that are no longer offered are left out, so that no link hands them on. */
export function viewResult(
  { snapshot, selection, given, images = NO_IMAGES }: SelectedResult,
): ResultView {
  const findSystem = (id: string): SystemSummary | undefined => {
    const found = systemsById(snapshot).get(id);
    return found && withImages([found], images)[0];
  };
  const track = snapshot.tracks.find(({ id }) => id === given.track) ?? null;
  const optionIds = given.optionIds.filter((id) => snapshot.factorIdByOptionId.has(id));
  const answers = { optionIds, track: track?.id ?? null };
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
        tier: tierOf(snapshot, lead.id),
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
    // Where no answer is left that is offered, there is no combination of them to speak of.
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

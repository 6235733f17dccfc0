/** Assembles the response of the endpoint from the engine's decision (spec §2.1). */
import type { Snapshot } from "../catalog/mod.ts";
import type { CitedPassage } from "../corpus/mod.ts";
import { drawnIllustrations, type GalleryItem } from "../media/mod.ts";
import type { MatchedProject } from "../projects/mod.ts";
import {
  answeredFactors,
  type PickedSystem,
  type RecommendedSystem,
  type Selection,
} from "../selection/mod.ts";
import type { RecommendationResult } from "./schema.ts";

/** The parts of a result that other rooms supply. An absent part is empty in the result. */
export interface RecommendationParts {
  /** The snapshot that the selection was made from; names the answered factors. */
  snapshot: Snapshot;
  /** The primary picture of the lead and of each alternative. */
  mediaBySystemId?: ReadonlyMap<string, GalleryItem> | undefined;
  gallery?: RecommendationResult["gallery"] | undefined;
  matchedProjects?: readonly MatchedProject[];
  evidence?: CitedPassage[] | undefined;
  /** URL of the lead's resources page. On its own it does not make `hasAny` true. */
  resourceUrl?: string | null;
  selectionMedia?: RecommendationResult["selectionMedia"] | undefined;
  illustrationRanking?: NonNullable<RecommendationResult["illustrationRanking"]> | undefined;
}

/**
 * Assembles the result in its exact shape. Every part is empty when nothing is recommended. Without an illustration ranking,
 * each place gets the generic drawing of its kind (tier `education`), which always exists (design §6).
 */
export function assembleRecommendation(
  selection: Selection,
  parts: RecommendationParts,
): RecommendationResult {
  const { context, lead, alternatives, overSpecified, firedRules, surfacedSystemCount } = selection;
  const { matchedProjects = [], evidence = [], mediaBySystemId } = lead ? parts : {};
  const withMedia = (pick: PickedSystem): RecommendedSystem => {
    const { systemId, name, tagline, budgetTier, role, matchedRuleIds, rationales } = pick;
    const media = mediaBySystemId?.get(systemId) ?? null;
    return { systemId, name, tagline, budgetTier, media, role, matchedRuleIds, rationales };
  };
  const project = strongestProject(matchedProjects);
  return {
    context,
    recommended: lead && withMedia(lead),
    alternatives: alternatives.map(withMedia),
    overSpecified,
    gallery: lead && (parts.gallery ?? null),
    explanation: selection.explanation,
    firedRules,
    surfacedSystemCount,
    matchedProjects: [...matchedProjects],
    evidence,
    groundedRationale: {
      passages: evidence,
      project,
      resourceUrl: lead && (parts.resourceUrl ?? null),
      hasAny: evidence.length > 0 || project !== null,
    },
    selectionMedia: lead ? parts.selectionMedia ?? [] : [],
    illustrationRanking: lead && (parts.illustrationRanking ?? drawnIllustrations({
      lead: { id: lead.systemId, name: lead.name },
      answers: answeredFactors(parts.snapshot, context.optionIds),
    })),
  };
}

/** Returns the first project of the recommended system, else that of an alternative. Related ones do not count (spec §4.1). */
function strongestProject(projects: readonly MatchedProject[]): MatchedProject | null {
  return projects.find(({ role }) => role === "recommended") ??
    projects.find(({ role }) => role === "alternative") ?? null;
}

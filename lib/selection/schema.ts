/** Wire shapes of a recommendation (spec §2.1). One schema per shape; the types are inferred. */
import { z } from "zod";
import { IdList } from "../catalog/mod.ts";
import { CitedPassage } from "../corpus/mod.ts";
import { GalleryItem, MediaItem } from "../media/mod.ts";
import { MatchedProject } from "../projects/mod.ts";

/** A lead pick or an alternative (spec §2.1). */
export const RecommendedSystem = z.strictObject({
  systemId: z.string(),
  name: z.string(),
  tagline: z.string().nullable(),
  budgetTier: z.string().nullable(),
  media: GalleryItem.nullable(),
  role: z.enum(["preferred", "alternative"]),
  matchedRuleIds: z.array(z.string()).describe("Best priority first"),
  rationales: z.array(z.string()).describe("De-duplicated by text; render verbatim"),
}).meta({ id: "RecommendedSystem" });
export type RecommendedSystem = z.infer<typeof RecommendedSystem>;

/** A cheaper tier would suffice; points at the cheapest system that does (spec §2.1). */
export const OverSpecification = z.strictObject({
  fromSystemId: z.string(),
  fromTier: z.string(),
  toSystemId: z.string(),
  toTier: z.string(),
  note: z.string(),
}).meta({ id: "OverSpecification" });
export type OverSpecification = z.infer<typeof OverSpecification>;

/** One line of the engine's trace (spec §2.1). */
export const FiredRule = z.strictObject({
  ruleId: z.string(),
  name: z.string(),
  priority: z.number(),
  contributed: z.boolean().describe("False: matched the answers but surfaced no system"),
}).meta({ id: "FiredRule" });
export type FiredRule = z.infer<typeof FiredRule>;

/** A picture that suits the selection, and the axes that earned it its place (spec §2.1). */
export const SelectionMediaAsset = z.strictObject({
  src: z.string(),
  alt: z.string(),
  title: z.string().nullable(),
  score: z.number(),
  matchedAxes: z.array(z.enum(["system", "attribute", "factor", "application", "geography"])),
}).meta({ id: "SelectionMediaAsset" });
export type SelectionMediaAsset = z.infer<typeof SelectionMediaAsset>;

/** The best picture for a purpose, with the tier it was found on (spec §2.1, design §6). */
export const RankedIllustration = z.strictObject({
  tier: z.enum(["exact", "system", "context", "canonical", "education"]),
  score: z.number(),
  why: z.string().describe("A sentence a buyer can read"),
  factorId: z.string().nullable().describe("The answered factor it illustrates; null on the hero"),
  media: MediaItem.nullable(),
}).meta({ id: "RankedIllustration" });
export type RankedIllustration = z.infer<typeof RankedIllustration>;

/** The answer of `GET /api/recommendation` (spec §2.1, §4.1). */
export const RecommendationResult = z.strictObject({
  context: z.strictObject({ optionIds: z.array(z.string()) }),
  recommended: RecommendedSystem.nullable(),
  alternatives: z.array(RecommendedSystem),
  overSpecified: OverSpecification.nullable(),
  gallery: z.strictObject({
    items: z.array(GalleryItem),
    displayMode: z.enum(["grid", "slideshow"]),
  }).nullable(),
  explanation: z.string().nullable(),
  firedRules: z.array(FiredRule),
  surfacedSystemCount: z.int().nonnegative(),
  matchedProjects: z.array(MatchedProject),
  evidence: z.array(CitedPassage),
  groundedRationale: z.strictObject({
    passages: z.array(CitedPassage),
    project: MatchedProject.nullable(),
    resourceUrl: z.string().nullable(),
    hasAny: z.boolean(),
  }),
  selectionMedia: z.array(SelectionMediaAsset),
  illustrationRanking: z.strictObject({
    hero: RankedIllustration,
    answers: z.array(RankedIllustration),
  }).nullable(),
}).meta({ id: "RecommendationResult" });
export type RecommendationResult = z.infer<typeof RecommendationResult>;

/** The parameters of `GET /api/recommendation` (spec §4.1). */
export const RecommendationQuery = z.object({
  options: IdList.prefault("").describe("Selected options, as comma-separated ids"),
  track: z.string().trim().nullable().default(null)
    .describe("Track whose rule set right-sizes the result; the default one without"),
});

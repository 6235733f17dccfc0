/** Wire shapes of a recommendation (spec §2.1, §4.1). One schema per shape; the types are inferred. */
import { z } from "zod";
import { idList } from "../catalog/mod.ts";
import { CitedPassage } from "../corpus/mod.ts";
import { Explanation } from "../explain/mod.ts";
import { Gallery, IllustrationRanking, SelectionMediaAsset } from "../media/mod.ts";
import { MatchedProject } from "../projects/mod.ts";
import { FiredRule, OverSpecification, RecommendedSystem } from "../selection/mod.ts";

/** The support for the pick beyond the rules (spec §2.1, §4.1). */
const GroundedRationale = z.strictObject({
  passages: z.array(CitedPassage),
  project: MatchedProject.nullable().describe("The strongest match, if any"),
  resourceUrl: z.string().nullable(),
  hasAny: z.boolean().describe("True with a passage or a project; a bare link does not count"),
}).meta({ id: "GroundedRationale" });

/** The response of `GET /api/recommendation` (spec §2.1, §4.1). */
export const RecommendationResult = z.strictObject({
  context: z.strictObject({ optionIds: z.array(z.string()) })
    .describe("Echo of the selected option ids"),
  recommended: RecommendedSystem.nullable().describe("The right-sized lead pick"),
  alternatives: z.array(RecommendedSystem)
    .describe("Strictly cheaper systems that would also do, cheapest tier first"),
  overSpecified: OverSpecification.nullable().describe("Present when a cheaper tier would suffice"),
  gallery: Gallery.nullable(),
  explanation: z.string().nullable().describe("Why there is no pick; null when there is one"),
  firedRules: z.array(FiredRule).describe("Trace of the engine, in priority order"),
  surfacedSystemCount: z.int().nonnegative()
    .describe("Systems that matched before right-sizing narrowed them"),
  matchedProjects: z.array(MatchedProject).describe("Real projects that used these systems"),
  evidence: z.array(CitedPassage).describe("Quoted passages that support the pick"),
  groundedRationale: GroundedRationale,
  selectionMedia: z.array(SelectionMediaAsset).describe("Pictures that suit the selection"),
  illustrationRanking: IllustrationRanking.nullable()
    .describe("Null when nothing is recommended"),
  explain: Explanation.optional()
    .describe("What became of each answer and what would change the pick; only with `explain=1`"),
}).meta({ id: "RecommendationResult" });
/** The response of `GET /api/recommendation` (spec §2.1, §4.1). */
export type RecommendationResult = z.infer<typeof RecommendationResult>;

/** The parameters of `GET /api/recommendation` (spec §4.1). */
export const RecommendationQuery = z.object({
  options: idList("Selected options, as comma-separated ids"),
  track: z.string().trim().nullable().default(null)
    .describe("Track whose rule set right-sizes the result; the default one without"),
  explain: z.literal("1", { error: "must be 1, or absent" }).optional()
    .describe("`1` adds `explain`: what became of each answer, and what would change the pick"),
});

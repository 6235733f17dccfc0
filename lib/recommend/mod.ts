/**
 * Recommend: the one use case behind the API, the results page and the assistant. It asks the engine, finds what
 * supports the pick (evidence, pictures, projects), and assembles the result.
 */
export { assembleRecommendation, type RecommendationParts } from "./assemble.ts";
export {
  formatVersions,
  recommend,
  type Recommendation,
  type RecommendServices,
  resultVersions,
} from "./recommend.ts";
export { resultJson } from "./result_json.ts";
export { RecommendationQuery, RecommendationResult } from "./schema.ts";

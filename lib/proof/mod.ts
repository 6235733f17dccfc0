/**
 * Proof: whether a catalog is whole.
 *
 * A catalog is *whole* when every system leads for some answers and no rule is *dead*. Both are settled by
 * search with the engine itself, and each finding comes with a *witness*: the answers that show it. How
 * many answers end in a pick is estimated on random ones; those that do not are *gaps*, told by cause.
 */
export {
  compareOutcomes,
  type LeadMove,
  type NoComparison,
  type OutcomeComparison,
} from "./compare.ts";
export { analyzeTrack, type TrackReport } from "./report.ts";

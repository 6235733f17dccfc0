/**
 * Projects: real installations, as buyers and staff read them.
 */
export { MatchedProject } from "./schema.ts";

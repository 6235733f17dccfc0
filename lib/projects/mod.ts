/**
 * Projects: real installations, as buyers and staff read them.
 */
export { findProjects, type ListedProject, parseProjectQuery, type ProjectQuery } from "./find.ts";
export { MatchedProject } from "./schema.ts";

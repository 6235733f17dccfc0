/**
 * Projects: real installations, as buyers and staff read them.
 */
export {
  findProject,
  listProjects,
  type ProjectDetails,
  type ProjectParty,
  type ProjectSummary,
} from "./admin.ts";
export { findProjects, type ListedProject, parseProjectQuery, type ProjectQuery } from "./find.ts";
export { type ProjectPictures, readProjectPictures, saveProjectPictures } from "./pictures.ts";
export { MatchedProject } from "./schema.ts";
export {
  lockProjects,
  readSyncedProjects,
  type SyncedProduct,
  type SyncedProject,
  writeSyncedProjects,
} from "./synced.ts";

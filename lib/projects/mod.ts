/**
 * Projects: real installations, as buyers and staff read them.
 *
 * Buyers see a project that is published and has a page on the marketing site. Those live in memory as an immutable index
 * of one version, which moves with whatever they are shown by: the project, its products, the mapping of systems to terms,
 * its pictures. A *place* is where a visitor may be, told per request and kept nowhere.
 */
export { findProject, listProjects, type ProjectDetails, type ProjectSummary } from "./admin.ts";
export {
  browseProjects,
  type ProjectBrowse,
  type ProjectFacet,
  type ProjectFacetId,
  type ProjectFacetValue,
  type ProjectFilter,
} from "./browse.ts";
export {
  findProjects,
  type ListedProject,
  parseProjectQuery,
  type ProjectQuery,
  projectsCalled,
} from "./find.ts";
export { openProjectIndex, type ProjectIndexOptions } from "./index/load.ts";
export type {
  ProjectIndex,
  ProjectParty,
  ShownProject,
  SpaceKind,
  StoredProject,
} from "./index/shown.ts";
export { indexProjects } from "./index/shown.ts";
export { matchProjects, type ProjectQuestion } from "./match.ts";
export { type ProjectPictures, readProjectPictures, saveProjectPictures } from "./pictures.ts";
export { type Place, regionName } from "./place.ts";
export { openProjects, type ProjectReader, type ProjectsOptions } from "./reader.ts";
export { MatchedProject } from "./schema.ts";
export { canonicalUrlOf } from "./slug.ts";
export {
  digestOfSyncedProjects,
  lockProjects,
  readSyncedProjects,
  type SyncedProduct,
  type SyncedProject,
  syncedProjectText,
  writeSyncedProjects,
} from "./synced.ts";

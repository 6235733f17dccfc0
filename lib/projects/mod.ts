/**
 * Projects: the installed projects that the CMS sync stores (spec §2.13), as buyers and staff read them.
 *
 * Buyers see a project only if it is published and linkable, that is, its slug gives a URL on the marketing site.
 * These are cached in an immutable in-memory **index** of one version. A new version is read when anything that
 * buyers see of them changes: a project, its products, the mapping from systems to product terms, or its pictures.
 * Staff see every project, read from the database.
 *
 * `matchProjects` ranks the projects beside a recommendation and `browseProjects` filters the buyers' list; both are
 * pure. Each project has a **curated order**: featured first, then gallery order, name and uuid. A **place** is the
 * visitor's coarse location. It is passed per request and never stored (spec §4.1).
 */
export {
  findProject,
  isCalled,
  listProjects,
  type ProjectDetails,
  projectsCalled,
  type ProjectSummary,
} from "./admin.ts";
export {
  browseProjects,
  type ProjectFacet,
  type ProjectFacetId,
  type ProjectFilter,
} from "./browse.ts";
export { findProjects, parseProjectQuery, projectsNamed } from "./find.ts";
export { openProjectIndex } from "./index/load.ts";
export type {
  ProjectIndex,
  ProjectParty,
  ShownProject,
  SpaceKind,
  StoredProject,
} from "./index/shown.ts";
export { indexProjects } from "./index/shown.ts";
export { matchProjects } from "./match.ts";
export { type ProjectPictures, readProjectPictures, saveProjectPictures } from "./pictures.ts";
export { type Place, regionName } from "./place.ts";
export { openProjects, type ProjectReader } from "./reader.ts";
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

/**
 * CMS: syncs attributes, projects and pictures from the content system (spec §3.3, §4.11).
 *
 * - A *walk* reads one list of the CMS page by page. It is bounded, resumable, and never throws.
 * - A *plan* compares the rows of a walk with the stored rows. Each kind has one pure function for it.
 * - A *run* is one walk, its plan, and the application of that plan. It applies the plan in chunks, one transaction each.
 *   Each chunk is planned again under its locks, so a run can be stopped, killed and resumed at any point.
 * - The *claim* is a lease in the database: one run is active at a time over all processes.
 *
 * An incomplete walk applies nothing, and the sync never deletes anything.
 */

export { joinName } from "./client/terms.ts";
export {
  attributeMappingEntity,
  type AttributeMappingRecord,
  listAttributeMappings,
  listSystemMappings,
  systemMappingEntity,
  type SystemMappingRecord,
} from "./mappings.ts";
export {
  decideOverrides,
  type DecisionOutcome,
  isOverride,
  listOverrides,
  openOverrides,
  type Override,
  type OverrideDecision,
  undoDecisions,
} from "./overrides.ts";
export { typeRaw } from "./plan/typing.ts";
export { currentHolder, type Holder } from "./run/claim.ts";
export { findChanges, type StagedChange } from "./run/changes.ts";
export type {
  CmsSource,
  SharedReading,
  StepOptions,
  StepOutcome,
  SyncServices,
} from "./run/contract.ts";
export { lastContact, listRuns, readRun, type Run } from "./run/store.ts";
export { applyRun, resumeRun, startRun } from "./run/sync.ts";
export { isPlannedElsewhere, stopRun } from "./run/writing.ts";
export { busySentence, syncKind } from "./run/whole.ts";
export { type ChangeAction, type Kind, KINDS, type SyncReport } from "./schema.ts";

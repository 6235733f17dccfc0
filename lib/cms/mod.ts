/**
 * CMS: attributes, projects and pictures, brought in from the content system (spec §3.3, §4.11).
 *
 * A *walk* reads a list of the CMS page by page and never throws. A *plan* is made of its rows and what is stored: a pure
 * function for each kind. A *run* is one walk with its plan; it is applied in chunks, each planned once more under its
 * locks, so that it can be stopped, killed and resumed at any point. One run is under way at a time over all processes: the
 * *claim*. An incomplete walk applies nothing, and nothing is ever deleted.
 */

export { joinName } from "./client/terms.ts";
export type { Walk, WalkEnd, WalkServices } from "./client/walk.ts";
export {
  type AttributeMapping,
  attributeMappingEntity,
  type AttributeMappingRecord,
  listAttributeMappings,
  listSystemMappings,
  type SystemMapping,
  systemMappingEntity,
  type SystemMappingRecord,
} from "./mappings.ts";
export {
  decideOverrides,
  type DecisionOutcome,
  listOverrides,
  openOverrides,
  type Override,
  type OverrideDecision,
  type SeenOverride,
  undoDecisions,
} from "./overrides.ts";
export { typeRaw, type Typing } from "./plan/typing.ts";
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
export { stopRun } from "./run/writing.ts";
export { busySentence, syncAll, syncKind, type WholeOptions } from "./run/whole.ts";
export { type ChangeAction, type Counts, type Kind, KINDS, type SyncReport } from "./schema.ts";

/**
 * Editing: staff's changes to the catalog.
 *
 * Each kind of record is an *entity* that the admin room's `changeRecord` locks, compares, writes and audits.
 * Records are *retired* rather than deleted; what still *refers* to one can always be listed.
 */
export {
  type RecordRef,
  type RecordType,
  type Reference,
  references,
  referencesTo,
  staleReferences,
} from "./references.ts";
export { type OverriddenSystem, overriddenSystems } from "./overrides.ts";
export { type Found, type FoundGroup, searchRecords } from "./search.ts";
export { slugOf } from "./slug.ts";
export { tierEntity } from "./tiers.ts";

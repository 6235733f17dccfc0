/**
 * Records: the only way in which staff change stored records, and the audit log of those changes (spec §6.2).
 *
 * - An *entity* tells how records of one kind are read, written and checked.
 * - A *change* locks the record, compares its *version* with the one the author saw (optimistic concurrency), checks
 *   it, writes it, and adds an *audit entry*: who did what to which record, with its state before and after.
 * - Change and audit entry are written in one transaction, so neither exists without the other. A refused change leaves
 *   no entry.
 * - The audit log is append-only and its entries form a hash *chain*; verifying it finds entries that were altered,
 *   removed or added outside of the service.
 */
export {
  type Author,
  type Change,
  type ChangeOutcome,
  changeRecord,
  changeRecords,
  createRecord,
  type Entity,
  type FieldErrors,
  readRecord,
  versionOf,
} from "./change.ts";
export { type AuditEntry, recordAudit, recordAudits, SERVICE_ACTOR } from "./audit.ts";
export { type AuditVerdict, verifyAuditChain } from "./audit_chain.ts";
export { exportAudit } from "./audit_export.ts";
export { AUDIT_FILTERS, type AuditArea, AuditFilter, AuditPageQuery } from "./audit_filter.ts";
export {
  type AuditChoices,
  auditChoices,
  type AuditEntryView,
  entriesOfRequest,
  findAuditEntries,
  findAuditEntriesSince,
  findAuditEntry,
  type LastChange,
  lastChange,
  type LoggedEntry,
} from "./audit_query.ts";

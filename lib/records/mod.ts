/**
 * Records: the one way to change what staff keep, and the log of it.
 *
 * Every change that matters leaves an *audit entry*: who did what to which record, and what it was
 * before and after. It is written in the transaction of the change, so neither exists alone.
 */
export {
  type Author,
  type Change,
  type ChangeOutcome,
  changeRecord,
  changeRecords,
  createRecord,
  type Creation,
  type Entity,
  type FieldErrors,
  type JointChange,
  readRecord,
  versionOf,
} from "./change.ts";
export { type AuditEntry, recordAudit, recordAudits, SERVICE_ACTOR } from "./audit.ts";
export {
  type AuditFault,
  type AuditHead,
  type AuditVerdict,
  verifyAuditChain,
} from "./audit_chain.ts";
export { exportAudit } from "./audit_export.ts";
export { AUDIT_FILTERS, type AuditArea, AuditFilter, AuditPageQuery } from "./audit_filter.ts";
export {
  type AuditChoices,
  auditChoices,
  type AuditCursor,
  type AuditEntryView,
  type AuditPage,
  entriesOfRequest,
  findAuditEntries,
  findAuditEntriesSince,
  findAuditEntry,
  type LastChange,
  lastChange,
  type LoggedEntry,
} from "./audit_query.ts";

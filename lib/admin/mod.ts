/**
 * Admin: what the vendor's staff, and the service on its own, may do and have done.
 *
 * Every change that matters leaves an *audit entry*: who did what to which record, and what it was
 * before and after. It is written in the transaction of the change, so neither exists alone.
 */
export { type AuditEntry, recordAudit, SERVICE_ACTOR } from "./audit.ts";

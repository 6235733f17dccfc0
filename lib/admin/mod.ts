/**
 * Admin: what the vendor's staff, and the service on its own, may do and have done.
 *
 * An identity *perimeter* in front of the service says who asks; a *decision* is made of that once a
 * request. A *role* is a set of *capabilities*, and every act asks for a capability, never for a role.
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
export {
  checkboxField,
  idField,
  lineField,
  optionalLineField,
  optionalParagraphField,
  paragraphField,
  wholeNumberField,
} from "./fields.ts";
export { isBalanced, isVisible, withoutDirections } from "./text.ts";
export { type Flash, flashes, type FlashState, type Undo, withFlash } from "./flash.ts";
export { type AuditEntry, recordAudit, recordAudits, SERVICE_ACTOR } from "./audit.ts";
export {
  type AuditFault,
  type AuditHead,
  type AuditVerdict,
  verifyAuditChain,
} from "./audit_chain.ts";
export { exportAudit } from "./audit_export.ts";
export {
  AUDIT_AREAS,
  AUDIT_FILTERS,
  type AuditArea,
  AuditFilter,
  AuditPageQuery,
} from "./audit_filter.ts";
export {
  type AuditChoices,
  auditChoices,
  type AuditCursor,
  type AuditEntryView,
  type AuditPage,
  findAuditEntries,
  findAuditEntriesSince,
  findAuditEntry,
  type LastChange,
  lastChange,
  type LoggedEntry,
} from "./audit_query.ts";
export {
  CAPABILITIES,
  capabilitiesOf,
  type Capability,
  capabilityLabel,
  type Role,
  roleLabel,
  ROLES,
} from "./roles.ts";
export {
  admit,
  type Asking,
  decide,
  type DecisionServices,
  DEVELOPER,
  readerCapabilities,
} from "./decision.ts";
export {
  createPerimeter,
  type Identification,
  type Perimeter,
  type PerimeterOptions,
} from "./perimeter/perimeter.ts";
export type { Refusal, Verdict } from "./perimeter/verify.ts";
export { authorize, type Decision, holds, type Staff, staffOf, type StaffState } from "./staff.ts";
export {
  type AdminUser,
  changeUser,
  createUser,
  emailField,
  findUser,
  type ListedUser,
  listUsers,
  roleField,
  type UserAuthor,
  type UserChange,
  type UserServices,
} from "./users.ts";

/**
 * CRM: sends leads to the vendor's marketing-automation system, and recognises visitors it already knows (spec
 * §2.6–2.10, §3.1, §3.2, §4.4, §4.10, §4.11a, §4.11b).
 *
 * - A *lead* is a buyer's contact details (an e-mail address, optionally a name) plus the result of their session.
 * - The *queue* (`crm_sync_queue`) stores the lead before the request is answered. Its row stays `queued` until every
 *   *step* of the *sync* has been settled: contact, list, form and association.
 * - An *association* links a session to a CRM contact. It is stored in Deno KV and deleted with the session.
 * - A *refusal* is a field, list or form that the CRM rejected for good. Staff see refusals on the CRM page.
 * - *Activity* is what an associated visitor does later. It is synced to the contact in the background.
 *
 * Invariants: the queue row is the only place where we store a lead's e-mail address and name, and they are deleted in
 * the same statement that marks the row done. Everything else refers to a contact by its opaque numeric id. A CRM
 * failure never fails a buyer's request.
 */
export type { Submission } from "./accept.ts";
export { associate, findAssociations, listAssociations, sessionsOfContact } from "./association.ts";
export type { CrmClient } from "./client/client.ts";
export type { CrmFailure, CrmResult } from "./client/result.ts";
export type { ContactField, Form, NamedThing } from "./client/schema.ts";
export { checkConnection, type ConnectionCheck } from "./connection.ts";
export {
  countEnded,
  type DoomedLead,
  eraseLeads,
  findDoomedLeads,
  leadsOfSession,
  MOST_SHOWN_LEADS,
  type OwnLead,
  sendersToContact,
} from "./erase_leads.ts";
export { retryLeads, runLeadJobs } from "./jobs.ts";
export { isAddress, LeadAccepted, LeadBody, leadInputOf } from "./lead.ts";
export { lastCrmContact, waitingFailure } from "./last_contact.ts";
export { readDealerFinder } from "./dealer_finder.ts";
export { findForm } from "./metadata.ts";
export { type Crm, type CrmOptions, openCrm, RETRY_MESSAGE } from "./open.ts";
export { auditRun, type RetryReport } from "./process.ts";
export { forgetSessionsOfLeads, MAX_ATTEMPTS } from "./queue.ts";
export {
  countQueue,
  formatFailure,
  listQueue,
  maskAddress,
  type QueueCounts,
  type QueueItem,
} from "./queue_view.ts";
export { listRefusals, type StandingRefusal } from "./refusals.ts";
export { CRM_SESSION_PARTS } from "./session_parts.ts";
export { takeLead } from "./take.ts";
export { takeLeadOnPage } from "./take_on_page.ts";
export {
  factorOfField,
  isStaleField,
  NAMED_SESSION_FIELDS,
  type NamedSessionField,
} from "./session_fields.ts";
export { type CrmSettings, type FieldMapping, readFieldMappings } from "./settings.ts";
export {
  CRM_SETTINGS_ID,
  crmSettingsEntity,
  CrmSettingsForm,
  fieldMappingEntity,
  FieldMappingForm,
} from "./settings_entity.ts";
export { openSampler, type Sampler, sessionFields } from "./samples.ts";
export { type FormFilling, formFilling } from "./form_filling.ts";
export {
  type HotLeadCondition,
  type HotLeadRule,
  type HotLeadTrial,
  type HotLeadVerdict,
  inactiveBecause,
  premiumTierOf,
  tryHotLeadRule,
} from "./hot_lead.ts";
export type { LeadProfile, Named } from "./lead_profile.ts";
export { exportLeads } from "./lead_export.ts";
export { parseLeadFilter } from "./lead_filter.ts";
export { listLeads } from "./lead_page.ts";
export { findLead, latestLeadFacts, type ListedLead } from "./leads.ts";
export { leadsOfContact } from "./leads_of_contact.ts";
export { greetVisitor, mayRecognise, recogniseVisitor } from "./recognition.ts";
export { readTracking } from "./tracked_page.ts";
export { countUntried, type RetrySelection, type Untried } from "./untried.ts";
export { pixelHost, type Tracking, trackingSnippet } from "./tracking.ts";

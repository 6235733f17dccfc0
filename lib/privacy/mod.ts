/**
 * Privacy: settings and erasures of visitor data by staff, a visitor's view of their own data, and the coarse location
 * of a request (spec §4.1, §4.9, §5).
 *
 * - A *setting* can only withhold what consent allows, and never grants what it does not. Consent itself belongs to the
 *   consent room.
 * - An *erasure* removes one session, the data of one CRM contact, or everything from before a day. Its *plan* counts
 *   what it would take, and a *hash* proves that staff confirmed the current plan.
 * - The *ledger* (`erasures`, `erasure_sessions`) holds erasures in progress, so that any process can finish them.
 * - The *receipt* of a finished erasure is an audit entry with counts and no ids (decision 22).
 */
export { type Choice, choiceFields, parseChoice } from "./erasure/choice.ts";
export { countLeft, type Erasure, listErasures, Receipt } from "./erasure/ledger.ts";
export { type ErasurePlan, type ErasureServices, isEmptyPlan, readPlan } from "./erasure/plan.ts";
export { eraseOwnVisit, finishErasures, orderErasure } from "./erasure/run.ts";
export { type OwnVisit, readOwnVisit } from "./own_visit.ts";
export { type CoarsePlace, coarsePlace } from "./place.ts";
export { readRetention, type Retention } from "./retention.ts";
export { openPrivacySettings, PRIVACY_ID, privacyEntity, PrivacySettings } from "./settings.ts";

/**
 * Sessions: what an anonymous visitor answered, was recommended and looked at, stored as far as consent allows (spec
 * §2.5, §3.4).
 *
 * - A *session* is a record in Deno KV, identified by the `ns_session` cookie. Its id is random and unguessable, and
 *   the cookie is not sent with cross-site posts.
 * - The *payload* holds identifiers and one timestamp. Every write from outside passes the *sanitizer*, so free text
 *   and e-mail addresses cannot enter the store.
 * - A session lives for 24 hours, or for `SESSION_TTL_DAYS` with measurement consent. No write prolongs it. Reads treat
 *   an expired session as absent.
 * - *Children* are KV values of other rooms that belong to a session; *references* are database rows that name it.
 * - The *purge* removes expired sessions: first the references are cleared, then the record, its index entries and its
 *   children are deleted in one atomic operation. A withdrawn consent and an erasure remove sessions the same way.
 *
 * Pages work without a session store: reads then return null, and writes report the failure instead of throwing.
 */
export { type AttachServices, attachToSession } from "./attach.ts";
export { whenStored } from "./beginnings.ts";
export { SESSION_CHILDREN, type SessionChild, type SessionParts } from "./children.ts";
export { withSessionId } from "./cookie.ts";
export { recordSessionEvents } from "./events.ts";
export {
  findLiveSession,
  forgettingCookie,
  readSession,
  type Session,
  type SessionContent,
  type SessionServices,
  type ShownSession,
  shownSession,
  updateSession,
} from "./lifecycle.ts";
export { findMeasuredResults, type MeasuredResult } from "./measured.ts";
export { noteConsent } from "./note_consent.ts";
export { planSession } from "./plan.ts";
export {
  beginMeasured,
  clearProgress,
  type Progress,
  readProgress,
  saveProgress,
} from "./progress.ts";
export { purgeLag, purgeSessions } from "./purge.ts";
export { type CountRemoved, eraseSession, listChildren, takeOutSession } from "./remove.ts";
export { amendSoon, rememberResult, rememberViewed } from "./remember.ts";
export {
  emptyPayload,
  isAnswersAlone,
  MAX_ANSWERS,
  MAX_OPTIONS,
  MAX_SYSTEMS,
  sanitizePayload,
} from "./sanitize.ts";
export {
  EventsRecorded,
  isIdentifier,
  Recognition,
  SessionBody,
  SessionPayload,
  SessionRecord,
  SessionSaved,
} from "./schema.ts";
export { findExpiredIds, findRecentPayload, findSessions } from "./store.ts";
export {
  countDue,
  type DueSessions,
  placesOf,
  readRecords,
  removePlaces,
  type SeenSession,
  sessionsBegunBefore,
  surveyChildren,
} from "./survey.ts";
export {
  nullInOutage,
  reachStore,
  sessionsFailingSince,
  SessionStoreError,
} from "./unavailable.ts";
export { toSessionSaved } from "./view.ts";

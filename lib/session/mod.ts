/**
 * Sessions: what an anonymous visitor has come to, for as long as they allow (spec §2.5, §3.4).
 *
 * A *session* belongs to whoever shows its cookie, which nobody can guess and no other site can send.
 * Its *payload* holds identifiers and one timestamp, because everything passes the *sanitizer*; free
 * text and addresses cannot get in. It lives 24 hours, or `SESSION_TTL_DAYS` with consent to
 * measurement. Reads treat an expired session as absent, and the *purge* removes it with its *children*
 * in one operation, after rows that outlive it have forgotten it.
 *
 * Pages work without all this: reads give null and writes say so when the store does not answer.
 */
export { type Attachment, type AttachServices, attachToSession } from "./attach.ts";
export {
  SESSION_CHILDREN,
  type SessionChild,
  type SessionParts,
  type SessionReference,
} from "./children.ts";
export { recordSessionEvents } from "./events.ts";
export {
  amendSession,
  findLiveSession,
  forgettingCookie,
  type LiveSession,
  type PlannedSession,
  planSession,
  readSession,
  type SaveOutcome,
  type Session,
  type SessionContent,
  type SessionServices,
  type ShownSession,
  shownSession,
  updateSession,
} from "./lifecycle.ts";
export { findMeasuredResults, type MeasuredResult } from "./measured.ts";
export {
  clearProgress,
  type Progress,
  readProgress,
  type SavedProgress,
  saveProgress,
} from "./progress.ts";
export { purgeLag, type PurgeOptions, type PurgeOutcome, purgeSessions } from "./purge.ts";
export {
  type ChildEntry,
  type CountRemoved,
  eraseSession,
  listChildren,
  type RemovalStores,
  takeOutSession,
} from "./remove.ts";
export {
  rememberResult,
  type RememberServices,
  rememberViewed,
  type ShownResult,
} from "./remember.ts";
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
export { findRecentPayload, findSessions } from "./store.ts";
export { placesOf, readRecords, removePlaces, sessionsBegunBefore, sessionsDue } from "./survey.ts";
export { SessionStoreError } from "./unavailable.ts";
export { toSessionSaved } from "./view.ts";

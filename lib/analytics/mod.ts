/**
 * Analytics: events of buyers, their report and their export (spec §4.9, §5, §6.2).
 *
 * - An *event* has a kind from a closed list and may refer to one thing by its id; it holds no free text. Recording
 *   requires measurement consent, which the caller checks.
 * - An event stores only a digest of its session's id, which is cleared when the session is removed; the remaining row
 *   is anonymous.
 * - A *visit* is a session that still exists. Figures count visits, not events.
 * - *Suppression* hides counts of fewer than {@linkcode FEWEST} visits, and counts from which such a count could be
 *   derived.
 */
export { eventDictionary, exportEvents } from "./export.ts";
export { type Period, periodOf, PeriodQuery, PRESET_DAYS } from "./period.ts";
export { TIME_BOUNDS } from "./queries.ts";
export { type AnalyticsReport, CONVERSIONS, type Funnel, readAnalytics, STAGES } from "./report.ts";
export { EVENT_KINDS, EventReport, SessionEvent } from "./schema.ts";
export {
  countEvents,
  eventsOfSession,
  forgetSessions,
  type OwnEvent,
  recordEvents,
} from "./store.ts";
export {
  FEWEST,
  suppress,
  suppressBeside,
  suppressPart,
  suppressParts,
  suppressSteps,
  type Visits,
} from "./suppress.ts";

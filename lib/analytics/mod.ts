/**
 * Analytics: what buyers do, counted in bounded columns without free text (spec §5, §6.2).
 *
 * An *event* has a kind from a closed list and may refer to one thing by its id. Whoever records it
 * has asked for measurement consent first. It knows its session by a digest only, and forgets it when
 * the session is gone; what stays is anonymous.
 */
export { eventDictionary, exportEvents } from "./export.ts";
export { type Period, periodOf, PeriodQuery, PRESET_DAYS } from "./period.ts";
export { type AskedOptions, type CountedThings, TIME_BOUNDS } from "./queries.ts";
export {
  type AnalyticsReport,
  type Conversion,
  CONVERSIONS,
  type Funnel,
  type QuestionShare,
  readAnalytics,
  STAGES,
  type SystemShare,
} from "./report.ts";
export { EVENT_KINDS, EventReport, SessionEvent } from "./schema.ts";
export {
  countEvents,
  type EventContext,
  eventsOfSession,
  forgetSessions,
  type OwnEvent,
  type RecordedEvents,
  recordEvents,
} from "./store.ts";
export {
  FEWEST,
  suppress,
  suppressPart,
  suppressParts,
  suppressSteps,
  type Visits,
} from "./suppress.ts";

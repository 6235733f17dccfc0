/** Schemas of events on the wire (design §7). */
import { z } from "zod";
import { ID_PATTERN } from "../text/mod.ts";

/** The kinds of events. */
export const EVENT_KINDS = [
  "step_viewed",
  "answer_selected",
  "answer_cleared",
  "recommendation_viewed",
  "nothing_recommended",
  "system_viewed",
  "comparison_viewed",
  "gallery_opened",
  "citation_opened",
  "assistant_opened",
  "assistant_starter",
  "handoff_requested",
  "lead_submitted",
  "restarted",
] as const;

/** An event. */
export const SessionEvent = z.object({
  kind: z.enum(EVENT_KINDS).describe("What was done"),
  ref: z.string().regex(ID_PATTERN, "Use the id of a record: letters, digits, - and _").optional()
    .describe("Id of the factor, option, system or item that the event is about"),
  at: z.iso.datetime({ offset: true }).max(40).optional()
    .describe("The time by the client’s clock; ours if it is absent, ahead or over a day old"),
}).meta({ id: "SessionEvent" });
export type SessionEvent = z.infer<typeof SessionEvent>;

/** Most events of one report. */
const MAX_EVENTS = 50;

/** The body of `POST /api/session/events`. */
export const EventReport = z.object({
  events: z.array(SessionEvent).min(1).max(MAX_EVENTS),
  track: z.string().regex(ID_PATTERN, "Use the id of a track: letters, digits, - and _")
    .nullable().optional()
    .describe("Id of the track whose page reports them; that of the session if it is absent"),
}).meta({ id: "EventReport" });
export type EventReport = z.infer<typeof EventReport>;

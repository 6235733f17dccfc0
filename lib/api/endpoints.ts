/** The one list of public endpoints; the OpenAPI document, `/api` and `Allow` are made from it. */
import { z } from "zod";
import { EventReport } from "../analytics/mod.ts";
import {
  ChatAnswer,
  ChatBody,
  ChatEvent,
  FeedbackBody,
  FeedbackSaved,
  Handoff,
  HandoffBody,
} from "../assistant/mod.ts";
import { Comparison, ComparisonQuery, FactorList, SystemList } from "../catalog/mod.ts";
import { LeadAccepted, LeadBody } from "../crm/mod.ts";
import { RecommendationQuery, RecommendationResult } from "../recommend/mod.ts";
import { EventsRecorded, Recognition, SessionBody, SessionSaved } from "../session/mod.ts";
import { Ready } from "./ready.ts";

/** One endpoint as callers see it. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/${string}`;
  operationId: string;
  summary: string;
  description: string;
  /** Query parameters before parsing; every property is a string on the wire. */
  query?: z.ZodObject;
  /** The JSON body that it takes; its schema carries an id. */
  body?: z.ZodType;
  /** The body of the answer that all went well; its schema carries an id. */
  response: z.ZodType;
  /** What each event of an answer holds that comes as a stream; its schema carries an id. */
  events?: z.ZodType;
  /** Status of that answer, 200 unless it says so. */
  status?: 202;
  /** Statuses beyond that and the errors that every endpoint may answer, with what they mean here. */
  otherStatuses?: Record<number, { description: string; body?: z.ZodType }>;
  /** Whether it answers 304 to a matching `If-None-Match`. */
  cacheable: boolean;
}

/** The answer of `GET /health` (spec §4.2). */
export const Health = z.strictObject({
  ok: z.literal(true).describe("The process is alive; /ready tells what it can do"),
  counts: z.strictObject({
    systems: z.int().nonnegative(),
    attributes: z.int().nonnegative(),
    factors: z.int().nonnegative(),
  }).describe("Live records in the catalog being served"),
}).meta({ id: "Health" });

/** The answer of `GET /api/openapi.json`. */
const OpenApi = z.record(z.string(), z.unknown()).meta({ id: "OpenApiDocument" });

/** Parameters of `PUT /api/session`. */
const SessionQuery = z.object({
  track: z.string().optional().describe("Track of the questions answered"),
});

/** Parameters of `POST /api/assistant/chat`. */
const ChatQuery = z.object({
  stream: z.string().optional().describe("`0` asks for a single body instead of events"),
  spans: z.string().optional().describe(
    "`1` asks which part of which citation carries each sentence",
  ),
});

const BODY_ERRORS = {
  408: { description: "The body did not arrive within ten seconds" },
  413: { description: "The body is longer than 64 KiB" },
  415: { description: "The body is not JSON in UTF-8" },
};

/** Every public endpoint, in reading order. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/api/recommendation",
    operationId: "getRecommendation",
    summary: "Recommend one right-sized system",
    description:
      "Matches the selected options against the rules of a track and answers the right-sized lead " +
      "pick, the strictly cheaper systems that would also do, and the rules that fired. Unknown " +
      "option ids and an unknown track are no errors: they satisfy nothing, and the default rule " +
      "set applies. Without a pick, `explanation` says why. `matchedProjects` holds real projects that " +
      "used these systems, six at most, filled up to three with others of role `related`. Where the " +
      "service may use the place of a visitor who consents to measurement, those near it come first " +
      "within their role with `nearYou`, and such an answer says `Cache-Control: private, no-store`.",
    query: RecommendationQuery,
    response: RecommendationResult,
    cacheable: true,
  },
  {
    method: "GET",
    path: "/api/systems",
    operationId: "listSystems",
    summary: "List the systems",
    description: "Every system on offer, with its key columns, in catalog order.",
    response: SystemList,
    cacheable: true,
  },
  {
    method: "GET",
    path: "/api/factors",
    operationId: "listFactors",
    summary: "List the factors",
    description: "Every question with its options, in asking order.",
    response: FactorList,
    cacheable: true,
  },
  {
    method: "GET",
    path: "/api/comparison",
    operationId: "compareSystems",
    summary: "Compare systems",
    description:
      "Attribute rows across the systems asked for, typed and marked where they differ. Unknown " +
      "systems and unknown or disabled attributes are left out.",
    query: ComparisonQuery,
    response: Comparison,
    cacheable: true,
  },
  {
    method: "PUT",
    path: "/api/session",
    operationId: "putSession",
    summary: "Save the session",
    description:
      "Replaces what the visitor's session holds, or the answers alone where the body is answers alone, " +
      "and begins a session where the cookie `ns_session` names none that lives. Only identifiers and " +
      "one timestamp are kept: unknown keys and values that are no identifier are dropped, and so is " +
      "what exceeds 100 answers, 300 options in all or 50 systems in a field. The session lives a day, " +
      "or longer with consent to measurement.",
    query: SessionQuery,
    body: SessionBody,
    response: SessionSaved,
    otherStatuses: {
      ...BODY_ERRORS,
      503: { description: "The session store does not answer; nothing was saved" },
    },
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/session/events",
    operationId: "postSessionEvents",
    summary: "Report events",
    description:
      "Counts what the visitor did, if they consent to measurement; without, nothing is stored and " +
      "`recorded` is 0.",
    body: EventReport,
    response: EventsRecorded,
    status: 202,
    otherStatuses: {
      ...BODY_ERRORS,
      503: { description: "The database does not take the events; nothing was stored" },
    },
    cacheable: false,
  },
  {
    method: "GET",
    path: "/api/session/recognition",
    operationId: "getRecognition",
    summary: "Recognise the visitor",
    description: "The first name of a visitor who is a known contact and agreed to be recognised.",
    response: Recognition,
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/lead",
    operationId: "postLead",
    summary: "Leave a lead",
    description:
      "Takes a buyer's address, and what they came to. The answer is decided by validation alone; a lead that it accepts " +
      "is stored, and reaches the CRM in the background. The same address from the same visitor within ten minutes is " +
      "one lead. A form (`application/x-www-form-urlencoded`) is answered with 303 to a page that thanks.",
    query: SessionQuery,
    body: LeadBody,
    response: LeadAccepted,
    otherStatuses: {
      ...BODY_ERRORS,
      503: { description: "The database does not take the lead; nothing was stored" },
    },
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/assistant/chat",
    operationId: "postChat",
    summary: "Ask the assistant",
    description:
      "Answers a question from the corpus alone, or hands over to a person, which is no error. A stream of " +
      "server-sent events unless `stream=0` or `Accept` says otherwise: citations, deltas, then exactly one of " +
      "`done`, `handoff` and `error`; comments in between keep it alive. What the session of the cookie " +
      "`ns_session` holds tells which systems are asked about.",
    query: ChatQuery,
    body: ChatBody,
    response: ChatAnswer,
    events: ChatEvent,
    otherStatuses: {
      408: { description: "The body did not arrive, or the answer took too long" },
      413: { description: "The body is longer than 256 KiB" },
      415: { description: "The body is not JSON in UTF-8" },
      502: { description: "The model or a store did not answer" },
    },
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/assistant/handoff",
    operationId: "postAssistantHandoff",
    summary: "Hand over to a person",
    description:
      "What an advisor should know of the conversation: a summary, the buyer's questions, the system " +
      "recommended in the visitor's session, quotes on it, and where a person is reached. Always given: " +
      "without a session or a recommendation it leads to finding a dealer. Nothing is stored or sent.",
    body: HandoffBody,
    response: Handoff,
    otherStatuses: {
      ...BODY_ERRORS,
      413: { description: "The body is longer than 256 KiB" },
    },
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/assistant/feedback",
    operationId: "postAssistantFeedback",
    summary: "Vote on an answer",
    description:
      "Keeps a vote on an answer with the visitor's session, in place of an earlier one on the same answer, " +
      "and begins a session where the cookie `ns_session` names none that lives. The answer is named by a " +
      "hash of its text; the text itself is neither sent nor stored.",
    body: FeedbackBody,
    response: FeedbackSaved,
    otherStatuses: {
      ...BODY_ERRORS,
      503: { description: "The session store does not answer; nothing was saved" },
    },
    cacheable: false,
  },
  {
    method: "GET",
    path: "/health",
    operationId: "getHealth",
    summary: "Probe the service",
    description:
      "Whether the process is alive, and how many catalog records it serves. Asks no store.",
    response: Health,
    cacheable: false,
  },
  {
    method: "GET",
    path: "/ready",
    operationId: "getReady",
    summary: "Ask whether to send requests",
    description:
      "Whether the stores answer, the migrations are applied, and the process is not about to stop.",
    response: Ready,
    otherStatuses: { 503: { description: "A check failed", body: Ready } },
    cacheable: false,
  },
  {
    method: "GET",
    path: "/api/openapi.json",
    operationId: "getOpenApi",
    summary: "Describe the API",
    description: "This interface as an OpenAPI 3.1 document.",
    response: OpenApi,
    cacheable: true,
  },
];

/** Methods that an API path answers, `HEAD` beside `GET`; null when no such path exists. */
export function allowedMethods(pathname: string): string[] | null {
  const methods = ENDPOINTS.filter((endpoint) => endpoint.path === pathname)
    .flatMap(({ method }) => method === "GET" ? ["GET", "HEAD"] : [method]);
  return methods.length > 0 ? methods : null;
}

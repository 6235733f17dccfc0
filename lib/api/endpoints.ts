/** The list of public endpoints. The OpenAPI document, the page `/api` and the `Allow` header are generated from it. */
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
import { Ready, ReadyQuery } from "./ready.ts";

/** The description of one endpoint. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/${string}`;
  operationId: string;
  summary: string;
  description: string;
  /** Query parameters; every property is a string on the wire. */
  query?: z.ZodObject;
  /** JSON request body; its schema must have an id. */
  body?: z.ZodType;
  /** Description of the 303 that answers a form with the fields of the body; absent when forms are not accepted. */
  form?: string;
  /** Body of a successful response; its schema must have an id. */
  response: z.ZodType;
  /** Data of each event when the response is a stream; its schema must have an id. */
  events?: z.ZodType;
  /** Status of a successful response; default 200. */
  status?: 202;
  /** Further statuses and their meaning, besides the errors that every endpoint may return. */
  otherStatuses?: Record<number, { description: string; body?: z.ZodType }>;
  /** Whether the endpoint answers 304 to a matching `If-None-Match`. */
  cacheable: boolean;
}

/** The response of `GET /health` (spec §4.2). */
export const Health = z.strictObject({
  ok: z.literal(true).describe("The process is alive; /ready tells what it can do"),
  counts: z.strictObject({
    systems: z.int().nonnegative(),
    attributes: z.int().nonnegative(),
    factors: z.int().nonnegative(),
  }).describe("Live records in the catalog being served"),
}).meta({ id: "Health" });

/** The response of `GET /api/openapi.json`. */
const OpenApi = z.record(z.string(), z.unknown()).meta({ id: "OpenApiDocument" });

/** Parameters of `PUT /api/session`. */
const SessionQuery = z.object({
  track: z.string().optional().describe("Track of the questions answered"),
  fill: z.string().optional().describe(
    "`1` replaces nothing: a session that holds a choice keeps it, and only gets the systems viewed",
  ),
});

/** Parameters of `POST /api/lead`. */
const LeadQuery = SessionQuery.pick({ track: true });

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
  415: { description: "The body is not JSON in UTF-8, or it is compressed" },
  503: { description: "The service stops before the body has arrived; send it again" },
};

/** Every public endpoint, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/api/recommendation",
    operationId: "getRecommendation",
    summary: "Recommend one right-sized system",
    description:
      "Matches the selected options against the rules of a track. The answer holds the right-sized lead " +
      "pick, the strictly cheaper systems that would also do, and the rules that fired. An unknown " +
      "option id satisfies nothing, and an unknown track gets the default rule set; neither is an error. " +
      "Without a pick, `explanation` says why. `matchedProjects` holds up to six real projects that used " +
      "these systems. If there are fewer than three, others of role `related` fill the list up to three. " +
      "The service may use the place of a visitor who consents to measurement. Projects near that place " +
      "then come first within their role and have `nearYou`, and the answer has the header " +
      "`Cache-Control: private, no-store`.",
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
      "Gives a row for each attribute, with the typed values of the systems asked for and a mark where " +
      "they differ. Unknown systems and unknown or disabled attributes are left out.",
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
      "Replaces what the visitor’s session holds. A body that holds answers alone replaces the answers " +
      "alone. If the cookie `ns_session` names no live session, a new one begins. The session keeps only " +
      "identifiers and one timestamp. Unknown keys and values that are not identifiers are dropped, and " +
      "so is anything beyond 100 answers, 300 options in all or 50 systems in a field. The session lives " +
      "a day, or longer with consent to measurement.",
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
      "Counts what the visitor did, if they consent to measurement. Without consent, nothing is stored " +
      "and `recorded` is 0.",
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
    description:
      "Gives the first name of a visitor who is a known contact and agreed to be recognised.",
    response: Recognition,
    cacheable: false,
  },
  {
    method: "POST",
    path: "/api/lead",
    operationId: "postLead",
    summary: "Leave a lead",
    description:
      "Takes a buyer’s address and their result. Validation alone decides the answer. An accepted lead is stored " +
      "and reaches the CRM in the background. The same address and name from the same visitor within ten minutes are one lead. " +
      "A form (`application/x-www-form-urlencoded`) gets a 303 to the page of thanks.",
    query: LeadQuery,
    body: LeadBody,
    form: "The lead of a form is stored; `Location` is the page of thanks",
    response: LeadAccepted,
    otherStatuses: {
      ...BODY_ERRORS,
      415: { description: "The body is neither JSON in UTF-8 nor a form, or it is compressed" },
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
      "Answers a question from the corpus alone, or hands over to a person, which is not an error. The answer is a " +
      "stream of server-sent events unless `stream=0` or `Accept` says otherwise: citations, deltas, then exactly " +
      "one of `done`, `handoff` and `error`. Comments in between keep the stream alive. The session of the cookie " +
      "`ns_session` tells which systems the question is about.",
    query: ChatQuery,
    body: ChatBody,
    response: ChatAnswer,
    events: ChatEvent,
    otherStatuses: {
      ...BODY_ERRORS,
      408: { description: "The body did not arrive, or the answer took too long" },
      413: { description: "The body is longer than 256 KiB" },
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
      "Gives what an advisor should know of the conversation: a summary, the buyer’s questions, the " +
      "system recommended in the visitor’s session, quotes on it, and how to reach a person. There is " +
      "always an answer: without a session or a recommendation it says how to find a dealer. Nothing is " +
      "stored or sent.",
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
      "Keeps a vote on an answer in the visitor’s session, in place of an earlier vote on the same answer. " +
      "If the cookie `ns_session` names no live session, a new one begins. A hash of the answer’s text " +
      "names it; the text itself is neither sent nor stored.",
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
      "Says whether the process is alive, and how many catalog records it serves. It asks no store.",
    response: Health,
    cacheable: false,
  },
  {
    method: "GET",
    path: "/ready",
    operationId: "getReady",
    summary: "Ask whether to send requests",
    description:
      "Says whether the stores answer, the migrations are applied, and the process is not about to stop. " +
      "`only=accepting` asks only for the last.",
    query: ReadyQuery,
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

/** Returns the methods of an API path or a picture's, including `HEAD` for `GET`; null when the path does not exist. */
export function allowedMethods(pathname: string): string[] | null {
  if (/^\/media\/[^/]+\/[^/]+$/.test(pathname)) return ["GET", "HEAD"];
  const methods = ENDPOINTS.filter((endpoint) => endpoint.path === pathname)
    .flatMap(({ method }) => method === "GET" ? ["GET", "HEAD"] : [method]);
  return methods.length > 0 ? methods : null;
}

/** The one list of public endpoints; the OpenAPI document, `/api` and `Allow` are made from it. */
import { z } from "zod";
import { Comparison, ComparisonQuery, FactorList, SystemList } from "../catalog/mod.ts";
import { RecommendationQuery, RecommendationResult } from "../selection/mod.ts";

/** One endpoint as callers see it. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/${string}`;
  operationId: string;
  summary: string;
  description: string;
  /** Query parameters before parsing; every property is a string on the wire. */
  query?: z.ZodObject;
  /** The 200 body; its schema carries an id. */
  response: z.ZodType;
  /** Statuses beyond 200 and the errors that every endpoint may answer, with what they mean here. */
  otherStatuses?: Record<number, { description: string; body?: z.ZodType }>;
  /** Whether it answers 304 to a matching `If-None-Match`. */
  cacheable: boolean;
}

/** The answer of `GET /health` (spec §4.2). */
export const Health = z.strictObject({
  ok: z.boolean().describe("Whether the database answers"),
  counts: z.strictObject({
    systems: z.int().nonnegative(),
    attributes: z.int().nonnegative(),
    factors: z.int().nonnegative(),
  }).describe("Live records in the catalog being served"),
}).meta({ id: "Health" });

/** The answer of `GET /api/openapi.json`. */
const OpenApi = z.record(z.string(), z.unknown()).meta({ id: "OpenApiDocument" });

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
      "set applies. Without a pick, `explanation` says why.",
    query: RecommendationQuery,
    response: RecommendationResult,
    cacheable: false,
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
    method: "GET",
    path: "/health",
    operationId: "getHealth",
    summary: "Probe the service",
    description: "Whether the database answers, and how many catalog records are being served.",
    response: Health,
    otherStatuses: { 503: { description: "The database does not answer", body: Health } },
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

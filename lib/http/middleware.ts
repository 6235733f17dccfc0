/** The middlewares that every request passes: small, named, and in this order in the app. */
import type { Middleware } from "fresh";
import { AppError, statusOf, toErrorResponse, toHttpError } from "./errors.ts";
import { withHeaders } from "./headers.ts";
import { settled } from "./settled.ts";

/** The part of a log that the middlewares write to. */
export interface RequestLog {
  info(message: string, properties: Record<string, unknown>): void;
  warn(message: string, properties: Record<string, unknown>): void;
  error(message: string, properties: Record<string, unknown>): void;
}

/** Request state that `requestId()` fills and the others read. */
export interface RequestState {
  requestId: string;
}

/** Header of the id of a request. */
export const REQUEST_ID = "x-request-id";

/** Ids of proxies as they are in use, and nothing that could forge a log line or a header. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{7,127}$/;

/**
 * Gives each request an id: a safe one that it brought in `X-Request-Id`, else a new one. It is in
 * `ctx.state.requestId`, and in the answer's `X-Request-Id`.
 */
export function requestId<S extends RequestState>(): Middleware<S> {
  return async (ctx) => {
    const given = ctx.req.headers.get(REQUEST_ID);
    const id = given !== null && SAFE_ID.test(given) ? given : crypto.randomUUID();
    ctx.state.requestId = id;
    return withHeaders(await ctx.next(), [[REQUEST_ID, id]]);
  };
}

/** Failures that are in the log already, for error pages and API answers meet the same ones. */
const reported = new WeakSet<object>();

/** The part of a context that says which request failed. */
interface Failed {
  readonly url: URL;
  readonly state: RequestState;
}

/** Logs a failure of ours with its stack, once, however many middlewares see it. */
function report(log: RequestLog, error: unknown, { url, state }: Failed): void {
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  log.error("cannot answer", { error, path: url.pathname, requestId: state.requestId });
}

/**
 * Writes one line per request: method, path without the query, route, status, duration, request id.
 * The level follows the status. A request that throws is logged with the status of its error, and a
 * failure of ours with its stack beside, even where an error page has answered it.
 */
export function accessLog<S extends RequestState>(log: RequestLog): Middleware<S> {
  return async (ctx) => {
    const start = performance.now();
    return await settled(() => ctx.next(), (status) => {
      if (status >= 500 && ctx.error !== null) report(log, ctx.error, ctx);
      const level = status >= 500 ? "error" : status >= 400 ? "warn" : "info";
      log[level]("request", {
        method: ctx.req.method,
        path: ctx.url.pathname,
        route: ctx.route,
        status,
        durationMs: Math.round((performance.now() - start) * 100) / 100,
        requestId: ctx.state.requestId,
      });
    });
  };
}

/** What is kept of a path that is too long: enough to tell where it leads, and nothing cut within an escape. */
const START_OF_PATH = /^[^%]{1,100}/;

/**
 * Refuses a path longer than `maxPathLength` characters and a query longer than `maxQueryLength` with 400, before
 * anything reads them. The address is cut first, for the log and the error page repeat it.
 */
export function limitUrl<S>(
  { maxPathLength = 4096, maxQueryLength = 8192 } = {},
): Middleware<S> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const isPathTooLong = pathname.length > maxPathLength;
    if (!isPathTooLong && search.length <= maxQueryLength) return ctx.next();
    if (isPathTooLong) ctx.url.pathname = `${START_OF_PATH.exec(pathname)?.[0]}…`;
    ctx.url.search = "";
    const [part, { length }, limit] = isPathTooLong
      ? ["path", pathname, maxPathLength]
      : ["query", search, maxQueryLength];
    throw new AppError(
      "invalid",
      `Cannot read the address: its ${part} has ${length} characters, may have ${limit}`,
    );
  };
}

/** What `apiErrors()` needs to know of the app. */
export interface ApiErrorsOptions {
  /** Where a failure of ours is written, once, with its stack. */
  readonly log: RequestLog;
  /** Methods of an API path, or null when there is no such path. */
  readonly allowedMethods: (pathname: string) => readonly string[] | null;
}

/** Paths that answer JSON whatever happens. */
export function isApiPath(pathname: string): boolean {
  return pathname.startsWith("/api/") || pathname === "/health" || pathname === "/ready";
}

/** Paths of the admin area that answer JSON, whatever a client says that it accepts (spec §4.8). */
export function isAdminEndpoint(pathname: string): boolean {
  return /^\/admin\/media\/(?:library|projects)$/.test(pathname);
}

/** Paths of the admin area. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}

/**
 * Turns whatever an API path throws into the one error shape (design §7), so that no page meant for
 * people reaches a JSON client. A known path with a wrong method gives 405 with `Allow`, an unknown
 * one 404. Failures of ours are logged here, with stack and request id, and told in constant words.
 */
export function apiErrors<S extends RequestState>(options: ApiErrorsOptions): Middleware<S> {
  return async (ctx) => {
    const { pathname } = ctx.url;
    if (!isApiPath(pathname)) return ctx.next();
    try {
      const response = await ctx.next();
      if (response.status < 400 || isJson(response)) return response;
      await response.body?.cancel();
      throw statusOf(ctx.error) === response.status ? ctx.error : toHttpError(response);
    } catch (error) {
      if (statusOf(error) >= 500) report(options.log, error, ctx);
      const allowed = options.allowedMethods(pathname);
      return toErrorResponse(asWrongMethod(error, ctx.req.method, allowed) ?? error);
    }
  };
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}

/** The router says 404 or 405 as it sees fit; the list of endpoints knows better. */
function asWrongMethod(
  error: unknown,
  method: string,
  allowed: readonly string[] | null,
): AppError | undefined {
  const status = statusOf(error);
  if (allowed === null || allowed.includes(method) || (status !== 404 && status !== 405)) return;
  return new AppError(
    "method_not_allowed",
    `Cannot answer ${method}: use ${allowed.join(" or ")}`,
    {
      headers: { allow: allowed.join(", ") },
    },
  );
}

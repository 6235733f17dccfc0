/** Middlewares that run on every request, in the order in which the app registers them. */
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

/** Request state that `requestId()` sets and the other middlewares read. */
export interface RequestState {
  requestId: string;
}

/** Name of the header that carries the request id. */
export const REQUEST_ID = "x-request-id";

/** Accepts the id formats of common proxies. Excludes every character that could forge a log line or a header. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{7,127}$/;

/**
 * Returns a middleware that gives each request an id: the value of its `X-Request-Id` header when that is safe (8 to
 * 128 characters), else a new UUID. Sets `ctx.state.requestId` and the response header `X-Request-Id`.
 */
export function requestId<S extends RequestState>(): Middleware<S> {
  return async (ctx) => {
    const given = ctx.req.headers.get(REQUEST_ID);
    const id = given !== null && SAFE_ID.test(given) ? given : crypto.randomUUID();
    ctx.state.requestId = id;
    return withHeaders(await ctx.next(), [[REQUEST_ID, id]]);
  };
}

/** Errors already logged: an error page and `apiErrors` can both see the same error. */
const reported = new WeakSet<object>();

/** The part of a context that identifies the failed request. */
interface Failed {
  readonly url: URL;
  readonly state: RequestState;
}

/** Logs a server error with its stack, once, even when several middlewares see it. */
function report(log: RequestLog, error: unknown, { url, state }: Failed): void {
  if (typeof error === "object" && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  log.error("cannot answer", { error, path: url.pathname, requestId: state.requestId });
}

/**
 * Returns a middleware that logs one line per request: method, path without the query, route, status, duration in
 * milliseconds, request id. The level is `error` from status 500, `warn` from 400, else `info`. A request that throws
 * is logged with the status of its error. A server error is also logged with its stack, even when an error page
 * answered it.
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

/** The prefix kept of a path that is too long. It ends before the first `%`, so no percent-encoding is cut in two. */
const START_OF_PATH = /^[^%]{1,100}/;

const MAX_PATH_LENGTH = 4096;
const MAX_QUERY_LENGTH = 8192;

/**
 * Returns a middleware that refuses, with `invalid` (400), a path of more than 4,096 characters or a query of more than
 * 8,192. It shortens `ctx.url` first, because the log and the error page print it.
 */
export function limitUrl<S>(): Middleware<S> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const isPathTooLong = pathname.length > MAX_PATH_LENGTH;
    if (!isPathTooLong && search.length <= MAX_QUERY_LENGTH) return ctx.next();
    if (isPathTooLong) ctx.url.pathname = `${START_OF_PATH.exec(pathname)?.[0]}…`;
    ctx.url.search = "";
    const [part, { length }, limit] = isPathTooLong
      ? ["before", pathname, MAX_PATH_LENGTH]
      : ["from", search, MAX_QUERY_LENGTH];
    throw new AppError(
      "invalid",
      `Cannot read the address: it is too long. The part ${part} “?” has ${length} characters, may have ${limit}`,
    );
  };
}

/** Options of {@linkcode apiErrors}. */
interface ApiErrorsOptions {
  /** Receives each server error once, with its stack. */
  readonly log: RequestLog;
  /** Returns the methods of an API path, or null for an unknown path. */
  readonly allowedMethods: (pathname: string) => readonly string[] | null;
}

/** Whether the errors of a path are JSON: `/health`, `/ready`, and everything below `/api/` and `/media/`. */
function isApiPath(pathname: string): boolean {
  return /^\/(?:(?:api|media)\/|(?:health|ready)$)/.test(pathname);
}

/** Whether a path of the admin area always answers JSON, regardless of `Accept` (spec §4.8). */
export function isAdminEndpoint(pathname: string): boolean {
  return /^\/admin\/media\/(?:library|projects|tags)$/.test(pathname);
}

/** Whether a path is in the admin area: `/admin` or below. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}

/**
 * Returns a middleware that converts every error of an API path to the JSON error shape (design §7), so that a JSON
 * client never receives an HTML error page. A known path with a wrong method gives 405 with `Allow`, an unknown path
 * 404. Server errors are logged here with stack and request id; the client receives a constant message.
 */
export function apiErrors<S extends RequestState>(options: ApiErrorsOptions): Middleware<S> {
  return async (ctx) => {
    const { pathname } = ctx.url;
    if (!isApiPath(pathname)) return ctx.next();
    try {
      const response = await ctx.next();
      if (response.status < 400 || isJson(response) || isPicture(response)) return response;
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

/** The placeholder of a missing picture comes with a 404 (docs/decisions/0010). */
function isPicture(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("image/") ?? false;
}

/** Returns a 405 error when the path exists but not for this method. The router may have answered 404 instead. */
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

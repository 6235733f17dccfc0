/** The outermost handler: answers requests that the middlewares cannot handle. */
import { AppError, toErrorResponse } from "./errors.ts";
import { withHeaders } from "./headers.ts";
import { REQUEST_ID, type RequestLog } from "./middleware.ts";
import { protection, type SecurityConfig } from "./security.ts";

/** A request handler as `Deno.serve` takes it. */
export type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/**
 * Wraps a handler so that it sends `Connection: close` while the process drains. A proxy then has no idle connection
 * left to reuse when the process stops listening (design §7).
 */
export function endConnections(
  handler: Handler,
  readiness: { readonly draining: boolean },
): Handler {
  return async (request, info) => {
    const response = await handler(request, info);
    return readiness.draining ? withHeaders(response, [["connection", "close"]]) : response;
  };
}

/** Options of {@linkcode guard}. */
interface GuardOptions {
  readonly log: RequestLog;
  readonly config: SecurityConfig;
}

/**
 * Characters around a host in a URL. The server puts `Host` before the path as it is, so with one of these the path
 * would be another than the router matches, and the checks that compare paths would be passed by.
 */
const AROUND_HOST = /[/\\?#@*]/;

/**
 * Wraps a handler. Answers 400 when the `Host` header is not a valid host, because all later code parses the URL. Logs
 * an error that escapes the middlewares and answers it in the common error shape, 500 by default.
 */
export function guard(handler: Handler, options: GuardOptions): Handler {
  const refuse = refuser(options);
  let known = "";

  // A request without `Host` is answered. The server does not say whether it is HTTP/1.1, which must have one (RFC 9112),
  // or 1.0, in which balancers probe without one.
  function isReadable({ url, headers }: Request): boolean {
    if (AROUND_HOST.test(headers.get("host") ?? "")) return false;
    const start = url.indexOf("//") + 2;
    const end = url.indexOf("/", start);
    const authority = end === -1 ? url.slice(start) : url.slice(start, end);
    if (authority === known) return true;
    // An address in the request line can lack a path, so that its query is what the router takes for one.
    if (AROUND_HOST.test(authority) || !URL.canParse(url)) return false;
    known = authority;
    return true;
  }

  return async (request, info) => {
    if (!isReadable(request)) return refuse(request.method, noHost());
    try {
      return await handler(request, info);
    } catch (error) {
      return refuse(request.method, error);
    }
  };
}

/**
 * Returns what answers errors of the server itself, before any handler. While spans are exported, the runtime parses
 * the URL before it calls the handler, so an invalid `Host` fails there and must be a 400 too.
 */
export function answerServerErrors(options: GuardOptions): (error: unknown) => Response {
  const refuse = refuser(options);
  return (error) => {
    const isUrl = error instanceof TypeError && error.message.startsWith("Invalid URL");
    return refuse(null, isUrl ? noHost() : error);
  };
}

function noHost(): AppError {
  return new AppError("invalid", "Cannot read the address: Host is no host");
}

function refuser(
  { log, config }: GuardOptions,
): (method: string | null, error: unknown) => Response {
  const protect = protection(config);
  return (method, error) => {
    const requestId = crypto.randomUUID();
    const response = toErrorResponse(error);
    const { status } = response;
    if (status >= 500) log.error("cannot answer", { error, requestId });
    const properties = { method, path: null, route: null, status, requestId };
    log[status >= 500 ? "error" : "warn"]("request", properties);
    return protect(withHeaders(response, [[REQUEST_ID, requestId]]));
  };
}

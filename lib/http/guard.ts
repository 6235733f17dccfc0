/** What stands before everything else: answers for requests that no middleware could read. */
import { AppError, toErrorResponse } from "./errors.ts";
import { withHeaders } from "./headers.ts";
import { REQUEST_ID, type RequestLog } from "./middleware.ts";
import { protection, type SecurityConfig } from "./security.ts";

/** Answers requests as they come from the socket. */
export type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

/**
 * Ends each connection with its next answer once the process drains, so that a proxy has none left to use again
 * when the process stops to listen (design §7).
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

/** What the guard works with. */
export interface GuardOptions {
  readonly log: RequestLog;
  readonly config: SecurityConfig;
}

/**
 * Passes requests on whose address can be read, and answers 400 to those whose `Host` is none: everything
 * behind parses the address. A failure outside of the middlewares is logged and answered 500, in the one
 * error shape like all others.
 */
export function guard(handler: Handler, { log, config }: GuardOptions): Handler {
  const protect = protection(config);
  let known = "";

  function isReadable(url: string): boolean {
    const authority = url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
    if (authority === known) return true;
    if (!URL.canParse(url)) return false;
    known = authority;
    return true;
  }

  function refuse(request: Request, error: unknown): Response {
    const requestId = crypto.randomUUID();
    const response = toErrorResponse(error);
    const { status } = response;
    if (status >= 500) log.error("cannot answer", { error, requestId });
    const properties = { method: request.method, path: null, route: null, status, requestId };
    log[status >= 500 ? "error" : "warn"]("request", properties);
    return protect(withHeaders(response, [[REQUEST_ID, requestId]]));
  }

  return async (request, info) => {
    if (!isReadable(request.url)) {
      return refuse(request, new AppError("invalid", "Cannot read the address: Host is no host"));
    }
    try {
      return await handler(request, info);
    } catch (error) {
      return refuse(request, error);
    }
  };
}

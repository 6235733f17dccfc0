/** Telemetry of requests. */
import type { Middleware } from "fresh";
import { countRequest } from "./metrics.ts";
import { nameRequest } from "./spans.ts";

/** Route name of a request that matches no route. */
const NO_ROUTE = "(none)";

/**
 * Returns a middleware that names the span of each request by its route pattern and counts the response. It records no
 * path, query or headers.
 *
 * @param settled Reports the status of a response, or of its error. Passed in, because this room may not import `http`.
 */
export function telemetry<S>(
  settled: (
    next: () => Promise<Response>,
    tell: (status: number) => void,
  ) => Promise<Response>,
): Middleware<S> {
  return async (ctx) => {
    const { method } = ctx.req;
    const route = ctx.route ?? NO_ROUTE;
    nameRequest(method, route);
    return await settled(() => ctx.next(), (status) => countRequest({ route, method, status }));
  };
}

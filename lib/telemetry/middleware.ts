/** What telemetry learns of a request. */
import type { Middleware } from "fresh";
import { countRequest } from "./metrics.ts";
import { nameRequest } from "./spans.ts";

/** What no route matches. */
const NO_ROUTE = "(none)";

/**
 * Names the span of each request by its route, and counts it. The path, the query and the headers of a request reach no
 * collector.
 *
 * @param settled tells the status of an answer, or the one that its error is answered with.
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

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
 * @param statusOf the status that an error is answered with.
 */
export function telemetry<S>(statusOf: (error: unknown) => number): Middleware<S> {
  return async (ctx) => {
    const { method } = ctx.req;
    const route = ctx.route ?? NO_ROUTE;
    nameRequest(method, route);
    let status = 500;
    try {
      const response = await ctx.next();
      status = response.status;
      return response;
    } catch (error) {
      status = statusOf(error);
      throw error;
    } finally {
      countRequest({ route, method, status });
    }
  };
}

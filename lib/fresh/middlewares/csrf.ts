/** Refuses requests that another site made a browser send. */
import type { Context } from "../context.ts";
import { HttpError } from "../error.ts";
import type { Middleware } from "../types.ts";

/** Whom `csrf()` trusts. */
export interface CsrfOptions<State = unknown> {
  /** Other origins to allow; without it, the request's own. */
  origin?: string | string[] | ((origin: string, context: Context<State>) => boolean);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets a changing request pass if `Sec-Fetch-Site` says that it comes from this origin or from the
 * address bar, or if its `Origin` is allowed. A request with neither header is not a browser's and
 * passes; all others get 403.
 *
 * ```ts
 * app.use(csrf({ origin: "https://shop.example" }));
 * ```
 */
export function csrf<State>({ origin: allowed }: CsrfOptions<State> = {}): Middleware<State> {
  function isAllowed(origin: string | null, ctx: Context<State>): boolean {
    if (origin === null) return false;
    if (allowed === undefined) return origin === ctx.url.origin;
    if (typeof allowed === "function") return allowed(origin, ctx);
    return Array.isArray(allowed) ? allowed.includes(origin) : origin === allowed;
  }

  return (ctx) => {
    const { method, headers } = ctx.req;
    if (SAFE_METHODS.has(method)) return ctx.next();
    const site = headers.get("Sec-Fetch-Site");
    const origin = headers.get("Origin");
    const passes = site === "same-origin" || site === "none" ||
      (site === null && origin === null) || isAllowed(origin, ctx);
    if (!passes) throw new HttpError(403);
    return ctx.next();
  };
}

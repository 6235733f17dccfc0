/** Refuses cross-site requests that a browser was made to send (CSRF, spec §5). */
import type { Context } from "../context.ts";
import { HttpError } from "../error.ts";
import type { Middleware } from "../types.ts";

/** Options of {@linkcode csrf}. */
export interface CsrfOptions<State = unknown> {
  /** Allowed origins, or a predicate; by default the origin of the request's own URL. */
  origin?: string | string[] | ((origin: string, context: Context<State>) => boolean);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns a middleware that guards every method except GET, HEAD and OPTIONS. A request passes when `Sec-Fetch-Site` is
 * `same-origin` or `none` (the address bar), when its `Origin` is allowed, or when it has neither header and so does not
 * come from a browser. All others get 403.
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

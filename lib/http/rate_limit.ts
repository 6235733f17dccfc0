/** Holds each address to its share, and tells it what is left (design §7). */
import type { Middleware } from "fresh";
import { type Caller, clientAddress, networkOf } from "./client_address.ts";
import { AppError } from "./errors.ts";
import { type HeaderPairs, withHeaders } from "./headers.ts";
import type { RateLimiter, RateScope, Verdict } from "./rate_limiter.ts";
import { WINDOW_MS } from "./sliding_window.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Not limited: what a load balancer asks, what stands behind the identity perimeter, and pictures, of
 * which one page shows dozens; those count only where they have to be made.
 */
const UNLIMITED = /^\/(?:health|ready|admin|media)(?:\/|$)/;

/** What a request counts as; null when it is not limited. */
export function rateScopeOf(method: string, pathname: string): RateScope | null {
  if (UNLIMITED.test(pathname)) return null;
  if (SAFE_METHODS.has(method)) return "reads";
  if (pathname === "/api/lead") return "lead";
  if (pathname === "/api/assistant/feedback") return "feedback";
  return pathname.startsWith("/api/assistant/") ? "chat" : "writes";
}

/** What is counted with. */
export interface RateLimitOptions {
  readonly limiter: Pick<RateLimiter, "take">;
  /** Header that names the client's address; see `clientAddress()`. */
  readonly trustProxy: string | null;
}

/**
 * Refuses with 429 and `Retry-After` what is too much. Every limited answer carries `RateLimit-Policy`
 * and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function rateLimit<S>(options: RateLimitOptions): Middleware<S> {
  return async (ctx) => {
    const scope = rateScopeOf(ctx.req.method, ctx.url.pathname);
    if (scope === null) return ctx.next();
    const headers = await takeShare(options, scope, ctx);
    return withHeaders(await ctx.next(), headers);
  };
}

/**
 * Counts something that a caller asks for, and gives the headers that say what is left.
 *
 * @throws AppError `rate_limited` with `Retry-After` where it is too much.
 */
export async function takeShare(
  { limiter, trustProxy }: RateLimitOptions,
  scope: RateScope,
  caller: Caller,
): Promise<HeaderPairs> {
  const verdict = await limiter.take(scope, networkOf(clientAddress(caller, trustProxy)));
  const headers = quotaHeaders(scope, verdict);
  if (verdict.admitted) return headers;
  const { seconds } = verdict;
  throw new AppError("rate_limited", `Too many requests: try again in ${seconds} seconds`, {
    headers: { ...Object.fromEntries(headers), "retry-after": `${seconds}` },
  });
}

function quotaHeaders(scope: RateScope, { limit, remaining, seconds }: Verdict): HeaderPairs {
  return [
    ["ratelimit-policy", `"${scope}";q=${limit};w=${WINDOW_MS / 1000}`],
    ["ratelimit", `"${scope}";r=${remaining};t=${seconds}`],
  ];
}

/** Rate limits per client address, with the quota headers (design §7). */
import type { Middleware } from "fresh";
import { type Caller, clientAddress, networkOf } from "./client_address.ts";
import { AppError } from "./errors.ts";
import { type HeaderPairs, withHeaders } from "./headers.ts";
import type { RateLimiter, RateScope, Verdict } from "./rate_limiter.ts";
import { settled } from "./settled.ts";
import { WINDOW_MS } from "./sliding_window.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Paths without a limit: load balancer probes, the admin area (behind the identity perimeter), and pictures, because
 * one page shows dozens of them. A picture counts only when it must be rendered, or when the request fails
 * (`countMisses`).
 */
const UNLIMITED = /^\/(?:health$|ready$|(?:admin|media)(?:\/|$))/;
const PICTURES = /^\/media(?:\/|$)/;
/** Status of a picture whose client has disconnected, as browsers do on every navigation. */
const CLIENT_GONE = 499;

/** Returns the rate scope of a request, or null when it is not limited here. */
export function rateScopeOf(method: string, pathname: string): RateScope | null {
  if (UNLIMITED.test(pathname)) return null;
  if (SAFE_METHODS.has(method)) return "reads";
  // These pages count their own form posts, so that a refused form is shown again with the input kept. Showing it costs
  // as much as reading the page.
  if (pathname === "/advisor" || pathname === "/results") return "reads";
  if (pathname === "/api/lead") return "lead";
  if (pathname === "/api/assistant/feedback") return "feedback";
  if (pathname === "/api/assistant/handoff") return "handoff";
  return pathname.startsWith("/api/assistant/") ? "chat" : "writes";
}

/** Options of {@linkcode rateLimit}. */
interface RateLimitOptions {
  readonly limiter: Pick<RateLimiter, "take" | "isSpent">;
  /** Name of the header with the client's address, or null; see `clientAddress()`. */
  readonly trustProxy: string | null;
}

/**
 * Returns a middleware that refuses requests over the limit with 429 and `Retry-After`. Every limited response carries
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function rateLimit<S>(options: RateLimitOptions): Middleware<S> {
  return async (ctx) => {
    const { pathname } = ctx.url;
    const scope = rateScopeOf(ctx.req.method, pathname);
    if (scope === null) {
      return PICTURES.test(pathname) ? await countMisses(options, ctx) : await ctx.next();
    }
    const headers = await takeShare(options, scope, ctx);
    return withHeaders(await ctx.next(), headers);
  };
}

/**
 * Counts a refused picture request (4xx, except 499) as a read, so that guessing addresses is limited. Refuses
 * pictures to a client that has used up its reads.
 */
async function countMisses(
  options: RateLimitOptions,
  ctx: Caller & { next(): Promise<Response> },
): Promise<Response> {
  const { limiter, trustProxy } = options;
  const subject = networkOf(clientAddress(ctx, trustProxy));
  if (limiter.isSpent("reads", subject)) await takeShare(options, "reads", ctx);
  return await settled(() => ctx.next(), async (status) => {
    if (status >= 400 && status < CLIENT_GONE) await limiter.take("reads", subject);
  });
}

/**
 * Counts one request of a caller and returns the quota headers for the response.
 *
 * @throws {AppError} `rate_limited` with `Retry-After` when the limit is exceeded.
 */
export async function takeShare(
  { limiter, trustProxy }: Pick<RateLimitOptions, "trustProxy"> & {
    readonly limiter: Pick<RateLimiter, "take">;
  },
  scope: RateScope,
  caller: Caller,
): Promise<HeaderPairs> {
  const verdict = await limiter.take(scope, networkOf(clientAddress(caller, trustProxy)));
  const headers = quotaHeaders(scope, verdict);
  if (verdict.admitted) return headers;
  const { seconds } = verdict;
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  throw new AppError("rate_limited", `Too many requests: try again in ${wait}`, {
    headers: { ...Object.fromEntries(headers), "retry-after": `${seconds}` },
  });
}

function quotaHeaders(scope: RateScope, { limit, remaining, seconds }: Verdict): HeaderPairs {
  return [
    ["ratelimit-policy", `"${scope}";q=${limit};w=${WINDOW_MS / 1000}`],
    ["ratelimit", `"${scope}";r=${remaining};t=${seconds}`],
  ];
}

/** Holds each address to its share, and tells it what is left (design §7). */
import type { Middleware } from "fresh";
import { type Caller, clientAddress, networkOf } from "./client_address.ts";
import { AppError } from "./errors.ts";
import { type HeaderPairs, withHeaders } from "./headers.ts";
import type { RateLimiter, RateScope, Verdict } from "./rate_limiter.ts";
import { settled } from "./settled.ts";
import { WINDOW_MS } from "./sliding_window.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Not limited: what a load balancer asks, what stands behind the identity perimeter, and pictures, of
 * which one page shows dozens; those count only where they have to be made, or are none.
 */
const UNLIMITED = /^\/(?:health$|ready$|(?:admin|media)(?:\/|$))/;
const PICTURES = /^\/media(?:\/|$)/;
/** What a picture is answered with when its asker has gone; browsers do so at every click. */
const CLIENT_GONE = 499;

/** What a request counts as; null when it is not limited. */
export function rateScopeOf(method: string, pathname: string): RateScope | null {
  if (UNLIMITED.test(pathname)) return null;
  if (SAFE_METHODS.has(method)) return "reads";
  // These pages count their forms themselves, and keep what was typed where it is too much.
  if (pathname === "/advisor" || pathname === "/results") return null;
  if (pathname === "/api/lead") return "lead";
  if (pathname === "/api/assistant/feedback") return "feedback";
  if (pathname === "/api/assistant/handoff") return "handoff";
  return pathname.startsWith("/api/assistant/") ? "chat" : "writes";
}

/** What is counted with. */
export interface RateLimitOptions {
  readonly limiter: Pick<RateLimiter, "take" | "isSpent">;
  /** Header that names the client's address; see `clientAddress()`. */
  readonly trustProxy: string | null;
}

/**
 * Refuses with 429 and `Retry-After` what is too much. Every limited answer carries `RateLimit-Policy`
 * and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
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

/** Pictures are free, and what is no picture is a read: guessing addresses has its limit. */
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
 * Counts something that a caller asks for, and gives the headers that say what is left.
 *
 * @throws AppError `rate_limited` with `Retry-After` where it is too much.
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

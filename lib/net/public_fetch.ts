/** Fetches untrusted URLs, with protection against server-side request forgery. */
import { exchange, type ExchangeOptions } from "./exchange.ts";
import { failure, type FetchAnswer, type FetchOutcome } from "./outcome.ts";
import { findTarget, type NetworkPolicy, PUBLIC_NETWORK } from "./target.ts";

/** Options of a {@linkcode PublicFetch}. */
export interface FetchOptions {
  /** `GET` by default. */
  readonly method?: "GET" | "HEAD";
  readonly accept?: string;
  /** Maximum size of the body in bytes; a larger one is `too_large`. Without it the body is not read. */
  readonly maxBytes?: number;
  /** Whether to follow a redirect. By default every redirect that the network policy allows. */
  readonly mayFollow?: (from: URL, to: URL) => boolean;
  readonly signal?: AbortSignal;
}

/** Fetches a public web page or file. Never throws. */
export type PublicFetch = (url: string, options?: FetchOptions) => Promise<FetchOutcome>;

/** Timeouts of a request. */
export interface FetchTimeouts {
  readonly connectMs: number;
  /** Total time, including DNS, redirects and the body. */
  readonly wholeMs: number;
}

const TIMEOUTS: FetchTimeouts = { connectMs: 5_000, wholeMs: 15_000 };
const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Creates a fetch for untrusted URLs. It allows http and https on ports 80 and 443 and only hosts whose addresses are
 * all public, and connects to exactly the addresses that it checked. It checks each redirect in the same way and
 * follows at most five. Limits by default: 5 seconds to connect, 15 seconds in total, 32 KiB of headers. It stores no
 * cookies and sends no credentials.
 */
export function createPublicFetch(
  network: NetworkPolicy = PUBLIC_NETWORK,
  { connectMs, wholeMs }: FetchTimeouts = TIMEOUTS,
): PublicFetch {
  return async (url, options = {}) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), wholeMs);
    const signal = AbortSignal.any([late.signal, ...(options.signal ? [options.signal] : [])]);
    const ended = Promise.withResolvers<FetchOutcome>();
    const end = () => {
      ended.resolve(
        late.signal.aborted
          ? failure("timeout", `there was no answer within ${wholeMs / 1000} seconds`, url)
          : failure("aborted", "the request was given up", url),
      );
    };
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    try {
      // `ended` comes first, so that a timeout or abort wins over the failure that it causes in `follow`.
      return await Promise.race([
        ended.promise,
        follow(url, options.mayFollow ?? (() => true), {
          network,
          method: options.method ?? "GET",
          accept: options.accept ?? "*/*",
          maxBytes: options.maxBytes ?? null,
          connectTimeoutMs: connectMs,
          signal,
          authorities: network.authorities,
        }),
      ]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  };
}

interface FollowOptions extends ExchangeOptions {
  readonly network: NetworkPolicy;
}

async function follow(
  address: string,
  mayFollow: (from: URL, to: URL) => boolean,
  options: FollowOptions,
): Promise<FetchOutcome> {
  let next = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const target = await findTarget(next, options.network);
    if ("reason" in target) return target;
    const outcome = await exchange(target, options);
    if (!outcome.ok) return outcome;
    const location = locationOf(outcome);
    if (location === null) return outcome;
    if (!URL.canParse(location, target.url)) {
      return failure("redirect", "it leads to what is no web address", target.url);
    }
    const to = new URL(location, target.url);
    if (!mayFollow(target.url, to)) {
      return failure("redirect", `it leads on to ${to.host || to.protocol}`, to);
    }
    next = to.href;
  }
  return failure("redirect", `it leads on more than ${MAX_REDIRECTS} times`, next);
}

/** Returns the redirect target of a response, or null. Decodes UTF-8, which arrives as one character per byte. */
function locationOf({ status, headers }: FetchAnswer): string | null {
  const location = REDIRECTS.includes(status) ? headers.get("location") : null;
  if (location === null) return null;
  return new TextDecoder().decode(Uint8Array.from(location, (char) => char.charCodeAt(0)));
}

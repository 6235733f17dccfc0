/** Fetching what strangers name, without being turned against the network that the service stands in. */
import { exchange, type ExchangeOptions } from "./exchange.ts";
import { failure, type FetchAnswer, type FetchOutcome } from "./outcome.ts";
import { findTarget, type NetworkPolicy, PUBLIC_NETWORK } from "./target.ts";

/** How to ask. */
export interface FetchOptions {
  /** `GET` unless told otherwise. */
  readonly method?: "GET" | "HEAD";
  readonly accept?: string;
  /** The most bytes of the body; more is `too_large`. Without it the body is not read. */
  readonly maxBytes?: number;
  /** Whether to follow a redirect; to any address that may be asked, unless told otherwise. */
  readonly mayFollow?: (from: URL, to: URL) => boolean;
  readonly signal?: AbortSignal;
}

/** Asks for a public web page or file. Never throws. */
export type PublicFetch = (url: string, options?: FetchOptions) => Promise<FetchOutcome>;

/** How long a request may take. */
export interface FetchTimeouts {
  readonly connectMs: number;
  /** All in all: names, redirects and the body included. */
  readonly wholeMs: number;
}

const TIMEOUTS: FetchTimeouts = { connectMs: 5_000, wholeMs: 15_000 };
const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Makes a fetch for addresses that others have written. It asks http and https on their own ports, hosts all of
 * whose addresses are public, and connects to exactly the addresses that it has checked. Every redirect, five at
 * most, is checked in the same way. A connection may take five seconds, the whole fifteen, the headers 32 kB.
 * It keeps no cookies and sends no credentials.
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
      // First of the two, so that the reason for an end is what the end was for.
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

/** Where an answer leads on to. A location in UTF-8 arrives byte by byte. */
function locationOf({ status, headers }: FetchAnswer): string | null {
  const location = REDIRECTS.includes(status) ? headers.get("location") : null;
  if (location === null) return null;
  return new TextDecoder().decode(Uint8Array.from(location, (char) => char.charCodeAt(0)));
}

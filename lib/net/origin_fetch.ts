/** Fetching from the one origin that the operator has named, which may lie in a private network. */
import { lookup } from "node:dns/promises";
import type { FetchOutcome } from "./outcome.ts";
import {
  createPublicFetch,
  type FetchOptions,
  type FetchTimeouts,
  type PublicFetch,
} from "./public_fetch.ts";

/** A page of a content system may be slow to make. */
const TIMEOUTS: FetchTimeouts = { connectMs: 5_000, wholeMs: 30_000 };

/**
 * Makes a fetch that asks the origin of `base` (scheme, host and port) and nothing else, whatever its addresses are:
 * the operator's own setting vouches for them. A redirect to another origin is a failure. Never throws.
 */
export function createOriginFetch(base: string, timeouts: FetchTimeouts = TIMEOUTS): PublicFetch {
  const { origin, protocol, port } = new URL(base);
  const own = Number(port || (protocol === "https:" ? 443 : 80));
  const ask = createPublicFetch({
    async resolve(host) {
      const found = await lookup(host, { all: true });
      return found.sort((a, b) => a.family - b.family).map(({ address }) => address);
    },
    allowsAddress: () => true,
    allowsPort: (asked) => asked === own,
  }, timeouts);
  return (url, options = {}) => {
    if (!isOf(origin, url)) {
      const detail = "it is not under the address of the content system";
      return Promise.resolve({ ok: false, reason: "refused", detail, url });
    }
    return ask(url, {
      ...options,
      mayFollow: (from, to) => to.origin === origin && (options.mayFollow?.(from, to) ?? true),
    });
  };
}

/**
 * Makes a fetch that asks `base`'s own origin by `own` and all else by `others`. A redirect may lead from that origin
 * to others, which are then held to the rules for strangers; none leads back.
 */
export function createMixedFetch(
  base: string,
  { own, others }: { readonly own: PublicFetch; readonly others: PublicFetch },
): PublicFetch {
  const { origin } = new URL(base);
  return async (url, options = {}) => {
    if (!isOf(origin, url)) return await others(url, options);
    const left = leaving(origin, options);
    const outcome: FetchOutcome = await own(url, left.options);
    return left.to === null ? outcome : await others(left.to, options);
  };
}

/** Options that stop at a redirect to another origin, and tell where one that may be followed leads. */
function leaving(origin: string, options: FetchOptions) {
  const left: { to: string | null; options: FetchOptions } = { to: null, options };
  left.options = {
    ...options,
    mayFollow(from, to) {
      if (!(options.mayFollow?.(from, to) ?? true)) return false;
      if (to.origin !== origin) left.to = to.href;
      return to.origin === origin;
    },
  };
  return left;
}

function isOf(origin: string, url: string): boolean {
  return URL.parse(url)?.origin === origin;
}

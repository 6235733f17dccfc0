/** Fetches from an origin that the operator has configured, which may be in a private network. */
import type { FetchOutcome } from "./outcome.ts";
import {
  createPublicFetch,
  type FetchOptions,
  type FetchTimeouts,
  type PublicFetch,
} from "./public_fetch.ts";
import { PUBLIC_NETWORK } from "./target.ts";

/** Longer than the default, because a page of a CMS may be slow to generate. */
const TIMEOUTS: FetchTimeouts = { connectMs: 5_000, wholeMs: 30_000 };

/**
 * Creates a fetch that contacts only the origin of `base` (scheme, host and port). Any IP address is allowed, because
 * the operator configured the origin. A redirect to another origin is a failure. The fetch never throws.
 */
export function createOriginFetch(base: string, timeouts: FetchTimeouts = TIMEOUTS): PublicFetch {
  const { origin, protocol, port } = new URL(base);
  const own = Number(port || (protocol === "https:" ? 443 : 80));
  const ask = createPublicFetch({
    ...PUBLIC_NETWORK,
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
      // The caller is asked about every redirect, because it may follow this one in another way.
      mayFollow: (from, to) => (options.mayFollow?.(from, to) ?? true) && to.origin === origin,
    });
  };
}

/**
 * Creates a fetch that uses `own` for the origin of `base` and `others` for all other URLs. A redirect from that origin
 * to another one continues with `others` and its stricter rules, and cannot return to `own`.
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

/** Returns options that stop at a redirect to another origin and record its target if it may be followed. */
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

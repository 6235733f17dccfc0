/** The identity perimeter in front of the service (spec §5): who a request says that it is from. */
import type { Config } from "../../config/mod.ts";
import { cookieValues } from "../../http/mod.ts";
import { createKeySource } from "./key_source.ts";
import { type Verdict, verifyToken } from "./verify.ts";

/** Who asks, as far as the perimeter vouches for it. */
export type Identification = Verdict | { readonly kind: "anonymous" };

/** Says who a request is from. */
export interface Perimeter {
  identify(request: Request): Promise<Identification>;
  /** Since when no keys can be fetched, and why; null while they can. */
  outage?(): KeyOutage | null;
}

/** A key set that cannot be had. */
export interface KeyOutage {
  readonly since: Date;
  /** Class of the first error. */
  readonly error: string;
}

/** What a perimeter is made of. */
export interface PerimeterOptions {
  readonly access: NonNullable<Config["access"]>;
  readonly now: () => Date;
  /** Told once per outage of the key set. */
  readonly onOutage: (error: unknown) => void;
  readonly fetch?: typeof fetch;
  /** How long the key set may take to arrive; five seconds unless told otherwise. */
  readonly timeoutMs?: number;
}

/** Makes the perimeter that the configuration names. Keys are fetched with the first token. */
export function createPerimeter(options: PerimeterOptions): Perimeter {
  const { access, now, onOutage, fetch = globalThis.fetch, timeoutMs = 5000 } = options;
  const { origin: issuer, audience } = access;
  const url = `${issuer}/cdn-cgi/access/certs`;
  let outage: KeyOutage | null = null;
  const keys = createKeySource({
    url,
    now,
    onOutage(error) {
      outage = { since: now(), error: error instanceof Error ? error.name : "Error" };
      onOutage(error);
    },
    onKeys: () => void (outage = null),
    fetch,
    timeoutMs,
  });
  return {
    outage: () => outage,
    async identify(request) {
      const [token, ...others] = tokensOf(request, access);
      if (token === undefined) return { kind: "anonymous" };
      if (others.length > 0) return { kind: "refused", reason: "several_tokens" };
      return await verifyToken(token, { keys, issuer, audience, now });
    },
  };
}

/**
 * The tokens of a request. The header is the perimeter's own, so cookies count only without it. A cookie
 * can stand there several times, one of them perhaps planted by a neighbouring site; where they differ,
 * nothing says which is meant.
 */
function tokensOf(
  { headers }: Request,
  { tokenHeader, tokenCookie }: PerimeterOptions["access"],
): string[] {
  const inHeader = headers.get(tokenHeader);
  if (inHeader) return [inHeader];
  const inCookies = cookieValues(headers.get("cookie"), tokenCookie);
  return [...new Set(inCookies.filter((value) => value !== ""))];
}

/** Identifies the sender of a request by the token of the identity perimeter (spec §5). */
import type { Config } from "@/lib/config/mod.ts";
import { cookieValues } from "@/lib/http/mod.ts";
import { createKeySource } from "./key_source.ts";
import { type Verdict, verifyToken } from "./verify.ts";

/** The identity of a request's sender; `anonymous` without a token. */
export type Identification = Verdict | { readonly kind: "anonymous" };

/** Verifies the token of a request. */
export interface Perimeter {
  identify(request: Request): Promise<Identification>;
  /** The current outage of the key set; null when there is none. */
  outage?(): KeyOutage | null;
}

/** An outage of the key set. */
interface KeyOutage {
  readonly since: Date;
  /** Class name of the latest outage's first error. */
  readonly error: string;
}

/** Dependencies of a perimeter. */
interface PerimeterOptions {
  readonly access: NonNullable<Config["access"]>;
  readonly now: () => Date;
  /** Called once per outage of the key set. */
  readonly onOutage: (error: unknown) => void;
  /** Timeout of a key set fetch, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
}

/** Creates the configured perimeter. Keys are fetched when the first token arrives. */
export function createPerimeter(options: PerimeterOptions): Perimeter {
  const { access, now, onOutage, timeoutMs = 5000 } = options;
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
 * Returns the distinct tokens of a request. The header is set by the perimeter itself, so cookies count only without
 * it. Several different cookies are all returned: a sibling site may have planted one, and nothing tells them apart.
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

/** Reads the consent platform's cookie. */
import { cookieValues, decodeCookie } from "../http/mod.ts";
import { readJson } from "../text/mod.ts";

/** The consent of one request's visitor. */
export interface Consent {
  /** Analytics, stored transcripts, a session of more than a day, and location-based proximity. */
  readonly measurement: boolean;
  readonly marketing: boolean;
}

/** The exact name of the consent cookie, and the purpose id of each tier. */
interface ConsentConfig {
  readonly cookieName: string;
  /** Null means that this tier is never granted; there is no default purpose. */
  readonly measurementPurpose: string | null;
  readonly marketingPurpose: string | null;
}

/** No consent, which is the result in every doubtful case. */
export const NO_CONSENT: Consent = Object.freeze({ measurement: false, marketing: false });

/** Longest cookie value that is parsed; browsers store no longer ones. */
const MAX_LENGTH = 4096;

/**
 * Reads the consent of a `Cookie` header; no consent without a header or configuration. A tier is granted when the
 * cookie with the exact name holds JSON, plain or percent-encoded once, whose `purposes` has the tier's purpose as an
 * own property that is `true`. If several cookies have the name, all must grant it.
 *
 * The cookie is client-asserted and not bound to anything: it can only waive the visitor's own privacy. Never base an
 * access decision on it (spec §5).
 */
export function readConsent(cookieHeader: string | null, config: ConsentConfig | null): Consent {
  if (config === null) return NO_CONSENT;
  const cookies = cookieValues(cookieHeader, config.cookieName).map(purposesOf);
  const grants = (purpose: string | null) =>
    purpose !== null && cookies.length > 0 &&
    cookies.every((purposes) => ownProperty(purposes, purpose) === true);
  return {
    measurement: grants(config.measurementPurpose),
    marketing: grants(config.marketingPurpose),
  };
}

/** Returns the purposes of a cookie value; undefined when they cannot be read. */
function purposesOf(value: string): unknown {
  if (value.length > MAX_LENGTH) return undefined;
  return ownProperty(readJson(value) ?? readJson(decodeCookie(value)), "purposes");
}

/** Returns an own property of a plain object; ignores arrays, strings and inherited properties. */
function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

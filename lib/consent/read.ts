/** Reads the consent platform's cookie. */
import { cookieValues } from "../http/mod.ts";

/** What one request's visitor agrees to. */
export interface Consent {
  /** Analytics, kept transcripts, a session beyond a day, proximity by place. */
  readonly measurement: boolean;
  readonly marketing: boolean;
}

/** Where consent is found: the exact name of the cookie, and the purpose behind each tier. */
export interface ConsentConfig {
  readonly cookieName: string;
  /** Null means that nobody consents: there is no default purpose. */
  readonly measurementPurpose: string | null;
  readonly marketingPurpose: string | null;
}

/** The answer to every doubt. */
export const NO_CONSENT: Consent = Object.freeze({ measurement: false, marketing: false });

/** Longer than any cookie a browser keeps. */
const MAX_LENGTH = 4096;

/**
 * What a request's `Cookie` header consents to; nothing without a header or configuration. A tier is
 * granted when the cookie of the exact name holds JSON, plain or percent-encoded once, in which the
 * tier's own purpose is `true`. Where the name occurs twice, both must grant it.
 *
 * The cookie is whatever the client sends, bound to nothing: it can waive the visitor's own privacy and
 * proves nothing about who they are. No access may be decided by it (spec §5).
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

/** The purposes of a cookie's value, or undefined where it has none that can be read. */
function purposesOf(value: string): unknown {
  if (value.length > MAX_LENGTH) return undefined;
  return ownProperty(parseJson(value) ?? parseJson(decode(value)), "purposes");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** A property of a plain object itself; what an array, a text or a prototype has does not count. */
function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Reads the visitor's GUID from the CRM's cookie (spec §4.11a). Pure. */
import { cookieValues, decodeCookie } from "../http/mod.ts";
import { dashedGuid } from "./guid.ts";

/** Which cookies may hold a visitor's GUID. */
interface VisitorCookieOptions {
  /** Name of the CRM's own cookie. */
  readonly cookieName: string;
  /** Whether the simulated cookie is accepted (`CRM_ALLOW_SIMULATED_GUID`, never in production). */
  readonly allowSimulated: boolean;
}

/** Name of the simulated visitor cookie. */
const SIMULATED_COOKIE = "ns_crm_sim_guid";

/** Longest cookie value that is parsed; browsers store no longer ones. */
const MAX_LENGTH = 4096;

/**
 * Returns the visitor's GUID from a `Cookie` header, dashed and in lower case as the CRM's search expects it. Returns
 * null when no value has 32 hexadecimal digits, or when several cookies of the same name disagree. The CRM's own cookie
 * takes precedence over the simulated one.
 */
export function readVisitorGuid(
  cookieHeader: string | null,
  { cookieName, allowSimulated }: VisitorCookieOptions,
): string | null {
  const own = onlyOne(cookieValues(cookieHeader, cookieName).map(guidOfBag));
  if (own !== null || !allowSimulated) return own;
  return onlyOne(cookieValues(cookieHeader, SIMULATED_COOKIE).map(dashed));
}

/** The single value that all non-null entries share; null when there is none or they disagree. */
function onlyOne(guids: readonly (string | null)[]): string | null {
  const [guid = null, ...others] = new Set(guids.filter((each) => each !== null));
  return others.length === 0 ? guid : null;
}

/** Parses a bag such as `GUID=…&FPCVISITED=1`, which may be percent-encoded as a whole. */
function guidOfBag(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const bag = text.replace(/^"(.*)"$/, "$1");
  return guidOfPairs(bag) ?? guidOfPairs(decodeCookie(bag));
}

function guidOfPairs(bag: string): string | null {
  return onlyOne(
    bag.split("&").map((pair) => {
      const at = pair.indexOf("=");
      return at !== -1 && pair.slice(0, at).trim() === "GUID" ? dashed(pair.slice(at + 1)) : null;
    }),
  );
}

function dashed(text: string): string | null {
  return dashedGuid(text.trim());
}

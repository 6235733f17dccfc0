/** Who the CRM takes a browser for: the visitor's GUID in its cookie (spec §4.11a). Pure. */
import { cookieValues } from "../http/mod.ts";

/** Where a visitor's GUID is found. */
export interface VisitorCookieOptions {
  /** Name of the CRM's own cookie. */
  readonly cookieName: string;
  /** Whether a made-up visitor counts (`CRM_ALLOW_SIMULATED_GUID`, never in production). */
  readonly allowSimulated: boolean;
}

/** The cookie of a made-up visitor. */
export const SIMULATED_COOKIE = "ns_crm_sim_guid";

/** Longer than any cookie a browser keeps. */
const MAX_LENGTH = 4096;

const GUID = /^[0-9a-f]{32}$/i;

/**
 * The visitor's GUID of a `Cookie` header as the CRM is asked for it: dashed, in lower case. Null where there is none
 * that consists of 32 hexadecimal digits, and where two cookies of the name disagree. The CRM's own cookie goes before
 * a simulated one.
 */
export function readVisitorGuid(
  cookieHeader: string | null,
  { cookieName, allowSimulated }: VisitorCookieOptions,
): string | null {
  const own = onlyOne(cookieValues(cookieHeader, cookieName).map(guidOfBag));
  if (own !== null || !allowSimulated) return own;
  return onlyOne(cookieValues(cookieHeader, SIMULATED_COOKIE).map(dashed));
}

/** What all values agree on, those that hold nothing apart. */
function onlyOne(guids: readonly (string | null)[]): string | null {
  const [guid = null, ...others] = new Set(guids.filter((each) => each !== null));
  return others.length === 0 ? guid : null;
}

/** The GUID of a bag such as `GUID=…&FPCVISITED=1`, which may be percent-encoded as a whole. */
function guidOfBag(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const bag = text.replace(/^"(.*)"$/, "$1");
  return guidOfPairs(bag) ?? guidOfPairs(decoded(bag));
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
  const guid = text.trim().toLowerCase();
  if (!GUID.test(guid)) return null;
  const parts = [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]] as const;
  return parts.map(([from, to]) => guid.slice(from, to)).join("-");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

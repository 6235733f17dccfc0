/** The `ns_session` cookie. Its holder owns the session (design §7). */
import { randomBytes } from "node:crypto";
import { cookieValues } from "../http/mod.ts";
import { ID_PATTERN } from "../text/mod.ts";

const NAME = "ns_session";
/** Bytes that 22 characters of base64url do not exhaust: a character carries six bits, so they are 132 bits. */
const ID_BYTES = 17;
const ID_LENGTH = 22;
const ID = /^[A-Za-z0-9_-]{22}$/;

/**
 * Creates a session id: 128 random bits or more, base64url. Drawn again while it begins with `-` or `_`, because every
 * identifier begins with a letter or digit (spec §2.5).
 */
export function newSessionId(): string {
  for (;;) {
    const id = randomBytes(ID_BYTES).toString("base64url").slice(0, ID_LENGTH);
    if (ID_PATTERN.test(id)) return id;
  }
}

/**
 * Reads the session id from a `Cookie` header; null when it is missing or malformed. Two different values count as
 * missing, because a sibling host could add a cookie of this name to make the visitor use its session.
 */
export function readSessionId(cookieHeader: string | null): string | null {
  const [value, ...others] = new Set(cookieValues(cookieHeader, NAME));
  return value !== undefined && others.length === 0 && ID.test(value) ? value : null;
}

/** Returns a `Cookie` header with the given session id in place of any other session cookie. */
export function withSessionId(cookieHeader: string | null, id: string): string {
  const others = (cookieHeader ?? "").split(";").map((pair) => pair.trim())
    .filter((pair) => pair !== "" && pair.split("=", 1)[0]?.trim() !== NAME);
  return [`${NAME}=${id}`, ...others].join("; ");
}

/** Lifetime and security of the session cookie. */
interface CookieOptions {
  /** Null makes it a session cookie, which ends with the browser. */
  readonly maxAgeSeconds: number | null;
  /** Whether the site is served over https. */
  readonly secure: boolean;
}

/** Returns the `Set-Cookie` value of a session: not readable by scripts, and not sent with cross-site posts. */
export function sessionCookie(id: string, { maxAgeSeconds, secure }: CookieOptions): string {
  return [
    `${NAME}=${id}`,
    "Path=/",
    ...(maxAgeSeconds === null ? [] : [`Max-Age=${maxAgeSeconds}`]),
    "HttpOnly",
    "SameSite=Lax",
    ...(secure ? ["Secure"] : []),
  ].join("; ");
}

/** Returns the `Set-Cookie` value that deletes the session cookie. */
export function noSessionCookie({ secure }: Pick<CookieOptions, "secure">): string {
  const parts = [`${NAME}=`, "Path=/", "Max-Age=0", "HttpOnly", "SameSite=Lax"];
  return [...parts, ...(secure ? ["Secure"] : [])].join("; ");
}

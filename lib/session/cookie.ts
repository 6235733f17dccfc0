/** The `ns_session` cookie: the one thing that makes a browser the owner of a session (design §7). */
import { randomBytes } from "node:crypto";
import { cookieValues } from "../http/mod.ts";

const NAME = "ns_session";
const ID_BYTES = 16;
const ID = /^[A-Za-z0-9_-]{22}$/;

/** A session id that nobody can guess: 128 random bits, base64url. */
export function newSessionId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}

/**
 * The session id of a `Cookie` header; null where there is none or it is malformed. Two different ones
 * are none as well: a neighbouring host can add a cookie of this name, but never choose the session.
 */
export function readSessionId(cookieHeader: string | null): string | null {
  const [value, ...others] = new Set(cookieValues(cookieHeader, NAME));
  return value !== undefined && others.length === 0 && ID.test(value) ? value : null;
}

/** How the browser should keep a session's cookie. */
export interface CookieOptions {
  /** Null ends it with the browser. */
  readonly maxAgeSeconds: number | null;
  /** Whether visitors come by https. */
  readonly secure: boolean;
}

/** The `Set-Cookie` value of a session. No script reads it, and no other site's form carries it. */
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

/** The `Set-Cookie` value that makes the browser forget its session. */
export function noSessionCookie({ secure }: Pick<CookieOptions, "secure">): string {
  const parts = [`${NAME}=`, "Path=/", "Max-Age=0", "HttpOnly", "SameSite=Lax"];
  return [...parts, ...(secure ? ["Secure"] : [])].join("; ");
}

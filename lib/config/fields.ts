/**
 * Parsers of environment variables. Each returns the value of a text, or a zod issue whose message names the accepted
 * values.
 */
import { z } from "zod";
import { isLoopback } from "./loopback.ts";

type Parsed<T> = z.ZodType<T, string>;

/** Returns a parser from `parse`, which returns undefined for an invalid text. `accepts` describes the valid ones. */
export function variable<T>(accepts: string, parse: (text: string) => T | undefined): Parsed<T> {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: accepts });
    return z.NEVER;
  });
}

/** A whole number in decimal digits, from `min` to `max`. */
export function wholeNumber({ min, max }: { min: number; max: number }): Parsed<number> {
  return variable(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** A number in plain decimal notation, from `min` to `max`. */
export function decimal({ min, max }: { min: number; max: number }): Parsed<number> {
  return variable(`a number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** One of the given words, in any case. */
export function word<const T extends string>(...words: readonly T[]): Parsed<T> {
  return variable(`one of ${words.join(", ")}`, (text) => {
    const lower = text.trim().toLowerCase();
    return words.find((candidate) => candidate === lower);
  });
}

/** Exactly `true` or `false`, because a typo must never enable a security-relevant switch. */
export function flag(): Parsed<boolean> {
  return variable("true or false", (text) => {
    if (text === "true") return true;
    return text === "false" ? false : undefined;
  });
}

/** A text that matches the pattern; surrounding white space is trimmed. */
export function matching(pattern: RegExp, accepts: string): Parsed<string> {
  return variable(accepts, (text) => pattern.test(text.trim()) ? text.trim() : undefined);
}

/**
 * The name of an HTTP header, in lower case. A switch such as `true` or `1` is refused: no header has such a name, so
 * the service would never find it.
 */
export function headerName(): Parsed<string> {
  return variable("the name of an HTTP header", (text) => {
    const name = text.trim().toLowerCase();
    const isName = /^[a-z0-9][a-z0-9-]{0,63}$/.test(name);
    return isName && !/^(true|false|yes|no|on|off|\d+)$/.test(name) ? name : undefined;
  });
}

/** A path, not trimmed. It must contain no NUL and more than white space. */
export function path(): Parsed<string> {
  return variable(
    "a path without NUL characters",
    (text) => text.trim() !== "" && !text.includes("\0") ? text : undefined,
  );
}

/** A secret, not trimmed: it may begin or end with any character except control characters. */
export function secret(): Parsed<string> {
  return variable(
    "a text of one line without control characters",
    (text) => /^\P{Cc}+$/u.test(text) && text.trim() !== "" ? text : undefined,
  );
}

/** An absolute http or https URL without credentials, query or fragment; no slash at the end. */
export function webUrl(): Parsed<string> {
  return variable("an absolute http:// or https:// URL without query or credentials", parseWebUrl);
}

/** A URL without a path: the service is served at the root, so links below a path would not work. */
export function rootUrl(): Parsed<string> {
  const accepts = "an absolute http:// or https:// URL without path, query or credentials";
  return variable(accepts, (text) => originOf(parseWebUrl(text)));
}

/** A host name or origin. Returns the origin, with https by default. */
export function webOrigin(): Parsed<string> {
  const accepts = "a host name or an http:// or https:// origin";
  return variable(
    accepts,
    (text) => originOf(parseWebUrl(hasScheme(text) ? text : `https://${text.trim()}`)),
  );
}

/**
 * A postgres:// or postgresql:// URL. A list of hosts is refused: the driver knows none, and its error would show the
 * whole URL with the password.
 */
export function postgresUrl(): Parsed<string> {
  return variable("a postgres:// or postgresql:// URL of a single server", (text) => {
    const url = text.trim();
    // With a socket, the host is in the query, and what stands before it may name a user alone.
    const hosted = url.replace(/^([^/]*\/\/[^/]*@)\//, "$1localhost/");
    const parsed = /^postgres(ql)?:\/\/[^/\s]*[^\s]/i.test(url) ? URL.parse(hosted) : null;
    const isPostgres = parsed !== null && !parsed.hostname.includes(",");
    return isPostgres && isDecodable(url) ? url : undefined;
  });
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

/** Location of the key-value store: a file, `:memory:`, or the http(s) URL of a remote store. */
export function kvPath(): Parsed<string> {
  return variable("a file path, :memory: or an http:// or https:// URL", (text) => {
    if (hasScheme(text)) return parseWebUrl(text);
    return text.trim() !== "" && !text.includes("\0") ? text : undefined;
  });
}

/** E-mail addresses separated by commas. Returns them in lower case without duplicates. */
export function emails(): Parsed<readonly string[]> {
  return variable("e-mail addresses separated by commas", (text) => {
    const addresses = text.toLowerCase().split(",").map((part) => part.trim()).filter(Boolean);
    const valid = addresses.every((address) => z.email().safeParse(address).success);
    return valid ? [...new Set(addresses)] : undefined;
  });
}

/**
 * Host names separated by commas, without scheme, port, path or wildcard. Returns them in lower case without duplicates.
 */
export function hostNames(): Parsed<readonly string[]> {
  return variable("host names separated by commas", (text) => {
    const names = text.toLowerCase().split(",").map((part) => part.trim()).filter(Boolean);
    const valid = names.every((name) =>
      URL.parse(`https://${name}`)?.hostname === name && !name.includes("*")
    );
    return valid ? [...new Set(names)] : undefined;
  });
}

/** A host, with a port unless it is the default one. Returns it in lower case. */
export function hostAndPort(): Parsed<string> {
  return variable("a host name, with a port where it is not the usual one", (text) => {
    const host = text.trim().toLowerCase();
    const url = URL.parse(`https://${host}`);
    return url !== null && url.host === host && /^[a-z0-9.:-]+$/.test(host) ? host : undefined;
  });
}

/** The hosted perimeter's domain; a bare team name is a subdomain of it. */
const TEAM_DOMAIN_SUFFIX = "cloudflareaccess.com";

/** The identity perimeter: a team name, a host or an origin; plain http on loopback only (§7). */
export function perimeterOrigin(): Parsed<string> {
  const accepts = "a team name, a host or an https:// origin (http:// on loopback only)";
  return variable(accepts, (text) => {
    const name = text.trim().replace(/\/+$/, "");
    const host = /^[a-z0-9-]+$/i.test(name) ? `${name}.${TEAM_DOMAIN_SUFFIX}` : name;
    const url = parseWebUrl(hasScheme(name) ? name : `https://${host}`);
    if (url === undefined) return undefined;
    const { origin, protocol, hostname } = new URL(url);
    const trusted = protocol === "https:" || isLoopback(hostname);
    return origin === url && trusted ? origin : undefined;
  });
}

function hasScheme(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** Returns a URL that is only an origin, else undefined. */
function originOf(url: string | undefined): string | undefined {
  return url !== undefined && new URL(url).origin === url ? url : undefined;
}

function parseWebUrl(text: string): string | undefined {
  if (!/^\s*https?:\/\/[^\s]+\s*$/i.test(text)) return undefined;
  const url = URL.parse(text.trim());
  if (!url || url.username || url.password || url.search || url.hash) return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** What browsers are told to refuse on our behalf: the same on every answer, but for what a page asks for itself. */
import type { Middleware } from "fresh";
import type { Config } from "../config/mod.ts";
import { type HeaderPairs, withHeaders } from "./headers.ts";

/** The part of the configuration that the headers follow from. */
export type SecurityConfig = Pick<Config, "baseUrl" | "imageHost" | "video">;

const ALWAYS: HeaderPairs = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  [
    "permissions-policy",
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  ],
];

/** A page is for one visitor: its nonce, its consent and the answers it offers to go on from are theirs. */
const PRIVATE = ["cache-control", "private, no-cache"] as const;

const ONE_YEAR = 365 * 24 * 60 * 60;

/** What one answer needs beside what every answer may do: hosts, with a port where it is not the usual one. */
export interface ExtraSources {
  /** Hosts that a script of the page comes from, and that the script sends to. */
  readonly scriptHosts: readonly string[];
}

const NO_EXTRAS: ExtraSources = { scriptHosts: [] };

/**
 * The Content-Security-Policy of an answer. Inline scripts and styles run by the nonce of the page that
 * rendered them and by nothing else; an answer without a page has none.
 */
export function contentSecurityPolicy(
  config: SecurityConfig,
  nonce: string | null,
  { scriptHosts }: ExtraSources = NO_EXTRAS,
): string {
  const inline = nonce === null ? [] : [`'nonce-${nonce}'`];
  const images = config.imageHost === null ? [] : [config.imageHost];
  return [
    ["default-src", "'self'"],
    ["script-src", "'self'", ...inline, ...scriptHosts],
    ["style-src", "'self'", ...inline],
    ["img-src", "'self'", ...images, ...scriptHosts],
    ...(scriptHosts.length > 0 ? [["connect-src", "'self'", ...scriptHosts]] : []),
    ["frame-src", new URL(config.video.playerUrl).origin],
    ["object-src", "'none'"],
    ["base-uri", "'none'"],
    ["form-action", "'self'"],
    ["frame-ancestors", "'none'"],
    ...(isHttps(config) ? [["upgrade-insecure-requests"]] : []),
  ].map((directive) => directive.join(" ")).join("; ");
}

/** A promise of https that only a deployment with an https address can keep. */
function isHttps({ baseUrl }: SecurityConfig): boolean {
  return baseUrl?.startsWith("https:") ?? false;
}

/** Sets the security headers of every answer; what a route set itself stays. */
export function securityHeaders<S>(config: SecurityConfig): Middleware<S> {
  const protect = protection(config);
  return async (ctx) => protect(await ctx.next());
}

/** Gives the function that sets the security headers of a response. */
export function protection(config: SecurityConfig): (response: Response) => Response {
  const fixed: HeaderPairs = isHttps(config)
    ? [...ALWAYS, ["strict-transport-security", `max-age=${ONE_YEAR}`]]
    : ALWAYS;
  const bare: HeaderPairs = [...fixed, policy(config, null)];
  return (response) => {
    const nonce = nonceOf(response);
    return withHeaders(
      response,
      nonce === null
        ? bare
        : [...fixed, policy(config, nonce, extraSources.get(response)), PRIVATE],
    );
  };
}

function policy(
  config: SecurityConfig,
  nonce: string | null,
  extra?: ExtraSources,
): readonly [string, string] {
  return ["content-security-policy", contentSecurityPolicy(config, nonce, extra)];
}

const extraSources = new WeakMap<Response, ExtraSources>();

/** Lets a page use more than every page may; the policy of this one answer says so. Gives the page back. */
export function allowSources(page: Response, extra: ExtraSources): Response {
  extraSources.set(page, extra);
  return page;
}

/**
 * Where Fresh leaves the nonce of a page that it rendered. Its own `csp()` reads it too, but keeps
 * 'unsafe-inline' on every other answer and upgrades requests on plain http.
 */
const NONCE = Symbol.for("__freshNonce");

/** Keeps what the policy of a page follows from, for an answer made of the page. */
export function carryPolicy(from: Response, to: Response): Response {
  const nonce = nonceOf(from);
  if (nonce !== null) Reflect.set(to, NONCE, nonce);
  const extra = extraSources.get(from);
  if (extra !== undefined) extraSources.set(to, extra);
  return to;
}

function nonceOf(response: Response): string | null {
  const nonce: unknown = Reflect.get(response, NONCE);
  return typeof nonce === "string" ? nonce : null;
}

/**
 * Whose pages may send what changes something: our own, at the address of the request and, behind a
 * proxy that changes it, at the public one. For `csrf()`.
 */
export function isOwnOrigin(
  { baseUrl }: Pick<Config, "baseUrl">,
): (origin: string, ctx: { readonly url: URL }) => boolean {
  const publicOrigin = baseUrl === null ? null : new URL(baseUrl).origin;
  return (origin, { url }) => origin === url.origin || origin === publicOrigin;
}

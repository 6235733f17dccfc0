/** Security headers: the same on every response, except for the extra sources that a page asks for. */
import type { Middleware } from "fresh";
import type { Config } from "../config/mod.ts";
import { type HeaderPairs, withHeaders } from "./headers.ts";

/** The part of the configuration that the headers depend on. */
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

/** Pages must not be cached by proxies: the nonce, the consent state and the saved answers belong to one visitor. */
const PRIVATE = ["cache-control", "private, no-cache"] as const;

const ONE_YEAR = 365 * 24 * 60 * 60;

/** Sources that one page needs in addition to the common policy. */
interface ExtraSources {
  /**
   * Hosts, with a port unless it is the default one, that a script of the page is loaded from and sends data or pixels
   * to.
   */
  readonly scriptHosts: readonly string[];
  /** Hosts that only pictures and pixels are loaded from. */
  readonly imageHosts: readonly string[];
}

const NO_EXTRAS: ExtraSources = { scriptHosts: [], imageHosts: [] };

/**
 * Returns the Content-Security-Policy of a response. Inline scripts and styles need the nonce of the rendered page; a
 * response without a page has no nonce (null) and allows none.
 */
export function contentSecurityPolicy(
  config: SecurityConfig,
  nonce: string | null,
  { scriptHosts, imageHosts }: ExtraSources = NO_EXTRAS,
): string {
  const inline = nonce === null ? [] : [`'nonce-${nonce}'`];
  const images = config.imageHost === null ? [] : [config.imageHost];
  return [
    ["default-src", "'self'"],
    ["script-src", "'self'", ...inline, ...scriptHosts],
    ["style-src", "'self'", ...inline],
    ["img-src", "'self'", ...images, ...scriptHosts, ...imageHosts],
    ...(scriptHosts.length > 0 ? [["connect-src", "'self'", ...scriptHosts]] : []),
    ["frame-src", new URL(config.video.playerUrl).origin],
    ["object-src", "'none'"],
    ["base-uri", "'none'"],
    ["form-action", "'self'"],
    ["frame-ancestors", "'none'"],
    ...(isHttps(config) ? [["upgrade-insecure-requests"]] : []),
  ].map((directive) => directive.join(" ")).join("; ");
}

/** Whether the deployment has an https address, and so may require https of browsers. */
function isHttps({ baseUrl }: SecurityConfig): boolean {
  return baseUrl?.startsWith("https:") ?? false;
}

/** Returns a middleware that sets the security headers of every response. Headers that a route set itself stay. */
export function securityHeaders<S>(config: SecurityConfig): Middleware<S> {
  const protect = protection(config);
  return async (ctx) => protect(await ctx.next());
}

/** Returns a function that sets the security headers of a response. */
export function protection(config: SecurityConfig): (response: Response) => Response {
  const fixed: HeaderPairs = isHttps(config)
    ? [...ALWAYS, ["strict-transport-security", `max-age=${ONE_YEAR}`]]
    : ALWAYS;
  const bare: HeaderPairs = [...fixed, [POLICY, contentSecurityPolicy(config, null)]];
  // The policy of a page that asks for nothing of its own, around its nonce.
  const aroundNonce = contentSecurityPolicy(config, NO_NONCE).split(NO_NONCE);
  return (response) => {
    const nonce = nonceOf(response);
    if (nonce === null) return withHeaders(response, bare);
    const extra = extraSources.get(response);
    const policy = extra === undefined
      ? aroundNonce.join(nonce)
      : contentSecurityPolicy(config, nonce, extra);
    return withHeaders(response, [...fixed, [POLICY, policy], PRIVATE]);
  };
}

const POLICY = "content-security-policy";
/** Stands in the place of a nonce. No header can hold it. */
const NO_NONCE = "\0";

const extraSources = new WeakMap<Response, ExtraSources>();

/** Adds sources to the policy of one page, and returns the page. */
export function allowSources(page: Response, extra: ExtraSources): Response {
  extraSources.set(page, extra);
  return page;
}

/**
 * The property under which Fresh stores the nonce of a rendered page. Fresh's own `csp()` reads it too, but it keeps
 * 'unsafe-inline' on responses without a nonce and sends `upgrade-insecure-requests` on plain http as well.
 */
const NONCE = Symbol.for("__freshNonce");

/** Copies the nonce and extra sources of a page to a response derived from it. Returns the derived response. */
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
 * Returns the origin check for `csrf()`. It accepts the origin of the request's own URL and, for proxies that rewrite
 * the address, the origin of `baseUrl`. If that is https, the same host over http is refused: behind a proxy that ends
 * TLS it is the request's own origin, and anybody in the network can serve a page there.
 */
export function isOwnOrigin(
  { baseUrl }: Pick<Config, "baseUrl">,
): (origin: string, ctx: { readonly url: URL }) => boolean {
  const publicOrigin = baseUrl === null ? null : new URL(baseUrl).origin;
  const unsafeOrigin = publicOrigin?.replace(/^https:/, "http:");
  return (origin, { url }) =>
    origin === publicOrigin || (origin === url.origin && origin !== unsafeOrigin);
}

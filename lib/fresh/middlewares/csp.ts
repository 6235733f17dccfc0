/** Sets the `Content-Security-Policy` header of every response. */
import { NONCE } from "../render.ts";
import type { Middleware } from "../types.ts";

/** Options of {@linkcode csp}. */
export interface CSPOptions {
  /** Report what the policy would block instead of blocking it. */
  reportOnly?: boolean;
  /** URL that browsers send reports to. */
  reportTo?: string;
  /** Directives that replace the default of the same name, or are added to the defaults. */
  csp?: string[];
  /** Allow inline scripts and styles of rendered pages by nonce only. */
  useNonce?: boolean;
}

const DEFAULT_DIRECTIVES = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** Directives that may allow inline scripts or styles. */
const WITH_INLINE = /^(?:default-src|script-src(?:-elem)?|style-src(?:-elem|-attr)?) /;

/**
 * Returns a middleware that sets the Content-Security-Policy. With `useNonce`, the nonce of the page replaces
 * `'unsafe-inline'`; a response that `ctx.render()` did not render has no nonce and keeps `'unsafe-inline'`.
 *
 * ```ts
 * app.use(csp({ useNonce: true, csp: ["img-src 'self' https://images.example"] }));
 * ```
 */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, csp: custom = [], useNonce = false } = options;
  const names = new Set(custom.map(nameOf));
  const defaults = DEFAULT_DIRECTIVES.filter((directive) => !names.has(nameOf(directive)));
  const directives = [...defaults, ...custom.map((directive) => directive.trim())];
  if (reportTo !== undefined) directives.push("report-to csp-endpoint", `report-uri ${reportTo}`);
  const policy = directives.join("; ");
  const name = reportOnly ? "Content-Security-Policy-Report-Only" : "Content-Security-Policy";

  return async (ctx) => {
    const response = await ctx.next();
    const nonce: unknown = useNonce ? Reflect.get(response, NONCE) : undefined;
    response.headers.set(name, typeof nonce === "string" ? withNonce(directives, nonce) : policy);
    if (reportTo !== undefined) {
      response.headers.set("Reporting-Endpoints", `csp-endpoint="${reportTo}"`);
    }
    return response;
  };
}

function nameOf(directive: string): string {
  return directive.trim().split(/\s/, 1)[0] ?? "";
}

function withNonce(directives: string[], nonce: string): string {
  return directives.map((directive) => {
    if (!WITH_INLINE.test(directive)) return directive;
    return directive.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
  }).join("; ");
}

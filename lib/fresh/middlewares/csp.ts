/** Sets the Content-Security-Policy of every response. */
import { NONCE } from "../render.ts";
import type { Middleware } from "../types.ts";

/** How `csp()` departs from its strict default. */
export interface CSPOptions {
  /** Report what the policy would block instead of blocking it. */
  reportOnly?: boolean;
  /** Where browsers send reports. */
  reportTo?: string;
  /** Directives that replace the default of the same name, or add to them. */
  csp?: string[];
  /** Allow the inline scripts and styles of the rendered page by nonce, and no others. */
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

const WITH_INLINE = /^(?:default|script|style)-src /;

/**
 * With `useNonce`, `'unsafe-inline'` gives way to the nonce of the page; a response that was not
 * rendered by `ctx.render()` has none and keeps it.
 *
 * ```ts
 * app.use(csp({ useNonce: true, csp: ["img-src 'self' https://images.example"] }));
 * ```
 */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, csp: custom = [], useNonce = false } = options;
  const byName = new Map<string, string>();
  for (const directive of [...DEFAULT_DIRECTIVES, ...custom]) {
    byName.set(directive.trim().split(/\s+/, 1)[0] ?? directive, directive.trim());
  }
  const directives = [...byName.values()];
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

function withNonce(directives: string[], nonce: string): string {
  return directives.map((directive) => {
    if (!WITH_INLINE.test(directive)) return directive;
    return directive.replace("'unsafe-inline'", `'nonce-${nonce}'`);
  }).join("; ");
}

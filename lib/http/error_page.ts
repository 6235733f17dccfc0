/** Headers of error pages, which the framework renders outside the middlewares. */
import { headersOf } from "./errors.ts";
import { withHeaders } from "./headers.ts";
import { REQUEST_ID, type RequestState } from "./middleware.ts";
import { protection, type SecurityConfig } from "./security.ts";

/** The part of a context that an error page receives. */
interface Failed {
  readonly error: unknown;
  readonly state: RequestState & { readonly services: { readonly config: SecurityConfig } };
}

/**
 * Sets the headers that the middlewares set on other pages, and the headers of the error itself, such as `Retry-After`.
 * An error page is never cached (`no-store`).
 */
export function completeErrorPage(page: Response, { error, state }: Failed): Response {
  const protect = protection(state.services.config);
  return protect(withHeaders(page, [
    [REQUEST_ID, state.requestId],
    ["cache-control", "no-store"],
    ...Object.entries(headersOf(error)),
  ]));
}

/**
 * Outbound HTTP requests to URLs from untrusted sources (documents, editors, other sites), protected against
 * server-side request forgery: such a URL may point into the service's own network.
 *
 * A *network policy* decides which addresses and ports may be contacted, and is applied to every redirect again. The
 * result of a request is a `FetchOutcome` value; nothing is thrown. `createOriginFetch` serves the operator's own CMS,
 * which may be in a private network (design §7).
 */
export { isPublicAddress } from "./addresses.ts";
export type { FailureReason, FetchAnswer, FetchFailure, FetchOutcome } from "./outcome.ts";
export { createMixedFetch, createOriginFetch } from "./origin_fetch.ts";
export { createPublicFetch, type FetchOptions, type PublicFetch } from "./public_fetch.ts";
export { parseRetryAfter } from "./retry_after.ts";
export { type NetworkPolicy, PUBLIC_NETWORK } from "./target.ts";

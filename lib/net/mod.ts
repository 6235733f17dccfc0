/**
 * Net: asking the public web for what others have named.
 *
 * An address that a document, an editor or another site has written may lead into the network that the service
 * stands in. So every request to one goes through here: where it may go is decided by the *policy*, for each
 * redirect anew, and what comes of it is a value, never an exception.
 */
export { isPublicAddress } from "./addresses.ts";
export type { FailureReason, FetchAnswer, FetchFailure, FetchOutcome } from "./outcome.ts";
export { createMixedFetch, createOriginFetch } from "./origin_fetch.ts";
export {
  createPublicFetch,
  type FetchOptions,
  type FetchTimeouts,
  type PublicFetch,
} from "./public_fetch.ts";
export { type NetworkPolicy, PUBLIC_NETWORK } from "./target.ts";

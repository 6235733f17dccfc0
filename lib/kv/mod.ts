/**
 * The key-value store (Deno KV): short-lived state such as sessions, counters and leases (design §5).
 *
 * Each room builds the keys it owns. Values are validated by a schema on every read, because expired values and those
 * of other releases remain readable. A *claim* is a lease that lets one process at a time do something. Calls to a
 * remote store have a timeout and a circuit breaker.
 */
export { boundCalls, KvOutageError } from "./bounded.ts";
export { chunked } from "./chunked.ts";
export { type Claim, claim, type ClaimOptions, isClaimed } from "./claim.ts";
export { getValid, type ValidEntry } from "./codec.ts";
export { compactKv } from "./compact.ts";
export { hasQueue, KvOpenError, openKv } from "./open.ts";
export { isOutage, unlessOutage } from "./outage.ts";
export { readMany } from "./read_many.ts";
export { retryLocked } from "./retry.ts";
export { requireWrites } from "./writable.ts";

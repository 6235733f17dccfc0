/**
 * The key-value store: short-lived state such as sessions, counters and leases (design §5). Keys are
 * built by the room that owns them; values pass a schema when they are read, for expired and foreign
 * ones stay readable longer than anyone expects.
 */
export { boundCalls, type BoundedOptions, KvOutageError } from "./bounded.ts";
export { type Attempt, type Claim, claim, type ClaimOptions } from "./claim.ts";
export { getValid, type ValidEntry } from "./codec.ts";
export { type Compaction, compactKv } from "./compact.ts";
export { hasQueue, KvOpenError, openKv } from "./open.ts";
export { retryLocked, type RetryOptions } from "./retry.ts";

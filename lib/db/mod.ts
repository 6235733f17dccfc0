/**
 * The database: one SQL dialect (Postgres) on two engines.
 *
 * Without `DATABASE_URL`, the embedded engine (PGlite) runs in a worker thread of this process and stores its data in a
 * folder that only one process at a time can open. With `DATABASE_URL`, many processes share a Postgres server.
 * Migrations, queries and results are the same on both, so no other room depends on the engine (design §5).
 *
 * Terms: a *handle* is an open database; an *outage* is a failure after which the same call may succeed later
 * (`DatabaseError` `unavailable`); a *followed* value is a cached copy of rows that is refreshed on notification.
 *
 * Invariant: the embedded engine has one connection. A query on `db` inside a transaction of `db` would deadlock, so
 * code inside a transaction must use `trx`.
 */
export { anyOf } from "./any_of.ts";
export { backupEmbedded, hasEmbedded, restoreEmbedded } from "./backup.ts";
export { copyToServer } from "./copy.ts";
export { countRows } from "./count_rows.ts";
export { DATABASE_FULL } from "./disk_full.ts";
export { constraintOf, DatabaseError } from "./error.ts";
export { follow, type Followed, type FollowerOptions } from "./follow.ts";
export type { DatabaseHandle } from "./handle.ts";
export { insertAll } from "./insert_all.ts";
export { containing } from "./like.ts";
export { LOCKS } from "./locks.ts";
export { isMigrated, migrate, migratedAt } from "./migrate.ts";
export { openAhead, openDatabase, type OpenOptions } from "./open.ts";
export { readRow } from "./read_row.ts";
export { refuseReader } from "./refuse_reader.ts";
export { forgetOtherServers } from "./restored.ts";
export { withShortLimits } from "./server/limits.ts";
export { digestOfRows, rowText, sqlDigestOfRows } from "./row_text.ts";
export { type CircuitBreakerOptions, createCircuitBreaker } from "./circuit_breaker.ts";
export { keepFilesPrivate, secureDataDir } from "./private.ts";
export type { Database } from "./tables/mod.ts";
export { transact } from "./transact.ts";

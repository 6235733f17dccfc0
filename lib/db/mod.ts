/**
 * The database: one SQL dialect on two engines.
 *
 * Without `DATABASE_URL` it is embedded in this process, in a thread of its own, and lives in a folder, which one
 * process at a time can open. With it, it is a Postgres server that many processes share. Migrations, queries and
 * results are the same on both, so nothing above this room asks which one it is.
 *
 * The embedded engine has one connection: a query on `db` inside a transaction of `db` would wait for
 * itself, so what runs in a transaction takes `trx`.
 */
export { backupEmbedded, restoreEmbedded } from "./backup.ts";
export { constraintOf, DatabaseError, type DatabaseErrorCode } from "./error.ts";
export { follow, type Followed, type FollowOptions } from "./follow.ts";
export type { DatabaseHandle } from "./handle.ts";
export { containing } from "./like.ts";
export { LOCKS } from "./locks.ts";
export { isMigrated, migrate, migratedAt } from "./migrate.ts";
export { openAhead, openDatabase, type OpenOptions } from "./open.ts";
export { digestOfRows, rowText, sqlDigestOfRows } from "./row_text.ts";
export { type CircuitBreakerOptions, createCircuitBreaker } from "./circuit_breaker.ts";
export { keepFilesPrivate, secureDataDir } from "./private.ts";
export type { Database } from "./tables/mod.ts";
export { transact, type TransactOptions } from "./transact.ts";

/** Schema migrations. */
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";
import { withLongLimits } from "./server/limits.ts";

const TABLE = "schema_migrations";

/**
 * Migrates the database to the newest schema and returns the names of the applied migrations; an empty list when it was
 * up to date. All of them commit in one transaction. An advisory lock serialises processes that start at the same time.
 *
 * @throws {DatabaseError} `migration_failed`, or `database_too_new` when a newer release was here.
 */
export async function migrate(
  { db }: Pick<DatabaseHandle, "db">,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<string[]> {
  if (await isAtNewest(db, migrations)) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });
  const { error, results = [] } = await withLongLimits(() => migrator.migrateToLatest());
  if (error === undefined) return results.map(({ migrationName }) => migrationName);

  const unknown = await appliedMigrations(db).then(
    (names) => names.filter((name) => !Object.hasOwn(migrations, name)),
    () => [],
  );
  if (unknown.length > 0) {
    throw new DatabaseError(
      "database_too_new",
      `Cannot use the database: a newer release has migrated it (${unknown.join(", ")}). ` +
        "Start that release, or restore a backup from before it",
      { cause: error },
    );
  }
  const failed = results.find(({ status }) => status === "Error")?.migrationName;
  throw new DatabaseError(
    "migration_failed",
    `Cannot migrate the database${failed ? ` with ${failed}` : ""}: ${reasonOf(error)}`,
    { cause: error },
  );
}

/**
 * Whether every migration of this release is applied. A newer release may have applied more.
 *
 * @throws the error of the probe.
 */
export async function isMigrated({ probe }: Pick<DatabaseHandle, "probe">): Promise<boolean> {
  const applied = new Set((await probe(`select name from ${TABLE}`)).map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => applied.has(name));
}

/** Returns when a migration was applied, or null if it was not. */
export async function migratedAt(db: DatabaseHandle["db"], name: string): Promise<Date | null> {
  const { rows: [row] } = await sql<{ timestamp: string }>`
    select timestamp from ${sql.table(TABLE)} where name = ${name}`.execute(db);
  return row === undefined ? null : new Date(row.timestamp);
}

/** Checks with one query, because the migrator needs a dozen slow ones even when there is nothing to apply. */
async function isAtNewest(
  db: DatabaseHandle["db"],
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  // A new database has no migrations table. Any other error will occur again in the migrator, which reports it.
  const applied = await appliedMigrations(db).catch(() => null);
  const names = Object.keys(migrations);
  return applied?.length === names.length &&
    applied.every((name) => Object.hasOwn(migrations, name));
}

async function appliedMigrations(db: DatabaseHandle["db"]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

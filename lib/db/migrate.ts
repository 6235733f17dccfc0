import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { MIGRATIONS } from "../../migrations/mod.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";
import { withLongLimits } from "./server/limits.ts";

const TABLE = "schema_migrations";

/**
 * Brings the database to the newest schema and gives the names of the migrations applied, none when
 * it was there already. All of them commit together or none does. Processes that start together take
 * turns under an advisory lock.
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
 * @throws what keeps the database from answering.
 */
export async function isMigrated({ probe }: Pick<DatabaseHandle, "probe">): Promise<boolean> {
  const applied = new Set((await probe(`select name from ${TABLE}`)).map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => applied.has(name));
}

/** When a migration was applied; null where it was not. */
export async function migratedAt(db: DatabaseHandle["db"], name: string): Promise<Date | null> {
  const { rows: [row] } = await sql<{ timestamp: string }>`
    select timestamp from ${sql.table(TABLE)} where name = ${name}`.execute(db);
  return row === undefined ? null : new Date(row.timestamp);
}

/** By one question; the migrator asks a dozen, most of which start the engine of a database that has nothing new. */
async function isAtNewest(
  db: DatabaseHandle["db"],
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  // A new database has no table to ask. Whatever else is wrong, the migrator meets and explains it.
  const applied = await appliedMigrations(db).catch(() => null);
  const names = Object.keys(migrations);
  return applied?.length === names.length &&
    applied.every((name) => Object.hasOwn(migrations, name));
}

async function appliedMigrations(db: DatabaseHandle["db"]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

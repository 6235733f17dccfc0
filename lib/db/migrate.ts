import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as m0001 from "../../migrations/0001_create_catalog.ts";
import * as m0002 from "../../migrations/0002_create_factors.ts";
import * as m0003 from "../../migrations/0003_create_rules.ts";
import * as m0004 from "../../migrations/0004_version_catalog.ts";
import * as m0005 from "../../migrations/0005_create_analytics_events.ts";
import * as m0006 from "../../migrations/0006_create_audit_log.ts";
import * as m0007 from "../../migrations/0007_chain_audit_log.ts";
import * as m0008 from "../../migrations/0008_create_admin_users.ts";
import * as m0009 from "../../migrations/0009_create_scenarios.ts";
import * as m0010 from "../../migrations/0010_create_corpus.ts";
import * as m0011 from "../../migrations/0011_index_corpus.ts";
import * as m0012 from "../../migrations/0012_version_corpus.ts";
import * as m0013 from "../../migrations/0013_track_link_failures.ts";
import * as m0014 from "../../migrations/0014_count_retrievals.ts";
import * as m0015 from "../../migrations/0015_create_projects.ts";
import * as m0016 from "../../migrations/0016_create_media.ts";
import * as m0017 from "../../migrations/0017_version_media.ts";
import * as m0018 from "../../migrations/0018_index_media.ts";
import * as m0019 from "../../migrations/0019_create_pages.ts";
import * as m0020 from "../../migrations/0020_track_media.ts";
import * as m0021 from "../../migrations/0021_touch_corpus.ts";
import * as m0023 from "../../migrations/0023_unique_system_names.ts";
import * as m0024 from "../../migrations/0024_play_images.ts";
import * as m0025 from "../../migrations/0025_follow_media_list.ts";
import * as m0030 from "../../migrations/0030_create_cms_mappings.ts";
import * as m0031 from "../../migrations/0031_version_values.ts";
import * as m0032 from "../../migrations/0032_create_sync_runs.ts";
import * as m0033 from "../../migrations/0033_keep_overrides.ts";
import * as m0035 from "../../migrations/0035_create_settings.ts";
import * as m0036 from "../../migrations/0036_version_projects.ts";
import * as m0040 from "../../migrations/0040_create_crm.ts";
import * as m0050 from "../../migrations/0050_create_spend_ledger.ts";
import * as m0051 from "../../migrations/0051_count_assistant_turns.ts";
import * as m0053 from "../../migrations/0053_create_corpus_gaps.ts";
import * as m0056 from "../../migrations/0056_index_events_by_time.ts";
import * as m0064 from "../../migrations/0064_create_erasures.ts";
import * as m0070 from "../../migrations/0070_draft_systems.ts";
import * as m0073 from "../../migrations/0073_join_repeated_leads.ts";
import * as m0074 from "../../migrations/0074_index_corpus_faster.ts";
import * as m0075 from "../../migrations/0075_list_new_images.ts";
import * as m0077 from "../../migrations/0077_search_corpus_by_functions.ts";
import * as m0078 from "../../migrations/0078_write_pictures_cheaper.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import type { DatabaseHandle } from "./handle.ts";
import { withLongLimits } from "./server/limits.ts";

/** Every migration by name, in order. A released one never changes; a correction is a new one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001_create_catalog": m0001,
  "0002_create_factors": m0002,
  "0003_create_rules": m0003,
  "0004_version_catalog": m0004,
  "0005_create_analytics_events": m0005,
  "0006_create_audit_log": m0006,
  "0007_chain_audit_log": m0007,
  "0008_create_admin_users": m0008,
  "0009_create_scenarios": m0009,
  "0010_create_corpus": m0010,
  "0011_index_corpus": m0011,
  "0012_version_corpus": m0012,
  "0013_track_link_failures": m0013,
  "0014_count_retrievals": m0014,
  "0015_create_projects": m0015,
  "0016_create_media": m0016,
  "0017_version_media": m0017,
  "0018_index_media": m0018,
  "0019_create_pages": m0019,
  "0020_track_media": m0020,
  "0021_touch_corpus": m0021,
  "0023_unique_system_names": m0023,
  "0024_play_images": m0024,
  "0025_follow_media_list": m0025,
  "0030_create_cms_mappings": m0030,
  "0031_version_values": m0031,
  "0032_create_sync_runs": m0032,
  "0033_keep_overrides": m0033,
  "0035_create_settings": m0035,
  "0036_version_projects": m0036,
  "0040_create_crm": m0040,
  "0050_create_spend_ledger": m0050,
  "0051_count_assistant_turns": m0051,
  "0053_create_corpus_gaps": m0053,
  "0056_index_events_by_time": m0056,
  "0064_create_erasures": m0064,
  "0070_draft_systems": m0070,
  "0073_join_repeated_leads": m0073,
  "0074_index_corpus_faster": m0074,
  "0075_list_new_images": m0075,
  "0077_search_corpus_by_functions": m0077,
  "0078_write_pictures_cheaper": m0078,
};

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

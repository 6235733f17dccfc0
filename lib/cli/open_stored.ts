/** Opens the database of a command that works on what the service has stored. */
import { type Config, databaseOptions } from "../config/mod.ts";
import { type DatabaseHandle, hasEmbedded, migrate, openDatabase } from "../db/mod.ts";

/**
 * Opens and migrates the configured database. When it makes a new embedded one, says so on standard error, because the
 * command was then probably called without the settings of the service. The caller must close the database.
 *
 * @throws {DatabaseError} with a message for the operator.
 */
export async function openStored(config: Config): Promise<DatabaseHandle> {
  const { databaseUrl: url, dataDir } = config;
  const isNew = url === null && !await hasEmbedded(dataDir);
  const database = await openDatabase(databaseOptions(config));
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (isNew) {
    const note = `There was no database in ${JSON.stringify(dataDir)}, so this is a new, empty ` +
      "one. If you expected another, set DATA_DIR or DATABASE_URL as the service has them\n";
    await Deno.stderr.write(new TextEncoder().encode(note));
  }
  return database;
}

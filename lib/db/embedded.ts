/** Opens the embedded database (PGlite) in the data directory. */
import { Kysely, sql } from "kysely";
import { engineDialect } from "./embedded/dialect.ts";
import { type Engine, openEngine } from "./embedded/engine.ts";
import { watchDisk } from "./disk_full.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import { FOLDER, lockFolder } from "./folder_lock.ts";
import { type DatabaseHandle, takesWrites } from "./handle.ts";
import { closeFolder } from "./private.ts";
import { finishReplacing, replaceFolder, unfinishedOf } from "./replace.ts";
import type { Database } from "./tables/mod.ts";

/**
 * Opens the database in `<dataDir>/postgres`, creating both when they do not exist.
 *
 * Takes the lock of the data directory, because with two processes the engine would silently lose writes. A new
 * database is created in a temporary folder and renamed when complete, so that a killed process leaves no partial
 * database.
 *
 * @throws {DatabaseError} `folder_in_use` or `folder_unusable`.
 */
export async function openEmbedded(dataDir: string): Promise<DatabaseHandle> {
  const lock = await lockFolder(dataDir);
  try {
    const folder = `${dataDir}/${FOLDER}`;
    await finishReplacing(folder);
    if (await isVacant(folder)) await createFolder({ dataDir });
    return handleOf(await openFolder(folder), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Creates the database folder, empty or from an archive, and replaces an existing one. The caller must hold the lock of
 * `dataDir` and have finished an earlier replacement.
 *
 * @throws {DatabaseError} `folder_unusable`.
 */
export async function createFolder(
  { dataDir, archive }: { dataDir: string; archive?: Uint8Array },
): Promise<void> {
  const folder = `${dataDir}/${FOLDER}`;
  const unfinished = unfinishedOf(folder);
  try {
    await (await openEngine(unfinished, archive)).close();
    await closeFolder(unfinished);
    await replaceFolder(folder, unfinished);
  } catch (error) {
    await remove(unfinished).catch(() => {});
    throw new DatabaseError(
      "folder_unusable",
      `Cannot make the embedded database in ${JSON.stringify(folder)}${
        archive ? " from the backup" : ""
      }: ${reasonOf(error)}${archive ? ". What was there is unchanged" : ""}`,
      { cause: error },
    );
  }
}

/**
 * Opens the engine on an existing folder. The caller must hold the lock of the data directory.
 *
 * @throws {DatabaseError} `folder_unusable`.
 */
export async function openFolder(folder: string): Promise<Engine> {
  try {
    return await openEngine(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function handleOf(engine: Engine, lock: { release(): void }): DatabaseHandle {
  const disk = watchDisk();
  const query: Engine["query"] = (statement, parameters) =>
    engine.query(statement, parameters).catch((error) => {
      disk.note(error);
      throw error;
    });
  const db = new Kysely<Database>({ dialect: engineDialect({ query }) });
  const probe: DatabaseHandle["probe"] = async (statement) => (await engine.query(statement)).rows;
  let closing: Promise<void> | undefined;
  const close = () => closing ??= engine.close().finally(() => lock.release());
  return {
    db,
    engine: "embedded",
    listen: async (channel, onNotify) => {
      const unlisten = engine.onNotification((notified) => {
        if (notified === channel) onNotify();
      });
      await sql`listen ${sql.id(channel)}`.execute(db);
      return () => Promise.resolve(unlisten());
    },
    probe,
    ping: (timeoutMs) => takesWrites(probe, disk, timeoutMs),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Whether the folder is missing or empty, so that a new database may be created in it. The engine itself would create
 * one among unrelated files, so a folder with other content is refused here.
 *
 * @throws {DatabaseError} `folder_unusable` when the folder contains files but no database.
 */
async function isVacant(folder: string): Promise<boolean> {
  if (!await exists(folder)) return true;
  if (await exists(`${folder}/PG_VERSION`)) return false;
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch((error) => {
    throw unusable(folder, error);
  });
  if (names.length === 0) return true;
  throw unusable(folder, "it holds other files and no database");
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw unusable(path, error);
  }
}

async function remove(path: string): Promise<void> {
  if (await exists(path)) await Deno.remove(path, { recursive: true });
}

/** Returns the error for a folder that cannot be opened, with advice for the most likely reason. */
export function unusable(folder: string, error: unknown): DatabaseError {
  const reason = reasonOf(error);
  const advice = /permission denied|not permitted/i.test(reason)
    ? "Another user owns a part of it: run every command as the user of the service, and give the folder back to it"
    : "If its disk is full, make room there; if it is damaged, move it away and restore a backup";
  return new DatabaseError(
    "folder_unusable",
    `Cannot open the embedded database in ${JSON.stringify(folder)}: ${reason}. ${advice}`,
    { cause: error },
  );
}

import { Kysely, sql } from "kysely";
import { engineDialect } from "./embedded/dialect.ts";
import { type Engine, openEngine } from "./embedded/engine.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import { FOLDER, lockFolder } from "./folder_lock.ts";
import { answers, type DatabaseHandle } from "./handle.ts";
import { closeFolder } from "./private.ts";
import { finishReplacing, replaceFolder } from "./replace.ts";
import type { Database } from "./tables/mod.ts";

/**
 * Opens the database in `<dataDir>/postgres`, creating both when they do not exist.
 *
 * One process at a time may have it open, for the engine itself would lose writes of two in silence.
 * A new database is made beside its place and moved there when it is whole, so that a process
 * killed while making one leaves nothing that the next start would trip over.
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
 * Makes the database's folder, empty or from an archive, replacing the one that is there. The caller holds
 * the lock of `dataDir`.
 */
export async function createFolder(
  { dataDir, archive }: { dataDir: string; archive?: Uint8Array },
): Promise<void> {
  const folder = `${dataDir}/${FOLDER}`;
  const unfinished = `${folder}.unfinished`;
  try {
    await remove(unfinished);
    await (await openEngine(unfinished, archive)).close();
    await closeFolder(unfinished);
    await replaceFolder(folder, unfinished);
  } catch (error) {
    await remove(unfinished).catch(() => {});
    throw new DatabaseError(
      "folder_unusable",
      `Cannot make the embedded database in ${JSON.stringify(folder)}${
        archive ? " from the backup" : ""
      }: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/** Opens the engine on an existing folder. The caller holds the lock of its data directory. */
export async function openFolder(folder: string): Promise<Engine> {
  try {
    return await openEngine(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function handleOf(engine: Engine, lock: { release(): void }): DatabaseHandle {
  const db = new Kysely<Database>({ dialect: engineDialect(engine) });
  const probe: DatabaseHandle["probe"] = async (statement) => (await engine.query(statement)).rows;
  let closing: Promise<void> | undefined;
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
    ping: (timeoutMs) => answers(probe, timeoutMs),
    close: () => closing ??= engine.close().finally(() => lock.release()),
  };
}

/**
 * Whether a new database belongs there: nothing is, or an empty folder. The engine would make one
 * among whatever files it finds, so a folder of anything but a database is refused here.
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

function unusable(folder: string, error: unknown): DatabaseError {
  return new DatabaseError(
    "folder_unusable",
    `Cannot open the embedded database in ${JSON.stringify(folder)}: ${reasonOf(error)}. ` +
      "If it is damaged, move it away and restore a backup",
    { cause: error },
  );
}

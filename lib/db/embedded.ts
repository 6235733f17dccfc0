import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { Kysely, PGliteDialect } from "kysely";
import { DatabaseError, reasonOf } from "./error.ts";
import { FOLDER, lockFolder } from "./folder_lock.ts";
import { answers, type DatabaseHandle } from "./handle.ts";
import type { Database } from "./tables/mod.ts";

const EXTENSIONS = { pg_trgm };

/** Bytes travel as hex; the engine's own reading and writing of it takes ten times as long. */
const BYTES = {
  parsers: { [types.BYTEA]: (text: string) => Uint8Array.fromHex(text.slice("\\x".length)) },
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${bytes.toHex()}` },
};

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
    if (await isVacant(folder)) await createFolder({ dataDir });
    return handleOf(await openFolder(folder), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Makes the database's folder, empty or from a dump, replacing the one that is there. The caller holds
 * the lock of `dataDir`.
 */
export async function createFolder(
  { dataDir, dump }: { dataDir: string; dump?: Blob },
): Promise<void> {
  const folder = `${dataDir}/${FOLDER}`;
  const unfinished = `${folder}.unfinished`;
  try {
    await remove(unfinished);
    const database = await PGlite.create(unfinished, {
      extensions: EXTENSIONS,
      ...(dump && { loadDataDir: dump }),
    });
    await database.close();
    await remove(folder);
    await Deno.rename(unfinished, folder);
  } catch (error) {
    await remove(unfinished).catch(() => {});
    throw new DatabaseError(
      "folder_unusable",
      `Cannot make the embedded database in ${JSON.stringify(folder)}${
        dump ? " from the backup" : ""
      }: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/** Opens the engine on an existing folder. The caller holds the lock of its data directory. */
export async function openFolder(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create(folder, { extensions: EXTENSIONS, ...BYTES });
  } catch (error) {
    throw unusable(folder, error);
  }
}

function handleOf(database: PGlite, lock: { release(): void }): DatabaseHandle {
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: database }) });
  let closing: Promise<void> | undefined;
  return {
    db,
    engine: "embedded",
    listen: async (channel, onNotify) => {
      const unlisten = await database.listen(channel, () => onNotify());
      return async () => {
        if (!database.closed) await unlisten();
      };
    },
    ping: (timeoutMs) => answers(db, timeoutMs),
    close: () => closing ??= close(),
  };

  async function close(): Promise<void> {
    try {
      await db.destroy();
      if (!database.closed) await database.close();
    } finally {
      lock.release();
    }
  }
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

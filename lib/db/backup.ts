/** Backup and restore of the embedded database. */
import { Buffer } from "node:buffer";
import { dirname } from "node:path";
import { sync, writeDurably } from "./durable.ts";
import { DatabaseError, reasonOf } from "./error.ts";
import { FOLDER, lockFolder } from "./folder_lock.ts";
import { finishReplacing, formerOf } from "./replace.ts";

/**
 * Copies the embedded database in `dataDir` to a new file: a gzipped archive of the engine's folder, readable by its
 * owner only. The write is atomic and durable: an interruption leaves no partial file, and once resolved the file is on
 * disk (fsync).
 *
 * @throws {DatabaseError} `folder_in_use` while the service runs; `folder_unusable` when there is no
 * database; `file_unusable` when the file exists or cannot be written.
 */
export async function backupEmbedded(
  { dataDir, file }: { dataDir: string; file: string },
): Promise<void> {
  if (await exists(file)) {
    throw new DatabaseError("file_unusable", `Cannot back up to ${quote(file)}: it exists`);
  }
  const folder = `${dataDir}/${FOLDER}`;
  if (!await hasEmbedded(dataDir)) {
    throw new DatabaseError(
      "folder_unusable",
      `Cannot back up ${quote(folder)}: no database there`,
    );
  }
  const lock = await lockFolder(dataDir);
  try {
    await finishReplacing(folder);
    const { openFolder } = await import("./embedded.ts");
    const database = await openFolder(folder);
    const archive = await database.dump().finally(() => database.close());
    await writeWhole(file, archive);
  } finally {
    lock.release();
  }
}

/** Whether a data directory holds an embedded database. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  const folder = `${dataDir}/${FOLDER}`;
  return await exists(folder) || await exists(formerOf(folder));
}

/**
 * Creates the embedded database in `dataDir` from a backup. Replaces an existing database only with `force`, and only
 * after the backup was read completely. A process killed during the restore leaves either the old or the new database.
 *
 * @throws {DatabaseError} `folder_in_use`, `folder_not_empty`, `folder_unusable` or `file_unusable`.
 */
export async function restoreEmbedded(
  { dataDir, file, force }: { dataDir: string; file: string; force: boolean },
): Promise<void> {
  const archive = await readArchive(file);
  const lock = await lockFolder(dataDir);
  try {
    const folder = `${dataDir}/${FOLDER}`;
    await finishReplacing(folder);
    if (!force && await exists(folder)) {
      throw new DatabaseError(
        "folder_not_empty",
        `Cannot restore to ${quote(folder)}: a database is there. Add --force to replace it`,
      );
    }
    const { createFolder } = await import("./embedded.ts");
    await createFolder({ dataDir, archive });
  } finally {
    lock.release();
  }
}

const GZIP_MAGIC = [0x1f, 0x8b];
/** Reason for a file that `backupEmbedded` did not write. */
const NO_BACKUP = "it is no backup of this service";

async function readArchive(file: string): Promise<Uint8Array> {
  try {
    const bytes = await Deno.readFile(file);
    if (GZIP_MAGIC.some((byte, index) => bytes[index] !== byte)) {
      throw new Error(NO_BACKUP);
    }
    // Decompress everything first, so that a truncated file is refused before anything is replaced.
    const archive = await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).bytes();
    if (!Buffer.from(archive.buffer).includes("PG_VERSION")) throw new Error(NO_BACKUP);
    return archive;
  } catch (error) {
    throw new DatabaseError(
      "file_unusable",
      `Cannot restore from ${quote(file)}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

async function writeWhole(file: string, contents: Uint8Array): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    if (await exists(unfinished)) await Deno.remove(unfinished);
    await writeDurably(unfinished, contents);
    await Deno.rename(unfinished, file);
    await sync(dirname(file));
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {});
    throw new DatabaseError(
      "file_unusable",
      `Cannot back up to ${quote(file)}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(
    () => true,
    (error) => !(error instanceof Deno.errors.NotFound),
  );
}

function quote(path: string): string {
  return JSON.stringify(path);
}

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
/** Most bytes that a byte of a backup unpacks to. Backups reach 8, a gzip that is made to exhaust the memory 1,000. */
const MOST_UNPACKED = 100;

async function readArchive(file: string): Promise<Uint8Array> {
  try {
    using opened = await Deno.open(file);
    const { size } = await opened.stat();
    const head = new Uint8Array(GZIP_MAGIC.length);
    await opened.read(head);
    if (GZIP_MAGIC.some((byte, index) => head[index] !== byte)) throw new Error(NO_BACKUP);
    await opened.seek(0, Deno.SeekMode.Start);
    // Decompress everything first, so that a truncated file is refused before anything is replaced.
    const archive = await collect(
      opened.readable.pipeThrough(new DecompressionStream("gzip")),
      size * MOST_UNPACKED,
    );
    if (!archive.includes("PG_VERSION")) throw new Error(NO_BACKUP);
    return archive;
  } catch (error) {
    throw new DatabaseError(
      "file_unusable",
      `Cannot restore from ${quote(file)}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > most) {
      throw new Error(`${NO_BACKUP}, as it unpacks to over ${MOST_UNPACKED} times its size`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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

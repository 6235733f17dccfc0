/** Makes the file of a key-value store forget what was deleted: SQLite keeps it in free pages until they are used again. */
import { DatabaseSync } from "node:sqlite";
import { KvOpenError } from "./open.ts";

/** Sizes of the file, in bytes. */
export interface Compaction {
  readonly before: number;
  readonly after: number;
}

/**
 * Rewrites the file of a key-value store without free pages, all of it or nothing. Nobody may have it open, this process
 * included.
 *
 * @throws {KvOpenError} when there is no such file, it is open elsewhere, or it is no store of this kind.
 */
export async function compactKv(path: string): Promise<Compaction> {
  if (path === ":memory:" || /^https?:\/\//.test(path)) {
    throw new KvOpenError("Cannot compact the key-value store: it is not a file of this machine");
  }
  try {
    const before = await sizeOf(path);
    const database = new DatabaseSync(path);
    try {
      // Whoever has the file open holds a lock as long, so this fails at once while a service runs.
      database.exec("pragma locking_mode = exclusive; begin exclusive; commit");
      database.exec("vacuum");
      database.exec("pragma wal_checkpoint(truncate)");
    } finally {
      database.close();
    }
    return { before, after: await sizeOf(path) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KvOpenError(
      /locked|busy/i.test(reason)
        ? `Cannot compact ${path}: a service has it open, stop it first`
        : `Cannot compact ${path}: ${reason}`,
      { cause },
    );
  }
}

/** The write-ahead log is a part of it. */
async function sizeOf(path: string): Promise<number> {
  const { size } = await Deno.stat(path);
  const log = await Deno.stat(`${path}-wal`).catch(() => null);
  return size + (log?.size ?? 0);
}

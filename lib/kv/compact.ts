/** Compacts the file of a key-value store, because SQLite keeps deleted data in free pages until they are reused. */
import { DatabaseSync } from "node:sqlite";
import { KvOpenError } from "./open.ts";

/** Sizes of the file, in bytes. */
interface Compaction {
  readonly before: number;
  readonly after: number;
}

/**
 * Rewrites the store's file without free pages, atomically. No process may have it open, this one included.
 *
 * @throws {KvOpenError} when the file does not exist, is open elsewhere, or is not a store.
 */
export async function compactKv(path: string): Promise<Compaction> {
  if (path === ":memory:" || /^https?:\/\//.test(path)) {
    throw new KvOpenError("Cannot compact the key-value store: it is not a file of this machine");
  }
  try {
    const before = await sizeOf(path);
    const database = new DatabaseSync(path);
    try {
      // Fails immediately while a service has the file open, because an open store holds a lock.
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

/** Includes the write-ahead log. */
async function sizeOf(path: string): Promise<number> {
  const { size } = await Deno.stat(path);
  const log = await Deno.stat(`${path}-wal`).catch(() => null);
  return size + (log?.size ?? 0);
}

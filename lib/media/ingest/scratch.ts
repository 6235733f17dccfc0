/** Temporary folders for files that are being ingested. */
import { isDiskFull } from "@/lib/disk/mod.ts";

/** Age after which a folder left behind by a crash is removed. */
const LEFT_AFTER_MS = 60 * 60_000;

/** The system's message for a read-only disk, which the decoder quotes in errors without a code. */
const READ_ONLY = /read-only file system/i;

/** No file can be received now, because the folder cannot be used or its disk is full. The log has the reason. */
class ScratchError extends Error {
  override readonly name = "ScratchError";
  /** Marks an outage for the code that builds error responses (design §7). */
  readonly outage = true;
}

/**
 * Runs `work` with a new folder below `folder` and removes that afterwards, also on failure. Removes folders that
 * crashed processes left there more than an hour ago.
 *
 * @throws {ScratchError} when the folder cannot be used or its disk is full; else whatever `work` throws.
 */
export async function withScratch<T>(
  folder: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await createIn(folder);
  try {
    try {
      return await work(scratch);
    } finally {
      await Deno.remove(scratch, { recursive: true });
    }
  } catch (cause) {
    throw isDiskFull(cause) || READ_ONLY.test(String(cause)) ? unusable(folder, cause) : cause;
  }
}

async function createIn(folder: string): Promise<string> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await sweep(folder);
    return await Deno.makeTempDir({ dir: folder });
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

function unusable(folder: string, cause: unknown): ScratchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ScratchError(`Cannot use the folder for uploads ${folder}: ${reason}`, { cause });
}

/** The folders that are being swept. */
const sweeping = new Set<string>();

/**
 * Removes stale entries. Only this service writes to the folder, so an old one is in nobody's use. Returns at once while
 * the folder is being swept: a thousand uploads that each looked at the others' folders would keep the process busy.
 */
async function sweep(folder: string): Promise<void> {
  if (sweeping.has(folder)) return;
  sweeping.add(folder);
  try {
    await removeStale(folder);
  } finally {
    sweeping.delete(folder);
  }
}

async function removeStale(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const { mtime } = await Deno.stat(path).catch(() => ({ mtime: null }));
    if (mtime === null || Date.now() - mtime.getTime() < LEFT_AFTER_MS) continue;
    // Another process may have removed it first.
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}

/** Whether a store takes writes, and whether they outlive the process. */
import { retryLocked } from "./retry.ts";

/** The file of a store, as it was when the store was opened. */
interface OpenFile {
  readonly path: string;
  /** Null where the system has no inodes. */
  readonly inode: number | null;
}

const files = new WeakMap<WeakKey, OpenFile>();

/** Notes the file that a store was opened from, for {@linkcode requireWrites}. */
export async function noteFile(kv: Deno.Kv, path: string): Promise<void> {
  files.set(kv, { path, inode: (await Deno.stat(path)).ino });
}

/**
 * Makes a write that stores nothing. A store on a full disk, or in a file without write permission, can still be read; one
 * whose file was removed or replaced also takes writes, and loses them with the process.
 *
 * @throws what the store throws when it takes no writes, and an error when its file is gone.
 */
export async function requireWrites(kv: Pick<Deno.Kv, "delete">): Promise<void> {
  const file = files.get(kv);
  if (file !== undefined && (await Deno.stat(file.path)).ino !== file.inode) {
    throw new Error(`Cannot use ${file.path}: it was replaced while the service had it open`);
  }
  await retryLocked(() => kv.delete(["ready"]));
}

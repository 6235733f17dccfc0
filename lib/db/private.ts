/** File permissions: keeps stored data private from other users of the machine. */
import { DatabaseError, reasonOf } from "./error.ts";

const OWNER_ONLY = 0o700;

/** Sets the umask of this process so that new files and folders are accessible to their owner only. */
export function keepFilesPrivate(): void {
  if (Deno.build.os !== "windows") Deno.umask(0o077);
}

/**
 * Creates the data directory if needed and removes other users' access to it, which also protects files that an older
 * release created as world-readable. A directory of another user, such as a mounted volume, is left unchanged; the
 * modes of the files protect them there.
 *
 * @throws {DatabaseError} `folder_unusable` when it cannot be created or changed.
 */
export async function secureDataDir(dataDir: string): Promise<void> {
  try {
    await Deno.mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    const { mode, uid } = await Deno.stat(dataDir);
    if (uid !== Deno.uid() || mode === null || (mode & 0o077) === 0) return;
    await Deno.chmod(dataDir, OWNER_ONLY);
  } catch (error) {
    throw new DatabaseError(
      "folder_unusable",
      `Cannot use DATA_DIR ${JSON.stringify(dataDir)}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/**
 * Removes other users' access to a folder and its contents: the embedded engine creates some files as world-readable.
 */
export async function closeFolder(folder: string): Promise<void> {
  await Deno.chmod(folder, OWNER_ONLY);
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) await closeFolder(`${folder}/${name}`);
    else if (isFile) await Deno.chmod(`${folder}/${name}`, 0o600);
  }
}

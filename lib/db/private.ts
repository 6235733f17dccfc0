/** Keeping what the service stores from other users of the machine. */
import { DatabaseError, reasonOf } from "./error.ts";

const OWNER_ONLY = 0o700;

/** From now on this process makes files and folders that its owner alone may read. */
export function keepFilesPrivate(): void {
  if (Deno.build.os !== "windows") Deno.umask(0o077);
}

/**
 * Makes the data directory where it is missing, and closes it to other users where it is open to them,
 * which also covers files that an older release made for all to read. A directory that belongs to another user, as a
 * mounted volume may, is left as it is: there the modes of the files are what protects them.
 *
 * @throws {DatabaseError} `folder_unusable` when it cannot be made.
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

/** Closes a folder, with all that is in it, to other users: the embedded engine opens some files to everybody. */
export async function closeFolder(folder: string): Promise<void> {
  await Deno.chmod(folder, OWNER_ONLY);
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) await closeFolder(`${folder}/${name}`);
    else if (isFile) await Deno.chmod(`${folder}/${name}`, 0o600);
  }
}

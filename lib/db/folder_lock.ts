/** The lock that lets only one process open the embedded database. */
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError, reasonOf } from "./error.ts";
import { secureDataDir } from "./private.ts";

/** Name of the embedded database's folder inside the data directory. */
export const FOLDER = "postgres";

/**
 * A child process that is just being started holds copies of its parent's open files, and with them a lock that the parent
 * has released, until it runs its own program. So a lock that is taken is tried again for half a second.
 */
const TRIES = 5;
const BETWEEN_MS = 100;

/** A lock that is held until `release()` or the end of the process. */
interface FolderLock {
  release(): void;
}

/**
 * Locks the embedded database of a data directory for this process. Creates the directory when it does not exist.
 *
 * Uses an operating system file lock, which is released even when the process is killed. The lock file contains the
 * process id of its holder.
 *
 * @throws {DatabaseError} `folder_in_use` when this or another process holds the lock; `folder_unusable` when the
 *   directory cannot be created or written.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await secureDataDir(dataDir);
  const path = `${dataDir}/${FOLDER}.lock`;
  let file: Deno.FsFile | undefined;
  try {
    file = await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
    if (await lockInTime(file)) {
      await file.truncate();
      await file.write(new TextEncoder().encode(`${Deno.pid}\n`));
      const held = file;
      return { release: () => held.close() };
    }
  } catch (error) {
    file?.close();
    throw new DatabaseError(
      "folder_unusable",
      `Cannot use DATA_DIR ${JSON.stringify(dataDir)}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
  file.close();
  const holder = (await Deno.readTextFile(path).catch(() => "")).trim();
  throw new DatabaseError(
    "folder_in_use",
    `Cannot open the embedded database in ${JSON.stringify(dataDir)}: process ` +
      `${holder || "(unknown)"} has it open. Stop that process, or set DATABASE_URL to a ` +
      `Postgres server, which several processes can use`,
  );
}

async function lockInTime(file: Deno.FsFile): Promise<boolean> {
  for (let tries = 1; !await file.tryLock(true); tries++) {
    if (tries > TRIES) return false;
    await delay(BETWEEN_MS);
  }
  return true;
}

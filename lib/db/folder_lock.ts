import { DatabaseError, reasonOf } from "./error.ts";
import { secureDataDir } from "./private.ts";

/** Name of the embedded database's folder inside the data directory. */
export const FOLDER = "postgres";

/** Held until released, or until the process ends in whatever way. */
export interface FolderLock {
  release(): void;
}

/**
 * Claims the data directory's embedded database for this process, creating the directory when it does
 * not exist.
 *
 * The claim is the operating system's lock on a file, so a killed process leaves none behind. The file
 * names the process that holds it.
 *
 * @throws {DatabaseError} `folder_in_use` when it is claimed, by this process or another;
 * `folder_unusable` when the directory cannot be created or written.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await secureDataDir(dataDir);
  const path = `${dataDir}/${FOLDER}.lock`;
  let file: Deno.FsFile | undefined;
  try {
    file = await Deno.open(path, { create: true, read: true, write: true, mode: 0o600 });
    if (await file.tryLock(true)) {
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

/** A full disk, named as such however it shows. */
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/mod.ts";

/** No room is left where the service keeps its data; the message says where, and what to do. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
  /** Stable across versions, unlike the message. */
  readonly code = "disk_full";
}

const MIB = 1024 * 1024;
/** What a first start stores: a new database with its log, the demo, and the build. */
const FIRST_START_BYTES = 100 * MIB;
/** The embedded database writes its log in files of this size, and cannot go on without the next one. */
const LOG_FILE_BYTES = 16 * MIB;

/** How the system, SQLite and Postgres say it. */
const WORDS = /no space left on device|database or disk is full|disk quota exceeded/i;
const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];
/** The embedded engine's numbers for the same (WASI `nospc` and `dquot`), all that some of its errors carry. */
const NUMBERS: readonly unknown[] = [51, 19];

/**
 * Gives a {@linkcode DiskFullError} in the place of an error that a full disk is behind, and any other error as it
 * is. The embedded engine may end without a word of it; so where hardly any room is left, its failure is put
 * down to that.
 */
export async function nameFullDisk(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  freeBytes: (folder: string) => Promise<number> = readFreeBytes,
): Promise<unknown> {
  const causes = causesOf(error);
  const says = causes.some(saysFull);
  if (says && databaseUrl !== null && causes.some(({ code }) => code === "53100")) {
    return new DiskFullError("Cannot start: the disk of the database server is full", {
      cause: error,
    });
  }
  const free = await freeBytes(resolve(dataDir)).catch(() => Infinity);
  const isCramped = databaseUrl === null && free < LOG_FILE_BYTES;
  if (!says && !(isCramped && causes.some(isEngineFailure))) return error;
  const room = Number.isFinite(free) ? `${Math.floor(free / MIB)} MiB are free, and a ` : "A ";
  return new DiskFullError(
    `Cannot start: the disk of DATA_DIR ${JSON.stringify(dataDir)} is full. ${room}first start ` +
      `needs about ${
        FIRST_START_BYTES / MIB
      } MiB. Make room there, or set DATA_DIR to a folder of ` +
      "another disk. Nothing that was stored before is lost",
    { cause: error },
  );
}

/** What an error says of itself; the engine also throws objects that are no errors. */
interface Cause {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly message?: unknown;
}

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error; typeof at === "object" && at !== null && causes.length < 8;) {
    causes.push(at);
    if (at instanceof AggregateError) causes.push(...at.errors);
    at = "cause" in at ? at.cause : null;
  }
  return causes;
}

function saysFull({ name, code, errno, message }: Cause): boolean {
  return CODES.includes(code) || name === "ErrnoError" && NUMBERS.includes(errno) ||
    typeof message === "string" && WORDS.test(message);
}

/** Whether the embedded engine has given up, which it does when it cannot write what it must. */
function isEngineFailure({ name, code, message }: Cause): boolean {
  return code === "folder_unusable" || code === "migration_failed" || name === "RuntimeError" ||
    typeof message === "string" && /Aborted\(|PANIC|PGlite/.test(message);
}

/** Room for others than the superuser, on the disk where a folder is or would be made. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return await readFreeBytes(dirname(folder));
  }
}

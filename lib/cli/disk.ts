/** Recognises a full disk behind any kind of start-up error. */
import { dirname, resolve } from "node:path";
import type { Config } from "../config/mod.ts";
import { DATABASE_FULL } from "../db/mod.ts";
import { isDiskFull, readFreeBytes } from "../disk/mod.ts";
import { type Cause, causesOf } from "./causes.ts";

/** The disk of stored data is full. The message tells the operator which disk, and what to do. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
  /** Stable across releases, unlike the message. */
  readonly code = "disk_full";
}

const MIB = 1024 * 1024;
/** Size of a first start: a new database with its write-ahead log, the demo, and the build. */
const FIRST_START_BYTES = 100 * MIB;
/** Segment size of the embedded database's write-ahead log. It cannot continue without room for the next segment. */
const LOG_FILE_BYTES = 16 * MIB;

const NOTHING_LOST = "Nothing that was stored before is lost";

/** SQLite's message for a full disk. */
const STORE_FULL = /database or disk is full/i;

/**
 * Returns a {@linkcode DiskFullError} for an error that a full disk caused, and any other error unchanged. The embedded
 * engine may fail without mentioning the disk, so its failures count as a full disk when less than 16 MiB are free.
 */
export async function nameFullDisk(
  error: unknown,
  { dataDir, kvPath, databaseUrl }: Pick<Config, "dataDir" | "kvPath" | "databaseUrl">,
  freeBytes: (folder: string) => Promise<number> = readFreeBytes,
): Promise<unknown> {
  const causes = causesOf(error);
  const says = causes.some(saysFull);
  if (says && databaseUrl !== null && causes.some(({ code }) => code === DATABASE_FULL)) {
    return new DiskFullError("Cannot start: the disk of the database server is full", {
      cause: error,
    });
  }
  const isStore = says && causes.some(isOfStore) && resolve(dirname(kvPath)) !== resolve(dataDir);
  const free = await freeBytes(isStore ? dirname(kvPath) : dataDir).catch(() => Infinity);
  const isCramped = databaseUrl === null && free < LOG_FILE_BYTES && !causes.some(isOfSystem);
  if (!says && !(isCramped && causes.some(isEngineFailure))) return error;
  const room = Number.isFinite(free) ? ` ${Math.floor(free / MIB)} MiB are free.` : "";
  const firstStart = ` A first start needs about ${FIRST_START_BYTES / MIB} MiB.`;
  return new DiskFullError(
    isStore
      ? `Cannot start: the disk of DENO_KV_PATH ${JSON.stringify(kvPath)} is full.${room} Make ` +
        `room there, or set DENO_KV_PATH to a file on another disk. ${NOTHING_LOST}`
      : `Cannot start: the disk of DATA_DIR ${JSON.stringify(dataDir)} is full.${room}` +
        `${firstStart} Make room there, or set DATA_DIR to a folder of another disk. ${NOTHING_LOST}`,
    { cause: error },
  );
}

function saysFull(cause: Cause): boolean {
  const { code, message } = cause;
  return isDiskFull(cause) || code === DATABASE_FULL ||
    typeof message === "string" && STORE_FULL.test(message);
}

/** Whether the key-value store failed, in its file or while that was opened. */
function isOfStore({ code, message }: Cause): boolean {
  return code === "kv_unavailable" || typeof message === "string" && STORE_FULL.test(message);
}

/**
 * Whether the operating system gave its own reason, such as missing rights. Read-only and virtual file systems report no
 * free bytes although nothing is full.
 */
function isOfSystem({ code }: Cause): boolean {
  return typeof code === "string" && /^E[A-Z]+$/.test(code);
}

/** Whether the embedded engine has aborted, as it does when it cannot write. */
function isEngineFailure({ name, code, message }: Cause): boolean {
  return code === "folder_unusable" || code === "migration_failed" || name === "RuntimeError" ||
    typeof message === "string" && /Aborted\(|PANIC|PGlite/.test(message);
}

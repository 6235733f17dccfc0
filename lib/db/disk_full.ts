/** Recognises errors of a full disk, by the operating system and by the database. */
import { DatabaseError } from "./error.ts";
import { sqlStateOf } from "./outage.ts";

const CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];
/** The system's messages, which libraries quote in errors without a code. */
const WORDS = /no space left on device|disk quota exceeded/i;

/** Whether an error says that the disk is full or its quota used up, by its code or by its message. Not by its cause. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return "code" in error && CODES.includes(error.code) ||
    "message" in error && typeof error.message === "string" && WORDS.test(error.message);
}

/** SQLSTATE of a database whose disk is full. */
export const DATABASE_FULL = "53100";

/** How long a statement that failed on a full disk counts, in milliseconds. */
const REMEMBERED_MS = 30_000;

/** Remembers that a statement lately found the disk of the database full, because no read shows it. */
export interface DiskWatch {
  /** Takes the error of any failed statement. */
  note(error: unknown): void;
  /** Whether a statement found the disk full in the last 30 seconds. */
  isFull(): boolean;
}

/** Creates a watch; `clock` is monotonic, in milliseconds. */
export function watchDisk(clock: () => number = () => performance.now()): DiskWatch {
  let fullUntil = -Infinity;
  return {
    note(error) {
      const cause = error instanceof DatabaseError ? error.cause : error;
      if (sqlStateOf(cause) === DATABASE_FULL) fullUntil = clock() + REMEMBERED_MS;
    },
    isFull: () => clock() < fullUntil,
  };
}

/** Recognises the errors of a database server whose disk is full. */
import { DatabaseError } from "./error.ts";
import { sqlStateOf } from "./outage.ts";

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

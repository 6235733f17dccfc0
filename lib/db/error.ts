/** Reasons why the database cannot be used. The codes are stable across releases. */
type DatabaseErrorCode =
  /** Another process, or this one, has the embedded folder open. */
  | "folder_in_use"
  /** The embedded folder cannot be created, locked, written or read as a database. */
  | "folder_unusable"
  /** A restore would replace an existing database. */
  | "folder_not_empty"
  /** A backup cannot be written or read. */
  | "file_unusable"
  /** The server did not answer, or refused the user. */
  | "server_unreachable"
  /** The server's Postgres version is older than the migrations need. */
  | "server_too_old"
  /** The server's database has another encoding than UTF8. */
  | "wrong_encoding"
  /** The server's database writes dates in another style than ISO. */
  | "wrong_date_style"
  /** A copy would be mixed with rows that are there. */
  | "server_not_empty"
  | "copy_failed"
  /** An open database does not answer, or not in time. The same call may succeed later. */
  | "unavailable"
  | "migration_failed"
  /** The server's user may read the tables, but not write to them. */
  | "rights_missing"
  /** A newer release has migrated this database. */
  | "database_too_new";

/** The database cannot be used. The message tells the operator what to do about it. */
export class DatabaseError extends Error {
  /** Takes the stable code and a message for people. */
  constructor(readonly code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseError";
  }

  /** Whether this is an outage; the HTTP layer then answers 503 (design §7). */
  get outage(): boolean {
    return this.code === "unavailable";
  }
}

/** The system's words for the error numbers of WASI, which the embedded engine throws without any. */
const WASI_ERRORS: ReadonlyMap<unknown, string> = new Map([
  [2, "Permission denied"],
  [19, "Disk quota exceeded"],
  [29, "Input/output error"],
  [51, "No space left on device"],
  [63, "Operation not permitted"],
  [69, "Read-only file system"],
]);

/**
 * Returns the message of an error. For an `AggregateError` (several connection attempts) that of the first one; for a
 * plain object, which the embedded engine sometimes throws, the words for its number, or its JSON.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error) return error.message;
  if (typeof error !== "object" || error === null) return String(error);
  const words = "errno" in error ? WASI_ERRORS.get(error.errno) : undefined;
  return words ?? JSON.stringify(error);
}

/** Returns the name of the constraint that a statement violated; undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  const name = error instanceof Object ? Reflect.get(error, "constraint") : undefined;
  return typeof name === "string" ? name : undefined;
}

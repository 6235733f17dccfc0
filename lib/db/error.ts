/** Reasons why the database cannot be used. The codes are stable across releases. */
export type DatabaseErrorCode =
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
  /** An open database does not answer, or not in time. The same call may succeed later. */
  | "unavailable"
  | "migration_failed"
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

/**
 * Returns the message of an error. For an `AggregateError` (several connection attempts) that of the first one; for a
 * plain object, which the embedded engine sometimes throws, its JSON.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error) return error.message;
  return typeof error === "object" ? JSON.stringify(error) : String(error);
}

/** Returns the name of the constraint that a statement violated; undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  const name = error instanceof Object ? Reflect.get(error, "constraint") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** What can keep the database from being used, by a code that stays the same across versions. */
export type DatabaseErrorCode =
  /** Another process, or this one, has the embedded folder open. */
  | "folder_in_use"
  /** The embedded folder cannot be created, locked, written or read as a database. */
  | "folder_unusable"
  /** A database is where another one should be restored. */
  | "folder_not_empty"
  /** A backup cannot be written or read. */
  | "file_unusable"
  /** The server did not answer, or refused the user. */
  | "server_unreachable"
  /** The server answered, and is older than what the migrations are written for. */
  | "server_too_old"
  /** It was open, and does not answer now or not in time; the same may succeed later. */
  | "unavailable"
  | "migration_failed"
  /** A newer release has migrated this database. */
  | "database_too_new";

/** The database cannot be used; the message says what to do about it. */
export class DatabaseError extends Error {
  /** Takes the stable code, the message for people, and the error behind it if there is one. */
  constructor(readonly code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseError";
  }

  /** Whether this is an outage, for those who answer requests to say so (design §7). */
  get outage(): boolean {
    return this.code === "unavailable";
  }
}

/**
 * What an error says for itself; the first of several where one connection was tried many ways. The
 * embedded engine also throws objects that are no errors, and whose fields are all there is to tell.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error) return error.message;
  return typeof error === "object" ? JSON.stringify(error) : String(error);
}

/** The name of the constraint that a statement broke; undefined of any other error. */
export function constraintOf(error: unknown): string | undefined {
  const name = error instanceof Object ? Reflect.get(error, "constraint") : undefined;
  return typeof name === "string" ? name : undefined;
}

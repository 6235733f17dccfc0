/** Which errors of the database mean that it cannot answer now, and that the same may succeed later. */
import { DatabaseError, reasonOf } from "./error.ts";

/** Classes of SQLSTATE: connection exceptions, insufficient resources, operator intervention, system errors. */
const CLASSES: readonly string[] = ["08", "53", "57", "58"];
/** Not in time: another's lock was not given up, a transaction was left idle. Not here: a server that only reads for now. */
const CODES: readonly string[] = ["55P03", "25P03", "25006"];

/** The SQLSTATE of an error that the database itself has sent; undefined for any other. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether an error of the database, or of the connection to it where it has no SQLSTATE, is an outage. */
export function isOutage(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || CODES.includes(state) ||
    CLASSES.some((prefix) => state.startsWith(prefix));
}

/**
 * The error as callers see it: an outage is a `DatabaseError` `unavailable` with what was thrown as its
 * cause, and whatever else is left as it is.
 */
export function asOutage(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof TypeError) return error;
  return isOutage(error) ? unavailable(error) : error;
}

/** An outage with its cause. */
export function unavailable(cause: unknown): DatabaseError {
  return new DatabaseError("unavailable", `Cannot use the database: ${reasonOf(cause)}`, { cause });
}

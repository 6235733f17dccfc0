/** Classifies database errors: an outage is temporary, so the same call may succeed later. */
import { DatabaseError, reasonOf } from "./error.ts";

/**
 * SQLSTATE classes of an outage: connection exceptions, insufficient resources, operator intervention, system errors.
 */
const CLASSES: readonly string[] = ["08", "53", "57", "58"];
/** Further SQLSTATEs of an outage: lock timeout, idle transaction timeout, and a server that is read-only for now. */
const CODES: readonly string[] = ["55P03", "25P03", "25006"];

/** Returns the SQLSTATE of an error that the database raised; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Whether an error of a driver is an outage: one of the SQLSTATEs above, or no SQLSTATE, which means that the connection failed.
 */
export function meansOutage(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || CODES.includes(state) ||
    CLASSES.some((prefix) => state.startsWith(prefix));
}

/**
 * Converts an outage to a `DatabaseError` `unavailable` with the original error as its cause. Returns any other error
 * unchanged, and also a `DatabaseError` or `TypeError`.
 */
export function asOutage(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof TypeError) return error;
  return meansOutage(error) ? unavailable(error) : error;
}

/** Returns a `DatabaseError` `unavailable` with a cause. */
export function unavailable(cause: unknown): DatabaseError {
  return new DatabaseError("unavailable", `Cannot use the database: ${reasonOf(cause)}`, { cause });
}

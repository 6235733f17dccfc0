/** The result of a CRM operation. Failures are values, so callers must handle them (spec §4.10). */

/**
 * Why an operation failed (spec §7).
 *
 * - `auth`: 401 or 403, the credentials were rejected
 * - `http`: any other status outside of 2xx, including redirects
 * - `network`: no connection, an invalid certificate, a timeout, or an aborted response
 * - `malformed`: a 2xx response with an unusable body
 */
export type CrmReason = "auth" | "http" | "network" | "malformed";

/** A failed operation. */
export interface CrmFailure {
  readonly ok: false;
  readonly reason: CrmReason;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Our own text. It contains no address, no secret, and nothing that the CRM sent. */
  readonly message: string;
  /** Whether the request may have reached the CRM, so that its change may have happened. */
  readonly mayHaveLanded: boolean;
  /** Ids of the fields whose values a 400 refused, and `firstName` or `lastName` if it refused those. */
  readonly refusedFields?: readonly string[];
  /** How long the CRM wants no further request, in milliseconds: after a 429, or a 503 with `Retry-After`. */
  readonly waitMs?: number;
}

/** The result of an operation. */
export type CrmResult<T> = { readonly ok: true; readonly value: T } | CrmFailure;

/** Creates a success. */
export function success<T>(value: T): CrmResult<T> {
  return { ok: true, value };
}

/** Creates a failure. Leave the status out when there was no response. */
export function failure(
  reason: CrmReason,
  message: string,
  details: Partial<Pick<CrmFailure, "status" | "mayHaveLanded" | "refusedFields" | "waitMs">> = {},
): CrmFailure {
  return { ok: false, reason, message, mayHaveLanded: false, ...details };
}

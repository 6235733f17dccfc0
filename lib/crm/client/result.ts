/** What comes of asking the CRM. Nothing is thrown: whoever asks has to look at the failures (spec §4.10). */

/**
 * Why the CRM gave no answer of use (spec §7).
 *
 * - `auth`: 401 or 403, the credentials are not taken
 * - `http`: any other status than one of success, redirects included
 * - `network`: no connection, no certificate, no answer in time, or one that broke off
 * - `malformed`: an answer of success whose body is not what it should be
 */
export type CrmReason = "auth" | "http" | "network" | "malformed";

/** There is no answer of use. */
export interface CrmFailure {
  readonly ok: false;
  readonly reason: CrmReason;
  /** Status of the answer, where there was one. */
  readonly status?: number;
  /** In words of our own: neither an address, nor a secret, nor anything that the CRM has said. */
  readonly message: string;
  /** Whether the request may have reached the CRM, so that what it asks for may have happened. */
  readonly mayHaveLanded: boolean;
  /** Ids of the fields whose values a 400 refuses, and `firstName` and `lastName` where it refuses those. */
  readonly refusedFields?: readonly string[];
}

/** What came of an operation. */
export type CrmResult<T> = { readonly ok: true; readonly value: T } | CrmFailure;

/** Makes the result of an operation that went well. */
export function success<T>(value: T): CrmResult<T> {
  return { ok: true, value };
}

/** Makes a failure; without a status where there was no answer. */
export function failure(
  reason: CrmReason,
  message: string,
  details: Partial<Pick<CrmFailure, "status" | "mayHaveLanded" | "refusedFields">> = {},
): CrmFailure {
  return { ok: false, reason, message, mayHaveLanded: false, ...details };
}

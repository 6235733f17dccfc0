/** Results of an outbound request. Failures are values, so that callers must handle them. */

/**
 * Why a request failed.
 *
 * - `refused`: the network policy forbids the URL or a redirect target; nothing was sent there
 * - `dns`: the host name does not exist
 * - `network`: the connection failed, the certificate is invalid, the response is not HTTP, or the DNS resolver failed
 * - `timeout`: the complete response did not arrive in time
 * - `too_large`: the headers or the body exceed their limit
 * - `redirect`: a redirect that the caller does not follow, or more than five redirects
 * - `aborted`: the caller aborted the request
 */
export type FailureReason =
  | "refused"
  | "dns"
  | "network"
  | "timeout"
  | "too_large"
  | "redirect"
  | "aborted";

/** A request without a response. */
export interface FetchFailure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** A clause that can follow a colon, such as "its certificate is not valid". */
  readonly detail: string;
  /** The URL that failed; for `redirect`, the target that was not followed. */
  readonly url: string;
}

/** A response with any status. */
export interface FetchAnswer {
  readonly ok: true;
  readonly status: number;
  /** URL of the response, after all redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** The raw body, without decoding a `content-encoding`; null when no body was requested. */
  readonly body: Uint8Array | null;
}

/** The result of a request. */
export type FetchOutcome = FetchAnswer | FetchFailure;

/** Creates a failure. */
export function failure(reason: FailureReason, detail: string, url: string | URL): FetchFailure {
  return { ok: false, reason, detail, url: String(url) };
}

/** What comes of asking for a page. Nothing is thrown: whoever asks has to look at the failures. */

/**
 * Why there is no answer.
 *
 * - `refused`: the address, or one that it redirects to, is not for us to ask; nothing was sent there
 * - `dns`: the name does not exist
 * - `network`: no connection, no valid certificate, or no HTTP in it; also a resolver that fails
 * - `timeout`: not all of the answer came in time
 * - `too_large`: the headers, or a body that was wanted, exceed their bound
 * - `redirect`: it leads to where the caller does not follow, or in circles
 * - `aborted`: the caller gave up
 */
export type FailureReason =
  | "refused"
  | "dns"
  | "network"
  | "timeout"
  | "too_large"
  | "redirect"
  | "aborted";

/** There is no answer. */
export interface FetchFailure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** In words, to follow a colon: "its certificate is not valid". */
  readonly detail: string;
  /** Where it failed; the target of the redirect that was not followed. */
  readonly url: string;
}

/** An answer, whatever its status. */
export interface FetchAnswer {
  readonly ok: true;
  readonly status: number;
  /** Where the answer came from, after all redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** Null where none was asked for. As it was sent: a `content-encoding` is not undone. */
  readonly body: Uint8Array | null;
}

/** What came of a request. */
export type FetchOutcome = FetchAnswer | FetchFailure;

/** Makes a failure. */
export function failure(reason: FailureReason, detail: string, url: string | URL): FetchFailure {
  return { ok: false, reason, detail, url: String(url) };
}

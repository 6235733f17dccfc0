/** The error class with an HTTP status, and its default response. */
import { STATUS_CODES } from "node:http";

/** HTTP error statuses. */
type ErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

/** Ends a request with `status` when thrown. `_404`, `_error` and `onError` render it. */
export class HttpError extends Error {
  status: ErrorStatus;

  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
    this.status = status;
  }
}

/** Returns the status of an error: its own, or 500 when it is not an `HttpError`. */
export function statusOf(error: unknown): ErrorStatus {
  return error instanceof HttpError ? error.status : 500;
}

/** Returns the plain-text response for an error that no error route handled. Logs only 5xx errors. */
export function errorResponse(error: unknown): Response {
  const status = statusOf(error);
  if (status >= 500) globalThis.console.error(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status });
  return new Response(error.message || STATUS_CODES[status], { status });
}

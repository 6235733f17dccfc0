/** The error that carries an HTTP status from wherever it is thrown to the error pages. */
import { STATUS_CODES } from "node:http";

/** The statuses that an error may have. */
type ErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

/** Thrown to end a request with `status`; `_404`, `_error` and `onError` turn it into a page. */
export class HttpError extends Error {
  status: ErrorStatus;

  constructor(status: ErrorStatus, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
    this.status = status;
  }
}

/** The status that an error ends a request with: its own, or 500 for anything unexpected. */
export function statusOf(error: unknown): ErrorStatus {
  return error instanceof HttpError ? error.status : 500;
}

/** The plain answer for an error that no error route took; only 5xx causes are logged. */
export function errorResponse(error: unknown): Response {
  const status = statusOf(error);
  if (status >= 500) globalThis.console.error(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status });
  return new Response(error.message || STATUS_CODES[status], { status });
}

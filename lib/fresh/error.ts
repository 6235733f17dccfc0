/** The error that carries an HTTP status from wherever it is thrown to the error pages. */
import { STATUS_CODES } from "node:http";

/** Thrown to end a request with `status`; `_404`, `_error` and `onError` turn it into a page. */
export class HttpError extends Error {
  status: number;

  constructor(status: number, message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
    this.status = status;
  }
}

/** The status that an error ends a request with: its own, or 500 for anything unexpected. */
export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 500;
}

/** The plain answer for an error that no error route took; only 5xx causes are logged. */
export function errorResponse(error: unknown): Response {
  const status = statusOf(error);
  if (status >= 500) globalThis.console.error(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status });
  return new Response(error.message || STATUS_CODES[status], { status });
}

/**
 * The error shape of every endpoint (design §7): a closed list of kinds, each with its HTTP status and a `retryable`
 * flag. Internal details never reach the body.
 */
import { HttpError } from "fresh";
import { z } from "zod";
import { isOutage } from "../kv/mod.ts";
import { json } from "./respond.ts";

const Kind = z.enum([
  "invalid",
  "unauthenticated",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "timeout",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "upstream",
  "unavailable",
]);

/** Machine-readable kind of an error, for clients to branch on. */
export type ErrorKind = z.infer<typeof Kind>;

/** HTTP statuses from 400 to 599. */
type ErrorStatus = HttpError["status"];

interface Answer {
  readonly status: ErrorStatus;
  readonly retryable: boolean;
  readonly message: string;
}

const final = (status: ErrorStatus, message: string): Answer => ({
  status,
  retryable: false,
  message,
});
const passing = (status: ErrorStatus, message: string): Answer => ({
  status,
  retryable: true,
  message,
});

const ANSWERS: Readonly<Record<ErrorKind, Answer>> = {
  invalid: final(400, "The request is not valid"),
  unauthenticated: final(401, "The request carries no valid identity"),
  // Only the origin check refuses without a message of its own.
  forbidden: final(403, "The request came from another site: send it from a page of this service"),
  not_found: final(404, "Nothing is found at this address"),
  method_not_allowed: final(405, "The address does not take this method"),
  timeout: passing(408, "The answer took too long"),
  conflict: final(409, "The record has changed in the meantime"),
  too_large: final(413, "The request is too large"),
  unsupported_media_type: final(415, "The content type is not supported"),
  rate_limited: passing(429, "Too many requests, try again later"),
  internal: final(500, "The service failed to answer"),
  upstream: passing(502, "A service behind this one failed"),
  unavailable: passing(503, "The service is not available, try again later"),
};

/** Schema of the body of every error response. `fields` maps the name of a field to its message. */
export const ErrorBody = z.strictObject({
  error: z.strictObject({
    kind: Kind.describe("What went wrong, for a client to branch on"),
    message: z.string().describe("A sentence for people; not stable"),
    retryable: z.boolean().describe("Whether the same request may succeed later"),
    fields: z.record(z.string(), z.string()).optional()
      .describe("What is wrong, by the name of the field"),
  }),
}).meta({ id: "ErrorBody" });
/** The body of every error response. */
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Message of the `invalid` error for a form whose `intent` the page does not know. */
export const UNKNOWN_INTENT = "The form asks for something unknown";

/** Optional parts of an {@linkcode AppError}. */
interface AppErrorOptions extends ErrorOptions {
  /** Message of each bad field, by its name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Headers of the response, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of one of the kinds of design §7. The client sees its message, unless the kind is `internal`. */
export class AppError extends HttpError {
  override readonly name = "AppError";
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** Derives the status from the kind, and the message too when none is given. */
  constructor(readonly kind: ErrorKind, message?: string, options: AppErrorOptions = {}) {
    super(ANSWERS[kind].status, message ?? ANSWERS[kind].message, options);
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}

const KIND_BY_STATUS: ReadonlyMap<number, ErrorKind> = new Map(
  Kind.options.map((kind) => [ANSWERS[kind].status, kind]),
);

/** `Retry-After` of an outage, in seconds. A guess: the length of an outage is unknown. */
const OUTAGE_RETRY_SECONDS = 5;

/** Returns the response headers of an error, such as `Allow`. Every 503 has a `Retry-After`. */
export function headersOf(error: unknown): Readonly<Record<string, string>> {
  const own = error instanceof AppError ? error.headers : {};
  const isUnavailable = statusOf(error) === ANSWERS.unavailable.status;
  return isUnavailable ? { "retry-after": `${OUTAGE_RETRY_SECONDS}`, ...own } : own;
}

/** Returns the HTTP status of an error: 503 for an outage, the status of an `HttpError`, else 500. */
export function statusOf(error: unknown): ErrorStatus {
  if (isOutage(error)) return ANSWERS.unavailable.status;
  const status = error instanceof HttpError ? error.status : ANSWERS.internal.status;
  return isErrorStatus(status) ? status : ANSWERS.internal.status;
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status >= 400 && status <= 599;
}

/** Converts a response with an error status to an `HttpError`. */
export function toHttpError({ status }: Response): HttpError {
  return new HttpError(isErrorStatus(status) ? status : ANSWERS.internal.status);
}

function kindOf(status: number): ErrorKind {
  if (status === 504) return "timeout";
  return KIND_BY_STATUS.get(status) ?? (status < 500 ? "invalid" : "internal");
}

/**
 * Converts an error to the body that the client receives. The error's own message is used for an `AppError` (but not
 * of kind `internal`) and for a framework error below 500; every other error gives the constant message of its kind.
 */
export function toErrorBody(error: unknown): ErrorBody {
  const status = statusOf(error);
  const kind = error instanceof AppError ? error.kind : kindOf(status);
  const { message, retryable } = ANSWERS[kind];
  const speaks = error instanceof AppError ? kind !== "internal" : status < 500;
  return {
    error: {
      kind,
      message: speaks && error instanceof Error && error.message !== "" ? error.message : message,
      retryable,
      ...(error instanceof AppError && error.fields ? { fields: { ...error.fields } } : {}),
    },
  };
}

/** Returns the JSON response of an error, with `Cache-Control: no-store`. */
export function toErrorResponse(error: unknown): Response {
  return json(toErrorBody(error), {
    status: statusOf(error),
    headers: {
      "cache-control": "no-store",
      ...headersOf(error),
    },
  });
}

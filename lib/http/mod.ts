/**
 * HTTP, the same way everywhere: requests read by a schema, answers with entity tags, one shape of
 * error (design §7), and the middlewares that every request passes.
 */
export {
  AppError,
  type AppErrorOptions,
  ErrorBody,
  type ErrorKind,
  statusOf,
  toErrorBody,
  toErrorResponse,
} from "./errors.ts";
export {
  accessLog,
  apiErrors,
  type ApiErrorsOptions,
  errorPageHeaders,
  isApiPath,
  limitUrl,
  requestId,
  type RequestLog,
  type RequestState,
  securityHeaders,
} from "./middleware.ts";
export { type BodyLimits, parseForm, parseJson, parseQuery, repeatable } from "./request.ts";
export {
  type AnswerInit,
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  etagOf,
  json,
  matchesEtag,
} from "./respond.ts";

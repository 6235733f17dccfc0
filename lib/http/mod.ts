/**
 * The HTTP layer that every route uses. Requests are parsed with zod schemas (`parseJson`, `parseForm`, `parseQuery`),
 * responses are built with entity tags (`cacheableJson`), and every failure has one error shape (`AppError`,
 * `toErrorBody`, design §7). The middlewares of this room run on every request: request id, access log, URL limits,
 * API errors, rate limits, compression and security headers.
 *
 * Terms: a *caller* is the client of a request with its address; a *rate scope* is a kind of request with its own
 * limit; a *cacheable body* is serialised once and answered often.
 */
export { type BodyLimits, expectStop, expectType, streamBody } from "./body.ts";
export { type Caller, clientAddress, networkOf } from "./client_address.ts";
export { compress } from "./compress.ts";
export { completeErrorPage } from "./error_page.ts";
export { latin1Of, sniffContentType, SNIFFED_BYTES } from "./content_type.ts";
export { cookieValues, decodeCookie } from "./cookies.ts";
export {
  AppError,
  ErrorBody,
  type ErrorKind,
  statusOf,
  toErrorBody,
  toErrorResponse,
  UNKNOWN_INTENT,
} from "./errors.ts";
export {
  accessLog,
  apiErrors,
  isAdminEndpoint,
  isAdminPath,
  limitUrl,
  requestId,
} from "./middleware.ts";
export { beforeRouter } from "./front.ts";
export { streamForm } from "./form_stream.ts";
export { answerServerErrors, endConnections, guard } from "./guard.ts";
export { withHeaders } from "./headers.ts";
export { choiceParam, integerParam, textParam } from "./lenient.ts";
export { rateLimit, rateScopeOf, takeShare } from "./rate_limit.ts";
export { createRateLimiter, type RateLimiter } from "./rate_limiter.ts";
export { rememberRecent, rememberRepeated } from "./recent.ts";
export { settled } from "./settled.ts";
export { siteMap } from "./site_map.ts";
export {
  type CheckedForm,
  checkField,
  checkForm,
  decodeParam,
  formSent,
  parseForm,
  parseJson,
  parseQuery,
  readForm,
  repeatable,
  valuesByName,
} from "./request.ts";
export {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  etagOf,
  json,
  matchesEtag,
  PRIVATE_CACHING,
  privateJson,
} from "./respond.ts";
export { allowSources, contentSecurityPolicy, isOwnOrigin, securityHeaders } from "./security.ts";
export {
  streamTable,
  TABLE_FORMATS,
  type TableFormat,
  tableHeaders,
  type TableRow,
} from "./table_stream.ts";
export { readUpload } from "./upload.ts";
export {
  checkboxField,
  idField,
  isTicked,
  lineField,
  optionalLineField,
  optionalParagraphField,
  paragraphField,
  wholeNumberField,
} from "./form_fields.ts";
export { isBalanced, isVisible, withoutDirections } from "./text.ts";
export { UtcDay } from "./utc_day.ts";

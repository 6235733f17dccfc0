/**
 * API: the public HTTP interface as data.
 *
 * The routes under `routes/api/` answer; this room says what they answer, once, for the OpenAPI
 * document, for the page that people read, and for the `Allow` header.
 */
export { allowedMethods, type Endpoint, ENDPOINTS, Health } from "./endpoints.ts";
export {
  createReadiness,
  type Readiness,
  type ReadinessOptions,
  Ready,
  ReadyQuery,
} from "./ready.ts";
export { exampleUrl } from "./examples.ts";
export { SAMPLE_BLANK, sampleOf } from "./sample.ts";
export { describeFields, type FieldDescription } from "./fields.ts";
export {
  bodyId,
  componentSchemas,
  openApiDocument,
  queryParameters,
  responseId,
} from "./openapi.ts";

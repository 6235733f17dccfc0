/**
 * API: describes the public HTTP interface as data, and reports the readiness of the process.
 *
 * The routes under `routes/api/` handle the requests. This room holds one list of their *endpoints*. The OpenAPI
 * document, the page `/api` and the `Allow` header are all generated from that list, so they always agree.
 * `createReadiness` answers `GET /ready`.
 */
export { allowedMethods, type Endpoint, ENDPOINTS, Health } from "./endpoints.ts";
export { createReadiness, type Readiness, Ready, ReadyQuery } from "./ready.ts";
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

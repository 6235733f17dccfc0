/**
 * The part of Fresh 2's public API that this app uses (`fresh`). Register middlewares and routes on an `App`, type them
 * with `createDefine`, answer with `page()` or a `Response`, and throw `HttpError` to end a request with a status.
 * README.md lists what is absent and where it differs from Fresh.
 */
export { App, type ListenOptions } from "./app.ts";
export type { Context } from "./context.ts";
export { createDefine, type Define } from "./define.ts";
export { HttpError } from "./error.ts";
export { csp, type CSPOptions } from "./middlewares/csp.ts";
export { csrf, type CsrfOptions } from "./middlewares/csrf.ts";
export { staticFiles } from "./middlewares/static_files.ts";
export {
  type FreshConfig,
  type HandlerByMethod,
  type HandlerFn,
  type LayoutConfig,
  type Lazy,
  type MaybeLazy,
  type Method,
  type Middleware,
  page,
  type PageProps,
  type PageResponse,
  type ResolvedFreshConfig,
  type RouteConfig,
  type RouteHandler,
} from "./types.ts";

/** Types of middlewares, handlers, routes and pages. */
import type { AnyComponent, ComponentChild, FunctionComponent } from "preact";
import type { Context } from "./context.ts";

/** The methods that a route may answer. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

/** A function that loads a value on first use. */
export type Lazy<T> = () => Promise<T>;
/** A value, or a function that loads it. */
export type MaybeLazy<T> = T | Lazy<T>;

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** A middleware, or a function that loads one. */
export type MaybeLazyMiddleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response | Middleware<State>>;

/** Data for the page component of the same route, with headers and status of the response. */
export interface PageResponse<T> {
  data: T;
  headers?: HeadersInit | undefined;
  status?: number | undefined;
}

/** Wraps `data` for the page component; `options` set the status and headers of the page. */
export function page<T>(
  data: T,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<T>;
export function page(): PageResponse<undefined>;
export function page<T>(
  data?: T,
  options?: { headers?: HeadersInit; status?: number },
): PageResponse<T | undefined> {
  return { data, headers: options?.headers, status: options?.status };
}

/** Answers a request, or returns the data of the page component. */
export interface HandlerFn<Data, State> {
  (
    ctx: Context<State>,
  ): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** A handler for each method. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for all methods, or one per method. Missing methods get 405; `HEAD` falls back to `GET`. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** The `config` export of a layout file. */
export interface LayoutConfig {
  /** Leave out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  /** Leave out the app wrapper (`_app`). */
  skipAppWrapper?: boolean;
}

/** The `config` export of a route file. */
export interface RouteConfig extends LayoutConfig {
  /** A URL pattern that replaces the one derived from the file's path. */
  routeOverride?: string;
  /** The methods that a lazily loaded route answers. */
  methods?: "ALL" | Method[];
}

/** Props of a page, layout or app wrapper. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<
    Context<State>,
    "config" | "url" | "req" | "params" | "info" | "state" | "Component" | "error" | "route"
  >
  & { data: Data };

/** An asynchronous page, layout or app wrapper, which may also return a response of its own. */
export type AsyncComponent<P> = (
  ...args: Parameters<FunctionComponent<P>>
) => Promise<ComponentChild | Response>;

/** A page, layout or app wrapper. */
export type RouteComponent<State> =
  | AnyComponent<PageProps<unknown, State>>
  | AsyncComponent<PageProps<unknown, State>>;

/** A handler, a page component, or both. */
export interface Route<State> {
  component?: RouteComponent<State> | undefined;
  config?: RouteConfig | undefined;
  handler?: RouteHandler<unknown, State> | undefined;
}

/** Settings of an app. */
export interface FreshConfig {
  /** Serve below this path, for example `/shop`. */
  basePath?: string;
  mode?: "development" | "production";
}

/** An app's settings with their defaults filled in. */
export interface ResolvedFreshConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
}

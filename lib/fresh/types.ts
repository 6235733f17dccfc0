/** The shapes of middlewares, handlers, routes and pages that an app is written in. */
import type { AnyComponent, ComponentChild, FunctionComponent } from "preact";
import type { Context } from "./context.ts";

/** The methods that a route may answer. */
export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

/** A function that loads something when it is first needed. */
export type Lazy<T> = () => Promise<T>;
/** Something, or a function that loads it. */
export type MaybeLazy<T> = T | Lazy<T>;

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** A middleware, or a function that loads one. */
export type MaybeLazyMiddleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response | Middleware<State>>;

/** Data for the page component of the same route, with what the response should carry. */
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

/** Answers a request, or gives the page component its data. */
export interface HandlerFn<Data, State> {
  (
    ctx: Context<State>,
  ): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

/** A handler for each method. */
export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for every method, or one per method; others get 405, and `HEAD` falls to `GET`. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** The data that a handler gives its page. */
export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;

/** What a layout file may export as `config`. */
export interface LayoutConfig {
  /** Leave out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  /** Leave out the app wrapper (`_app`). */
  skipAppWrapper?: boolean;
}

/** What a route file may export as `config`. */
export interface RouteConfig extends LayoutConfig {
  /** A URL pattern that replaces the one of the file's place. */
  routeOverride?: string;
  /** The methods that a lazily loaded route answers. */
  methods?: "ALL" | Method[];
}

/** What a page, layout or app wrapper receives. */
export type PageProps<Data = unknown, State = unknown> =
  & Pick<
    Context<State>,
    "config" | "url" | "req" | "params" | "info" | "state" | "Component" | "error" | "route"
  >
  & { data: Data };

/** A page, layout or wrapper that waits for something, or answers by itself. */
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

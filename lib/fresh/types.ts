/** The shapes of middlewares, handlers, routes and pages that an app is written in. */
import type { AnyComponent, ComponentChild, FunctionComponent } from "preact";
import type { Context } from "./context.ts";

export type Method = "HEAD" | "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS";

export type Lazy<T> = () => Promise<T>;
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

export interface HandlerFn<Data, State> {
  (
    ctx: Context<State>,
  ): Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;
}

export type HandlerByMethod<Data, State> = { [M in Method]?: HandlerFn<Data, State> };

/** One function for every method, or one per method; others get 405, and `HEAD` falls to `GET`. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

export type RouteData<Handler extends RouteHandler<unknown, unknown>> = Handler extends
  RouteHandler<infer Data, unknown> ? Data : never;

export interface LayoutConfig {
  /** Leave out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  /** Leave out the app wrapper (`_app`). */
  skipAppWrapper?: boolean;
}

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

export type AsyncComponent<P> = (
  ...args: Parameters<FunctionComponent<P>>
) => Promise<ComponentChild | Response>;

export type RouteComponent<State> =
  | AnyComponent<PageProps<unknown, State>>
  | AsyncComponent<PageProps<unknown, State>>;

export interface Route<State> {
  component?: RouteComponent<State> | undefined;
  config?: RouteConfig | undefined;
  handler?: RouteHandler<unknown, State> | undefined;
}

export interface FreshConfig {
  /** Serve below this path, for example `/shop`. */
  basePath?: string;
  mode?: "development" | "production";
}

export interface ResolvedFreshConfig {
  root: string;
  basePath: string;
  mode: "development" | "production";
}

/** From the files of `routes/` to what the app registers: kinds, patterns and their order. */
import type { Route, RouteComponent, RouteConfig } from "./types.ts";
import type { HandlerFn, LayoutConfig, MaybeLazy, Middleware, RouteHandler } from "./types.ts";

export type RouteFileKind = "middleware" | "layout" | "app" | "notFound" | "error" | "route";

/** A file of `routes/`, with its module or the function that loads it. */
export interface RouteFile {
  /** Path below `routes/` with a leading slash and without an extension. */
  readonly id: string;
  readonly module: MaybeLazy<unknown>;
}

const SPECIAL_FILES: Readonly<Record<string, RouteFileKind>> = {
  _middleware: "middleware",
  _layout: "layout",
  _app: "app",
  _404: "notFound",
  _error: "error",
  _500: "error",
};

/** What a route file is, by its name. */
export function routeFileKind(id: string): RouteFileKind {
  return SPECIAL_FILES[id.slice(id.lastIndexOf("/") + 1)] ?? "route";
}

/**
 * The segment that a file belongs to: its folder for special files and for `index`, else its own
 * path. Groups count, since each has its own layouts and middlewares.
 */
export function segmentPattern(id: string): string {
  const isInFolder = routeFileKind(id) !== "route" || id.endsWith("/index");
  if (!isInFolder) return pathToPattern(id, { keepGroups: true });
  const folder = id.slice(1, id.lastIndexOf("/"));
  const pattern = pathToPattern(folder, { keepGroups: true });
  return pattern.endsWith("/") ? pattern : `${pattern}/`;
}

/** The URL pattern of a path in `routes/`; groups leave no trace unless `keepGroups` says so. */
export function pathToPattern(path: string, options?: { keepGroups: boolean }): string {
  const parts = path.replace(/^\//, "").split("/");
  if (parts.at(-1) === "index") parts.pop();
  let pattern = "";
  for (const part of parts) {
    if (part === "") continue;
    if (!options?.keepGroups && /^\(.*\)$/.test(part)) continue;
    if (part.includes("][") && !/^\[\[[^[\]]+\]\]$/.test(part)) {
      throw new SyntaxError(
        `Invalid route pattern: "${path}". A parameter cannot be followed by another parameter without any characters in between.`,
      );
    }
    const rest = /^\[\.\.\.([^[\]]+)\]$/.exec(part);
    const optional = /^\[\[([^[\]]+)\]\]$/.exec(part);
    if (rest !== null) pattern += `/:${rest[1]}*`;
    else if (optional !== null) pattern += `{/:${optional[1]}}?`;
    else if (part.includes("[[") || part.includes("]]")) {
      throw new SyntaxError(
        `Invalid route pattern: "${path}". An optional parameter needs to be a full segment.`,
      );
    } else pattern += `/${part.replace(/\[([^[\]]+)\]/g, ":$1")}`;
  }
  if (/[[\]]/.test(pattern)) throw new SyntaxError(`Invalid route pattern: "${path}"`);
  return pattern === "" ? "/" : pattern;
}

/**
 * Puts special files before routes, so that a route finds the middlewares and layouts above it,
 * and specific routes before general ones: fixed names, then parameters, then rest parameters.
 */
export function sortRouteFiles(files: readonly RouteFile[]): RouteFile[] {
  const keyed = files.map((file) => {
    const isRoute = routeFileKind(file.id) === "route";
    const parts = file.id.split("/").filter((part) => part !== "" && !/^\(.*\)$/.test(part));
    return { file, isRoute, parts: parts.map((part) => `${specificity(part)}${part}`) };
  });
  keyed.sort((a, b) => {
    if (a.isRoute !== b.isRoute) return a.isRoute ? 1 : -1;
    const length = Math.min(a.parts.length, b.parts.length);
    for (let i = 0; i < length; i++) {
      const [left = "", right = ""] = [a.parts[i], b.parts[i]];
      if (left !== right) return left < right ? -1 : 1;
    }
    return b.parts.length - a.parts.length;
  });
  return keyed.map(({ file }) => file);
}

function specificity(part: string): number {
  if (part === "index") return 0;
  if (part.startsWith("[...")) return 3;
  return part.startsWith("[") ? 2 : 1;
}

export interface RouteModule<State> {
  readonly config: RouteConfig & LayoutConfig | undefined;
  readonly handler: RouteHandler<unknown, State> | Middleware<State>[] | undefined;
  readonly component: RouteComponent<State> | undefined;
}

/** The exports of a route file; one that has none of the known exports is refused. */
export function readRouteModule<State>(id: string, module: unknown): RouteModule<State> {
  const exports = Object(module) as Record<string, unknown>;
  const config = exports.config;
  const handler = exports.handlers ?? exports.handler;
  const component = exports.default;
  const isKnown = typeof component === "function" || typeof config === "object" ||
    typeof handler === "object" || typeof handler === "function";
  if (!isKnown) {
    throw new Error(
      `Expected a route, middleware, layout or error template, but couldn't find relevant exports in: ${id}`,
    );
  }
  if (typeof handler === "function" && handler.length > 1) {
    throw new Error(
      `Handlers must only have one argument but found more than one. Check the function signature in: ${id}`,
    );
  }
  return { config, handler, component } as RouteModule<State>;
}

/** The module as a route; an array of handlers is for middlewares only. */
export function toRoute<State>(module: RouteModule<State>): Route<State> {
  const { config, handler, component } = module;
  return { config, component, handler: Array.isArray(handler) ? undefined : handler };
}

/** The functions of a `_middleware` file, under `handler(s)` or `default`. */
export function toMiddlewares<State>(module: RouteModule<State>): Middleware<State>[] {
  const handler = module.handler ?? module.component as HandlerFn<unknown, State> | undefined;
  if (Array.isArray(handler)) return handler;
  return typeof handler === "function" ? [handler as Middleware<State>] : [];
}

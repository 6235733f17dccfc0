/** From the files of `routes/` to what the app registers: kinds, patterns and their order. */
import type {
  HandlerFn,
  LayoutConfig,
  MaybeLazy,
  Middleware,
  Route,
  RouteComponent,
  RouteConfig,
  RouteHandler,
} from "./types.ts";

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
 * The pattern of a file's folder, where its segment is: `foo.tsx` has nothing of `foo/` beside it.
 * Groups count, since each has its own layouts and middlewares.
 */
export function folderPattern(id: string): string {
  return pathToPattern(id.slice(1, id.lastIndexOf("/")), { keepGroups: true });
}

/**
 * The URL pattern of a path in `routes/`; groups leave no trace unless `keepGroups` says so. Throws
 * a `SyntaxError` for a name that is no pattern, or that has the same parameter twice.
 */
export function pathToPattern(path: string, options?: { keepGroups: boolean }): string {
  const parts = path.replace(/^\//, "").split("/");
  if (parts.at(-1) === "index") parts.pop();
  let pattern = "";
  let needsSlash = true;
  for (const part of parts) {
    if (part === "") continue;
    if (!options?.keepGroups && isGroup(part)) continue;
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
    } else {
      pattern += `/${part.replace(/\[([^[\]]+)\]/g, ":$1")}`;
      needsSlash = false;
    }
  }
  if (/[[\]]/.test(pattern)) throw new SyntaxError(`Invalid route pattern: "${path}"`);
  refuseRepeatedNames(path, pattern);
  // Where all may be missing, the slash stays: `[[lang]]` answers `/` too.
  if (needsSlash && pattern.startsWith("{/")) pattern = pattern.replace("{/", "/{");
  return pattern === "" ? "/" : pattern;
}

function refuseRepeatedNames(path: string, pattern: string): void {
  const seen = new Set<string>();
  for (const [name] of pattern.matchAll(/:\w+/g)) {
    if (seen.has(name)) {
      throw new SyntaxError(
        `Invalid route pattern: "${path}". It has the parameter "${name.slice(1)}" twice.`,
      );
    }
    seen.add(name);
  }
}

function isGroup(part: string): boolean {
  return /^\(.*\)$/.test(part);
}

/**
 * Sorts files into the order in which Fresh registers them: in each folder the special files first, so
 * that a route finds those above it, then fixed names, groups, parameters and rest parameters. Of two
 * files that answer the same path, the first wins.
 */
export function sortRouteFiles(files: readonly RouteFile[]): RouteFile[] {
  const keyed = files.map((file) => ({ file, parts: file.id.slice(1).split("/") }));
  keyed.sort((a, b) => {
    const isApp = Number(a.parts.at(-1) === "_app") - Number(b.parts.at(-1) === "_app");
    return isApp === 0 ? compareParts(a.parts, b.parts) : -isApp;
  });
  return keyed.map(({ file }) => file);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [left = "", right = ""] = [a[i], b[i]];
    if (left === right) continue;
    const leftIsLast = i === a.length - 1;
    const rightIsLast = i === b.length - 1;
    const rank = rankOf(right, rightIsLast) - rankOf(left, leftIsLast);
    if (rank !== 0) return rank;
    // Of two names that begin alike the longer comes first, but a folder before both.
    if (right.startsWith(left)) return leftIsLast ? 1 : -1;
    if (left.startsWith(right)) return rightIsLast ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return b.length - a.length;
}

/** Files and folders of a higher rank come first. */
function rankOf(part: string, isLast: boolean): number {
  if (part.startsWith("[")) return part.startsWith("[...") ? 0 : 1;
  if (part.startsWith("(")) return 2;
  if (part === "index" && isLast) return 4;
  if (!part.startsWith("_")) return 3;
  return part.startsWith("_m") ? 7 : part.startsWith("_e") ? 5 : 6;
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

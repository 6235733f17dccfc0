/** Maps the files of `routes/` to registrations of the app: their kinds, patterns and order. */
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

/** A file in `routes/`, with its module or a function that loads it. */
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

/** Returns the kind of a route file by its name. */
export function routeFileKind(id: string): RouteFileKind {
  return SPECIAL_FILES[id.slice(id.lastIndexOf("/") + 1)] ?? "route";
}

/**
 * Returns the pattern of a file's folder, which is its segment: `foo.tsx` does not get the layouts of `foo/`. Groups
 * are kept, because each has its own layouts and middlewares.
 */
export function folderPattern(id: string): string {
  return pathToPattern(id.slice(1, id.lastIndexOf("/")), { keepGroups: true });
}

/**
 * Converts a path in `routes/` to a URL pattern. Drops groups unless `keepGroups` is set.
 *
 * @throws {SyntaxError} For an invalid pattern, or a parameter name used twice.
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
  // When every part is optional, keep the leading slash mandatory: `[[lang]]` must match `/` too.
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
 * Sorts files into the order in which Fresh registers them. In each folder the special files come first, so that they
 * apply to the routes after them; then fixed names, groups, parameters and rest parameters. When two files match the
 * same path, the first wins.
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
    // If one name is a prefix of the other, the longer comes first, but a folder before a file.
    if (right.startsWith(left)) return leftIsLast ? 1 : -1;
    if (left.startsWith(right)) return rightIsLast ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return b.length - a.length;
}

/** Returns the sort rank of a file or folder; a higher rank comes first. */
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

/**
 * Reads the exports of a route file.
 *
 * @throws {Error} When the module has none of the known exports, or its handler takes more than one argument.
 */
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

/** Converts a module to a route. Ignores an array of handlers, which only middlewares may have. */
export function toRoute<State>(module: RouteModule<State>): Route<State> {
  const { config, handler, component } = module;
  return { config, component, handler: Array.isArray(handler) ? undefined : handler };
}

/** Returns the functions of a `_middleware` file, from its `handlers`, `handler` or `default` export. */
export function toMiddlewares<State>(module: RouteModule<State>): Middleware<State>[] {
  const handler = module.handler ?? module.component as HandlerFn<unknown, State> | undefined;
  if (Array.isArray(handler)) return handler;
  return typeof handler === "function" ? [handler as Middleware<State>] : [];
}

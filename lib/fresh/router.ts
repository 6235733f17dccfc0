/**
 * Finds the route of a path: exact paths by table look-up, then patterns in the order of registration. Common patterns
 * are compiled to regular expressions, because a `URLPattern` match costs microseconds; all others use `URLPattern`.
 */
import type { Method } from "./types.ts";

const METHODS: readonly Method[] = ["GET", "DELETE", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const IS_PATTERN = /[*:{}+?()]/;

type Exec = (pathname: string) => Record<string, string> | null;

interface Entry<T> {
  readonly pattern: string;
  readonly exec: Exec | null;
  readonly byMethod: Map<string, T>;
}

export interface RouteMatch<T> {
  readonly pattern: string | null;
  /** The item registered for the method; `HEAD` falls back to `GET`. */
  readonly item: T | undefined;
  readonly params: Record<string, string>;
  /** Returns the methods of the path, for `OPTIONS`. */
  readonly allowed: () => string[];
}

const NO_ROUTE: RouteMatch<never> = Object.freeze({
  pattern: null,
  item: undefined,
  params: Object.freeze({}),
  allowed: () => [],
});

/**
 * The routes of one app. The first registration of a path and method wins. A fixed path matches with and without a
 * trailing slash, unless another route is registered for the other form.
 */
export class Router<T> {
  #exact = new Map<string, Entry<T>>();
  #patterns = new Map<string, Entry<T>>();

  add(methods: "ALL" | readonly string[], pattern: string, item: T): void {
    const isPattern = IS_PATTERN.test(pattern);
    const table = isPattern ? this.#patterns : this.#exact;
    const entry = table.getOrInsertComputed(pattern, () => ({
      ...isPattern ? compilePattern(pattern) : { pattern, exec: null },
      byMethod: new Map(),
    }));
    for (const method of methods === "ALL" ? METHODS : methods) {
      if (!entry.byMethod.has(method)) entry.byMethod.set(method, item);
    }
  }

  match(method: string, pathname: string): RouteMatch<T> {
    const exact = this.#exact.get(pathname) ?? this.#exact.get(otherEnding(pathname));
    if (exact !== undefined) return toMatch(exact, method, {});
    for (const entry of this.#patterns.values()) {
      const params = entry.exec?.(pathname) ?? null;
      if (params !== null) return toMatch(entry, method, params);
    }
    return NO_ROUTE;
  }
}

function otherEnding(pathname: string): string {
  if (pathname === "/") return pathname;
  return pathname.endsWith("/") ? pathname.slice(0, -1) : `${pathname}/`;
}

function toMatch<T>(
  entry: Entry<T>,
  method: string,
  params: Record<string, string>,
): RouteMatch<T> {
  const { byMethod, pattern } = entry;
  const item = byMethod.get(method) ?? (method === "HEAD" ? byMethod.get("GET") : undefined);
  return { pattern, item, params, allowed: () => [...byMethod.keys()] };
}

const TOKEN = /\{\/:(\w+)\}\?|\/:(\w+)\*|:(\w+)(?![*+?({\w])|(\*)|([\w\-./~@]+?(?=[/:{*]|$))/gy;

/**
 * Compiles a pattern: to a regular expression when it uses only the syntax of file routes, else to a `URLPattern`. The
 * `URLPattern` is always created, because it normalises the pattern and throws when a parameter name occurs twice.
 */
function compilePattern(source: string): Omit<Entry<never>, "byMethod"> {
  const compiled = new URLPattern({ pathname: source });
  return { pattern: compiled.pathname, exec: compileToRegExp(source) ?? execOf(compiled) };
}

function compileToRegExp(pattern: string): Exec | null {
  const names: string[] = [];
  let source = "";
  let end = 0;
  let wildcards = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    const [text, optional, rest, param, wildcard, literal] = match;
    end += text.length;
    if (literal !== undefined) source += literal.replace(/[.\-/]/g, "\\$&");
    else if (optional !== undefined) source += "(?:\\/([^\\/]+?))?";
    else if (rest !== undefined) source += "(?:\\/((?:[^\\/]+?)(?:\\/(?:[^\\/]+?))*))?";
    else source += wildcard === undefined ? "([^\\/]+?)" : "(.*)";
    const name = optional ?? rest ?? param ?? (wildcard && String(wildcards++));
    if (name !== undefined) names.push(name);
  }
  if (end !== pattern.length) return null;

  const regex = new RegExp(`^${source}$`);
  return (pathname) => {
    const match = regex.exec(pathname);
    if (match === null) return null;
    const params: Record<string, string> = {};
    for (let i = 0; i < names.length; i++) params[names[i] ?? ""] = decodeParam(match[i + 1]);
    return params;
  };
}

function execOf(compiled: URLPattern): Exec {
  return (pathname) => {
    const match = compiled.exec({ pathname });
    if (match === null) return null;
    const groups = Object.entries(match.pathname.groups);
    return Object.fromEntries(groups.map(([name, value]) => [name, decodeParam(value)]));
  };
}

/** Decodes a parameter. Returns it unchanged when it is not valid percent-encoding. */
function decodeParam(value: string | undefined): string {
  if (value === undefined) return "";
  if (!value.includes("%")) return value;
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}

/** Matches a path that `URL` would leave unchanged. */
const PLAIN_PATH = /^(?:\/[\w~-][\w.~%-]*)*\/?$/;

/** Returns the path that routes are matched against. Avoids parsing the whole URL in the common case. */
export function readPathname(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  const path = end === -1 ? url.slice(start) : url.slice(start, end);
  return PLAIN_PATH.test(path) ? path : new URL(url).pathname.replace(/\/+/g, "/");
}

/** Joins a base path and a pattern as Fresh does: `*` matches everything below the base. */
export function mergePath(basePath: string, path: string): string {
  const base = basePath.endsWith("*") ? basePath.slice(0, -1) : basePath;
  const prefix = base === "/" ? "" : base;
  if (path === "*") return `${prefix}/*`;
  return prefix !== "" && path === "/" ? prefix : prefix + path;
}

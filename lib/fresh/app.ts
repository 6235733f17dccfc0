/** The app: it records registrations in order and compiles them to a request handler. */
import { Context } from "./context.ts";
import { errorResponse, HttpError } from "./error.ts";
import {
  folderPattern,
  pathToPattern,
  readRouteModule,
  type RouteFile,
  routeFileKind,
  sortRouteFiles,
  toMiddlewares,
  toRoute,
} from "./file_routes.ts";
import { once } from "./once.ts";
import { mergePath, readPathname, Router } from "./router.ts";
import {
  compileSteps,
  createSegment,
  findSegment,
  renderRoute,
  routeMethods,
  type Segment,
  segmentSteps,
} from "./segments.ts";
import { EMPTY_SNAPSHOT, type Snapshot, snapshots } from "./snapshot.ts";
import type {
  FreshConfig,
  LayoutConfig,
  MaybeLazy,
  MaybeLazyMiddleware,
  Method,
  Middleware,
  ResolvedFreshConfig,
  Route,
  RouteComponent,
  RouteConfig,
} from "./types.ts";

/** Listening options, as for `Deno.serve`. */
export type ListenOptions = Partial<Deno.ServeTcpOptions & Deno.TlsCertifiedKeyPem>;

type Chain<State> = ReturnType<typeof compileSteps<State>>;

/** The target that registrations are compiled into when the handler is created. */
interface Compilation<State> {
  readonly root: Segment<State>;
  readonly router: Router<Chain<State>>;
  readonly snapshot: Snapshot;
}

type Command<State> = (target: Compilation<State>) => void;

const FIRST_PORT = 8000;
const LAST_PORT = 8019;

/**
 * Collects middlewares, routes, layouts and error pages; they apply in the order in which they are added.
 *
 * @throws {Error} The constructor, for a `basePath` of another form than `/a/b`.
 */
export class App<State> {
  config: ResolvedFreshConfig;
  #commands: Command<State>[] = [];

  constructor(config: FreshConfig = {}) {
    const { basePath: given = "", mode = "production" } = config;
    const basePath = given.replace(/\/$/, "");
    if (!/^(?:\/[\w.-]+)*$/.test(basePath)) {
      throw new Error(`Invalid basePath: "${given}". Must be empty or start with "/"`);
    }
    this.config = { root: ".", basePath, mode };
  }

  /** Adds middlewares for all requests, or for those at or below a path. */
  use(...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(path: string, ...middlewares: MaybeLazyMiddleware<State>[]): this;
  use(
    first: string | MaybeLazyMiddleware<State>,
    ...rest: MaybeLazyMiddleware<State>[]
  ): this {
    const path = typeof first === "string" ? first : "*";
    const middlewares = typeof first === "string" ? rest : [first, ...rest];
    return this.#add(({ root }) => {
      findSegment(root, path).middlewares.push(...middlewares);
    });
  }

  get(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["GET"], path, middlewares);
  }
  post(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["POST"], path, middlewares);
  }
  put(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["PUT"], path, middlewares);
  }
  patch(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["PATCH"], path, middlewares);
  }
  delete(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["DELETE"], path, middlewares);
  }
  head(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle(["HEAD"], path, middlewares);
  }
  all(path: string, ...middlewares: MaybeLazy<Middleware<State>>[]): this {
    return this.#handle("ALL", path, middlewares);
  }

  /** Adds a route with a handler, a page component, or both. */
  route(path: string, route: MaybeLazy<Route<State>>, config?: RouteConfig): this {
    return this.#add((target) => {
      const segment = findSegment(target.root, path);
      addRoute(target, { segment, pattern: path, route, config }, this.config.basePath);
    });
  }

  /** Adds the file routes of the build (`routes/`) below `pattern`. */
  fsRoutes(pattern = "*"): this {
    return this.#add((target) => {
      const { basePath } = this.config;
      const base = pattern === "*" ? basePath : mergePath(basePath, pattern);
      for (const file of sortRouteFiles(target.snapshot.routes)) addFile(target, file, base);
    });
  }

  /** Wraps pages at or below a path with a layout. */
  layout(path: string, component: RouteComponent<State>, config: LayoutConfig = {}): this {
    return this.#add(({ root }) => {
      findSegment(root, path).layout = { component, config };
    });
  }

  /** Sets the app wrapper of all pages: the component that renders `<html>` around them. */
  appWrapper(component: RouteComponent<State>): this {
    return this.#add(({ root }) => {
      root.app = component;
    });
  }

  /** Sets the route or handler that answers errors thrown at or below a path. */
  onError(path: string, routeOrMiddleware: Route<State> | Middleware<State>): this {
    return this.#add(({ root }) => {
      findSegment(root, path).errorRoute = asRoute(routeOrMiddleware);
    });
  }

  /** Sets the route or handler that answers requests without a route, and `HttpError(404)`. */
  notFound(routeOrMiddleware: Route<State> | Middleware<State>): this {
    return this.#add(({ root }) => {
      root.notFound = asRoute(routeOrMiddleware);
    });
  }

  /** Compiles all registrations so far to a request handler, for `Deno.serve` and for tests. */
  handler(): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const snapshot = snapshots.get(this) ?? EMPTY_SNAPSHOT;
    const root = createSegment<State>(null);
    const router = new Router<Chain<State>>();
    for (const command of this.#commands) command({ root, router, snapshot });
    const rootChain = compileSteps(segmentSteps(root));
    const { config } = this;

    return async (req, info = UNKNOWN_PEER) => {
      const pathname = readPathname(req.url);
      const method = req.method.toUpperCase();
      const { item, pattern, params, allowed } = router.match(method, pathname);
      const init = { req, info, pathname, route: pattern, params, config, snapshot };
      const ctx = new Context<State>(init);
      try {
        const chain = item ?? rootChain;
        const last = pattern === null || item !== undefined
          ? notFound
          : () => methodNotAllowed(method, allowed());
        const response = await chain(ctx, last);
        if (!(response instanceof Response)) {
          throw new Error(
            `Expected a "Response" instance to be returned, but got: ${response}`,
          );
        }
        // The server drops the body of a HEAD response itself and keeps its Content-Length.
        return response;
      } catch (error) {
        ctx.error = error;
        return errorResponse(error);
      }
    };
  }

  /** Serves the app until it is stopped. Without a port, takes the first free one from 8000 to 8019. */
  async listen(options: ListenOptions = {}): Promise<void> {
    const handler = this.handler();
    if (options.port !== undefined) {
      await Deno.serve({ ...options, port: options.port }, handler).finished;
      return;
    }
    for (let port = FIRST_PORT;; port++) {
      try {
        await Deno.serve({ ...options, port }, handler).finished;
        return;
      } catch (error) {
        if (!(error instanceof Deno.errors.AddrInUse) || port === LAST_PORT) throw error;
      }
    }
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }

  #handle(
    methods: "ALL" | Method[],
    path: string,
    middlewares: MaybeLazy<Middleware<State>>[],
  ): this {
    return this.#add(({ root, router }) => {
      const segment = findSegment(root, path);
      const chain = compileSteps([...segmentSteps(segment), ...middlewares]);
      router.add(methods, mergePath(this.config.basePath, path), chain);
    });
  }
}

const UNKNOWN_PEER: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

function notFound(): never {
  throw new HttpError(404);
}

function methodNotAllowed(method: string, allowed: string[]): Response {
  if (method !== "OPTIONS") throw new HttpError(405);
  return new Response(null, { status: 204, headers: { Allow: allowed.join(", ") } });
}

function asRoute<State>(routeOrMiddleware: Route<State> | Middleware<State>): Route<State> {
  return typeof routeOrMiddleware === "function"
    ? { handler: routeOrMiddleware }
    : routeOrMiddleware;
}

interface NewRoute<State> {
  /** The segment of the route in the tree. */
  segment: Segment<State>;
  pattern: string;
  route: MaybeLazy<Route<State>>;
  config?: RouteConfig | undefined;
}

function addRoute<State>(
  { router }: Compilation<State>,
  { segment, pattern, route, config }: NewRoute<State>,
  basePath: string,
): void {
  const steps = segmentSteps(segment);
  if (typeof route !== "function") {
    const path = mergePath(basePath, route.config?.routeOverride ?? pattern);
    const chain = compileSteps([...steps, (ctx) => renderRoute(ctx, route)]);
    router.add(routeMethods(route), path, chain);
    return;
  }
  const load = once(route);
  const chain = compileSteps([...steps, async (ctx) => renderRoute(ctx, await load())]);
  const path = mergePath(basePath, config?.routeOverride ?? pattern);
  router.add(config?.methods ?? "ALL", path, chain);
}

function addFile<State>(target: Compilation<State>, file: RouteFile, base: string): void {
  const { id, module } = file;
  const { root } = target;
  const kind = routeFileKind(id);
  const segment = findSegment(root, folderPattern(id));
  if (kind === "route") return addRouteFile(target, segment, { file, base });
  const read = readRouteModule<State>(id, module);
  if (kind === "middleware") segment.middlewares.push(...toMiddlewares(read));
  else if (kind === "error") segment.errorRoute = toRoute(read);
  else if (kind === "notFound") root.notFound = toRoute(read);
  else if (kind === "app") root.app = read.component ?? root.app;
  else if (read.component !== undefined) {
    segment.layout = { component: read.component, config: read.config ?? {} };
  }
}

function addRouteFile<State>(
  target: Compilation<State>,
  segment: Segment<State>,
  { file: { id, module }, base }: { file: RouteFile; base: string },
): void {
  const route = typeof module === "function"
    ? async () => toRoute(readRouteModule<State>(id, await module()))
    : toRoute(readRouteModule<State>(id, module));
  addRoute(target, { segment, pattern: pathToPattern(id), route }, base);
}

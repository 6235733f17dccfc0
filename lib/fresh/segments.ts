/**
 * The tree of path segments, which hold middlewares, layouts and error routes, and the chain of steps that a route
 * runs. Chains are compiled once, when the app's handler is created.
 */
import { type Context, readInternals } from "./context.ts";
import { HttpError, statusOf } from "./error.ts";
import type {
  HandlerByMethod,
  HandlerFn,
  LayoutConfig,
  MaybeLazyMiddleware,
  Method,
  PageResponse,
  Route,
  RouteComponent,
  RouteHandler,
} from "./types.ts";

export interface Segment<State> {
  readonly parent: Segment<State> | null;
  readonly children: Map<string, Segment<State>>;
  readonly middlewares: MaybeLazyMiddleware<State>[];
  layout: { component: RouteComponent<State>; config: LayoutConfig } | null;
  errorRoute: Route<State> | null;
  /** Set on the root only. */
  notFound: Route<State> | null;
  /** Set on the root only. */
  app: RouteComponent<State> | null;
}

/** Creates an empty segment below `parent`, or a root when `parent` is null. Does not add it to `parent`. */
export function createSegment<State>(parent: Segment<State> | null): Segment<State> {
  return {
    parent,
    children: new Map(),
    middlewares: [],
    layout: null,
    errorRoute: null,
    notFound: null,
    app: null,
  };
}

/** An optional group of a pattern: `{/:id}?`. */
const OPTIONAL_GROUP = /\{[^{}]*\}\??/g;

/**
 * Returns the segment of a pattern, creating it as needed. Optional groups are ignored, so a path inside one has the
 * middlewares of the surrounding path.
 */
export function findSegment<State>(root: Segment<State>, pattern: string): Segment<State> {
  const path = pattern.replace(OPTIONAL_GROUP, "");
  if (path === "*" || path === "/*") return root;
  let current = root;
  for (const name of path.split("/")) {
    if (name === "") continue;
    const parent = current;
    const child = parent.children.getOrInsertComputed(name, () => createSegment(parent));
    current = child;
  }
  return current;
}

type Step<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** Returns the steps of a segment and its ancestors, outermost first, as registered so far. */
export function segmentSteps<State>(segment: Segment<State>): MaybeLazyMiddleware<State>[] {
  const path: Segment<State>[] = [];
  for (let at: Segment<State> | null = segment; at !== null; at = at.parent) path.unshift(at);
  const root = path[0] ?? segment;

  let app: RouteComponent<State> | null = null;
  let layouts: readonly RouteComponent<State>[] = [];
  return path.flatMap((at) => {
    app = at.app ?? app;
    if (at.layout !== null) {
      if (at.layout.config.skipAppWrapper) app = null;
      const inherited = at.layout.config.skipInheritedLayouts ? [] : layouts;
      layouts = [...inherited, at.layout.component];
    }
    return [createFrame({ root, errorRoute: at.errorRoute, app, layouts }), ...at.middlewares];
  });
}

interface Frame<State> {
  root: Segment<State>;
  errorRoute: Route<State> | null;
  app: RouteComponent<State> | null;
  layouts: readonly RouteComponent<State>[];
}

/** Creates the step that sets the app wrapper and layouts of a segment and renders its error pages. */
function createFrame<State>({ root, errorRoute, app, layouts }: Frame<State>): Step<State> {
  return async function frame(ctx) {
    const internals = readInternals(ctx);
    internals.app = app;
    internals.layouts = layouts;
    try {
      return await ctx.next();
    } catch (error) {
      const status = statusOf(error);
      const route = status === 404 && root.notFound !== null ? root.notFound : errorRoute;
      if (route === null) throw error;
      ctx.error = error;
      return await renderRoute(ctx, route, status);
    }
  };
}

/**
 * Compiles steps to one function that runs them and then `last`. Each step calls the next with `ctx.next()`. An error
 * is stored in `ctx.error` for the outer steps. After each step the app wrapper and the layouts of the outer steps are
 * restored.
 */
export function compileSteps<State>(
  steps: MaybeLazyMiddleware<State>[],
): (ctx: Context<State>, last: Step<State>) => Promise<Response> {
  const loaded = [...steps];

  async function run(ctx: Context<State>, index: number, last: Step<State>): Promise<Response> {
    const step = loaded[index];
    if (step === undefined) return last(ctx);
    const internals = readInternals(ctx);
    const { app, layouts } = internals;
    ctx.next = () => run(ctx, index + 1, last);
    try {
      const result = await step(ctx);
      if (typeof result !== "function") return result;
      loaded[index] = result;
      return await result(ctx);
    } catch (error) {
      ctx.error = error;
      throw error;
    } finally {
      internals.app = app;
      internals.layouts = layouts;
    }
  }
  return (ctx, last) => run(ctx, 0, last);
}

/** Whether a handler is an object with a function per method. */
function isHandlerByMethod<Data, State>(
  handler: RouteHandler<Data, State>,
): handler is HandlerByMethod<Data, State> {
  return typeof handler === "object";
}

/**
 * Returns the methods that a route is registered for: all without a method object, else its methods plus a page's
 * `GET`.
 */
export function routeMethods<State>({ handler, component }: Route<State>): "ALL" | string[] {
  if (handler === undefined || !isHandlerByMethod(handler)) return "ALL";
  const methods = Object.keys(handler);
  return component === undefined || "GET" in handler ? methods : ["GET", ...methods];
}

function findHandler<State>(
  { handler, component }: Route<State>,
  method: string,
): HandlerFn<unknown, State> | undefined {
  const renderOnly = component === undefined ? undefined : () => ({ data: {} });
  if (handler === undefined) return renderOnly;
  if (!isHandlerByMethod(handler)) return handler;
  const get = handler.GET ?? renderOnly;
  if (Object.hasOwn(handler, method)) return handler[method as Method];
  return method === "GET" || method === "HEAD" ? get : undefined;
}

/**
 * Runs a route's handler and renders its component with the handler's data.
 *
 * @throws {HttpError} 405 for a method without a handler; 404 when the route has neither handler nor component.
 */
export async function renderRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const internals = readInternals(ctx);
  if (route.config?.skipAppWrapper) internals.app = null;
  if (route.config?.skipInheritedLayouts) internals.layouts = [];

  const handler = findHandler(route, ctx.req.method.toUpperCase());
  if (handler === undefined) throw new HttpError(route.handler === undefined ? 404 : 405);
  const result: Response | PageResponse<unknown> = await handler(ctx);
  if (result instanceof Response) return result;

  const init: ResponseInit = { status: result.status ?? status };
  if (result.headers !== undefined) init.headers = result.headers;
  return internals.renderComponent(ctx, { component: route.component, data: result.data, init });
}

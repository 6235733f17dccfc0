/**
 * The tree of path segments that middlewares, layouts and error routes hang on, and the chain of
 * steps that a route below them runs. A chain is built once, when the app's handler is made.
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
  /** Only of the root. */
  notFound: Route<State> | null;
  /** Only of the root. */
  app: RouteComponent<State> | null;
}

/** An empty segment below `parent`, or a root. */
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

/** A part of a pattern that may be missing: `{/:id}?`. */
const OPTIONAL_GROUP = /\{[^{}]*\}\??/g;

/**
 * The segment of a pattern. Optional groups leave no trace in it, so what lies below one has the
 * middlewares of the path around it.
 */
export function findSegment<State>(root: Segment<State>, pattern: string): Segment<State> {
  const path = pattern.replace(OPTIONAL_GROUP, "");
  if (path === "*" || path === "/*") return root;
  let current = root;
  for (const name of path.split("/")) {
    if (name === "") continue;
    let child = current.children.get(name);
    if (child === undefined) current.children.set(name, child = createSegment(current));
    current = child;
  }
  return current;
}

type Step<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** The steps that lead to a segment, outermost first, as things stand now. */
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

/** Puts a segment's wrapper and layouts in place and turns what is thrown below into its pages. */
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
 * Joins steps and the end of the chain into one function. Each step reaches the next by
 * `ctx.next()`; whatever a step throws is kept in `ctx.error` for those outside it. After a step,
 * those outside it find the app wrapper and the layouts of their own place again.
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

/** Whether a handler is an object of methods. */
export function isHandlerByMethod<Data, State>(
  handler: RouteHandler<Data, State>,
): handler is HandlerByMethod<Data, State> {
  return typeof handler === "object";
}

/** The methods that a route answers: all with a function, a page's `GET`, or those it lists. */
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
 * Runs a route's handler and renders its component with the handler's data. A method without a
 * handler ends in 405, a route with neither handler nor component in 404.
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

/** The context that every middleware and handler receives: the request, its route and methods to respond. */
import {
  type AnyComponent,
  type ComponentChild,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
  type VNode,
} from "preact";
import { renderDocument } from "./render.ts";
import { markup } from "./rendering.ts";
import type { Snapshot } from "./snapshot.ts";
import type {
  AsyncComponent,
  LayoutConfig,
  PageProps,
  ResolvedFreshConfig,
  RouteComponent,
} from "./types.ts";

interface ComponentPage<State> {
  component: RouteComponent<State> | undefined;
  data: unknown;
  init: ResponseInit;
}

interface Internals<State> {
  app: RouteComponent<State> | null;
  layouts: readonly RouteComponent<State>[];
  readonly pathname: string;
  readonly snapshot: Snapshot;
  renderComponent(ctx: Context<State>, page: ComponentPage<State>): Promise<Response>;
}

/** Values of a request that the app passes to its context. */
interface ContextInit {
  req: Request;
  info: Deno.ServeHandlerInfo;
  pathname: string;
  route: string | null;
  params: Record<string, string>;
  config: ResolvedFreshConfig;
  snapshot: Snapshot;
}

/** Reads the framework's private state of a context, which apps cannot access. */
export let readInternals: <State>(ctx: Context<State>) => Internals<State>;

function missingNext(): Promise<Response> {
  throw new TypeError("Cannot call ctx.next() outside of a middleware");
}

/** One request. Its middlewares and its handler share `state`. */
export class Context<State> {
  readonly config: ResolvedFreshConfig;
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  /** The route pattern that matched, or null. */
  readonly route: string | null;
  readonly params: Record<string, string>;
  readonly state: State = {} as State;
  data: unknown = undefined;
  /** The error thrown by an inner step; null when there is none. */
  error: unknown = null;
  /** Calls the next middleware or the handler. */
  next: () => Promise<Response> = missingNext;
  Component: FunctionComponent = () => null;

  #url: URL | null = null;
  #internals: Internals<State>;

  static {
    readInternals = (ctx) => ctx.#internals;
  }

  constructor({ req, info, pathname, route, params, config, snapshot }: ContextInit) {
    this.req = req;
    this.info = info;
    this.route = route;
    this.params = params;
    this.config = config;
    this.#internals = { app: null, layouts: [], pathname, snapshot, renderComponent };
  }

  /** The request's URL, parsed on first access. Repeated slashes in its path are collapsed to one. */
  get url(): URL {
    if (this.#url === null) {
      this.#url = new URL(this.req.url);
      if (this.#url.pathname.includes("//")) {
        this.#url.pathname = this.#url.pathname.replace(/\/+/g, "/");
      }
    }
    return this.#url;
  }

  /**
   * Returns a redirect. A path cannot leave the site: repeated slashes are collapsed, so `//host` stays a path. Browsers
   * read `\` as `/`, and skip line ends, tabs and leading controls, so these cannot hide such slashes.
   */
  redirect(pathOrUrl: string, status = 302): Response {
    const given = pathOrUrl.replace(/^[\p{Cc} ]+|[\t\n\r]/gu, "");
    const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(given) ?? [];
    const location = /^[/\\]/.test(path) ? path.replace(/[/\\]+/g, "/") + rest : given;
    return new Response(null, { status, headers: { location } });
  }

  /** Renders `vnode` inside the layouts and the app wrapper that apply to this route. */
  async render(
    vnode: VNode | null,
    init: ResponseInit = {},
    config: LayoutConfig = {},
  ): Promise<Response> {
    if (arguments.length === 0) throw new Error("No arguments passed to: ctx.render()");
    if (vnode !== null && !isValidElement(vnode)) {
      throw new Error("Non-JSX element passed to: ctx.render()");
    }
    const { app, layouts } = this.#internals;

    let tree: ComponentChild = vnode;
    for (const layout of config.skipInheritedLayouts ? [] : layouts.toReversed()) {
      const child = tree;
      this.Component = () => child;
      const wrapped = await createElement(layout, pageProps(this, undefined));
      if (wrapped instanceof Response) return wrapped;
      tree = wrapped;
    }

    let html = "";
    this.Component = () => markup(html);
    const wrapper = app === null || config.skipAppWrapper
      ? null
      : await createElement(app, pageProps(this, null));
    if (wrapper instanceof Response) return wrapper;

    const response = renderDocument({
      tree: h(Fragment, null, tree),
      wrap: wrapper === null ? null : (inner) => {
        html = inner;
        return h(Fragment, null, wrapper);
      },
      init,
      snapshot: this.#internals.snapshot,
      basePath: this.config.basePath,
      pathname: this.#internals.pathname,
      url: this.url,
    });
    // A context survives until a full garbage collection, and its page is many times its size: free the page now.
    html = "";
    this.Component = () => null;
    return response;
  }

  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  html(content: string, init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }
}

function pageProps<Data, State>(ctx: Context<State>, data: Data): PageProps<Data, State> {
  return {
    Component: ctx.Component,
    config: ctx.config,
    data,
    error: ctx.error,
    info: ctx.info,
    params: ctx.params,
    req: ctx.req,
    route: ctx.route,
    state: ctx.state,
    url: ctx.url,
  };
}

function isAsync<P>(
  component: AnyComponent<P> | AsyncComponent<P>,
): component is AsyncComponent<P> {
  return component.constructor.name === "AsyncFunction";
}

async function createElement<P extends object>(
  component: AnyComponent<P> | AsyncComponent<P>,
  props: P,
): Promise<ComponentChild | Response> {
  if (isAsync(component)) return await component(props);
  return h(component, props);
}

async function renderComponent<State>(
  ctx: Context<State>,
  { component, data, init }: ComponentPage<State>,
): Promise<Response> {
  if (component === undefined) return ctx.render(null, init);
  ctx.Component = () => null;
  const element = await createElement(component, pageProps(ctx, data));
  if (element instanceof Response) return element;
  return ctx.render(h(Fragment, null, element), init);
}

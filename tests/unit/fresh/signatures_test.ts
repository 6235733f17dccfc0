/**
 * The signatures of Fresh 2.3, written down as types, must be assignable to ours, so that code that type-checks against
 * ours also type-checks against Fresh's. A wrong signature fails `deno check`.
 */
import * as ours from "fresh";
import * as dev from "fresh/dev";
import type * as runtime from "fresh/runtime";
import { tailwind } from "@fresh/plugin-tailwind";
import type { ComponentChildren, VNode } from "preact";
import assert from "node:assert/strict";

/** Compiles only if the type `Theirs` is assignable to the type `Ours`. */
type Assignable<Theirs extends Ours, Ours> = Theirs;

type State = { user: string };
type Context = ours.Context<State>;
type Middleware = (ctx: Context) => Response | Promise<Response>;

/** Functions of Fresh. */
interface Fresh {
  page<T>(data: T, options?: { headers?: HeadersInit; status?: number }): ours.PageResponse<T>;
  csrf(options?: ours.CsrfOptions<State>): Middleware;
  csp(options?: {
    reportOnly?: boolean;
    reportTo?: string;
    csp?: string[];
    useNonce?: boolean;
  }): Middleware;
  staticFiles(): Middleware;
  asset(path: string): string;
  assetSrcSet(srcset: string): string;
  Head(props: { children?: ComponentChildren }): ComponentChildren;
}

/** The members of Fresh's context that ours has too. */
interface FreshContext {
  readonly config: { root: string; basePath: string; mode: "development" | "production" };
  readonly url: URL;
  req: Request;
  readonly route: string | null;
  readonly params: Record<string, string>;
  readonly state: State;
  data: unknown;
  error: unknown;
  readonly info: Deno.ServeHandlerInfo;
  next: () => Promise<Response>;
  redirect(pathOrUrl: string, status?: number): Response;
  render(
    vnode: VNode | null,
    init?: ResponseInit,
    config?: { skipInheritedLayouts?: boolean; skipAppWrapper?: boolean },
  ): Promise<Response>;
  text(content: string, init?: ResponseInit): Response;
  html(content: string, init?: ResponseInit): Response;
  json(content: unknown, init?: ResponseInit): Response;
}

export type Checks = [
  Assignable<Fresh["page"], <T>(data: T) => ours.PageResponse<T>>,
  Assignable<Fresh["csrf"], typeof ours.csrf<State>>,
  Assignable<Fresh["csp"], typeof ours.csp<State>>,
  Assignable<Fresh["staticFiles"], typeof ours.staticFiles<State>>,
  Assignable<Fresh["asset"], typeof runtime.asset>,
  Assignable<Fresh["assetSrcSet"], typeof runtime.assetSrcSet>,
  Assignable<Fresh["Head"], typeof runtime.Head>,
  Assignable<FreshContext, Omit<Pick<Context, keyof FreshContext>, "req"> & { req: Request }>,
  Assignable<typeof ours.HttpError, new (status: 404, message?: string) => ours.HttpError>,
];

Deno.test("the calls that Fresh's documentation shows type-check against ours (§4)", () => {
  const define = ours.createDefine<State>();
  const handlers = define.handlers({
    GET: (ctx) => ours.page({ name: ctx.state.user }, { status: 201, headers: { "X-A": "1" } }),
    POST: (ctx) => ctx.redirect("/", 303),
  });
  const page = define.page<typeof handlers>(({ data, params, url, state }) => {
    const name: string = data.name;
    return [name, params.id, url.pathname, state.user];
  });
  const layout = define.layout(({ Component }) => typeof Component);
  const middleware = define.middleware((ctx) => ctx.next());
  const list = define.middleware([(ctx) => ctx.next()]);

  const app = new ours.App<State>({ basePath: "/base" })
    .use(ours.staticFiles(), ours.csrf({ origin: ["https://a.example"] }), ours.csp({ csp: [] }))
    .use("/path", middleware, ...list)
    .get("/", (ctx) => new Response(ctx.params.id))
    .route("/page", { handler: handlers, component: layout, config: { skipAppWrapper: true } })
    .layout("/page", layout, { skipInheritedLayouts: true })
    .appWrapper(({ Component }) => typeof Component)
    .onError("*", (ctx) => new Response(String(ctx.error)))
    .notFound(() => new Response(null, { status: 404 }))
    .fsRoutes();
  const handler: (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> = app
    .handler();

  const builder = new dev.Builder<State>({ root: ".", target: "es2022" });
  tailwind(builder, { exclude: [/vendor/] });
  builder.onTransformStaticFile({ pluginName: "p", filter: /\.x$/ }, ({ text }) => {
    return { content: text };
  });
  const build: () => Promise<(app: ours.App<State>) => void> = () => {
    return builder.build({ mode: "production", snapshot: "memory" });
  };
  assert.deepEqual([typeof handler, typeof build, typeof page], [
    "function",
    "function",
    "function",
  ]);
});

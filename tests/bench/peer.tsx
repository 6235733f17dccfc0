/**
 * The peer of the HTTP benchmark: a bare `Deno.serve` on `PORT` that answers the service's own bytes,
 * fetched once at start, and renders the wizard's page with `renderToString` alone.
 *
 * Arguments: the service's origin, and its paths as JSON.
 */
import { App, type Context } from "fresh";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { State } from "../../lib/define.ts";
import { loadConfig } from "../../lib/config.ts";
import { build } from "../../lib/services.ts";
import AppWrapper from "../../routes/_app.tsx";
import BuyerLayout from "../../routes/(buyer)/_layout.tsx";
import SelectPage, { handler } from "../../routes/(buyer)/select.tsx";

const [origin = "", pathsJson = "{}"] = Deno.args;
const paths: { recommendation: string; page: string; file: string } = JSON.parse(pathsJson);

async function copyOf(path: string): Promise<() => Response> {
  const response = await fetch(origin + path);
  const bytes = await response.bytes();
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  return () => new Response(bytes, { headers });
}

/** The page's tree with the data that the service computes for it, to be rendered again and again. */
async function pageOf(path: string): Promise<() => Response> {
  const dataDir = await Deno.makeTempDir();
  const services = await build(loadConfig({ DATA_DIR: dataDir, DENO_KV_PATH: ":memory:" }));
  let render = (): string => "";
  const app = new App<State>().get("/select", async (ctx: Context<State>) => {
    ctx.state.services = services;
    const result = await handler.GET(ctx);
    if (result instanceof Response) throw new Error(`Cannot render ${path}: it redirects`);
    const props = { ...ctx, url: ctx.url, state: ctx.state, data: undefined as never };
    const Page = () => h(SelectPage, { ...props, ...result });
    const Inner = () => h(BuyerLayout, { ...props, Component: Page });
    render = () =>
      `<!DOCTYPE html>${renderToString(h(AppWrapper, { ...props, Component: Inner }))}`;
    return new Response();
  });
  await app.handler()(new Request(new URL(path, origin)));
  await services.dispose();
  const headers = { "content-type": "text/html; charset=utf-8" };
  return () => new Response(render(), { headers });
}

const answers = new Map<string, () => Response>([
  [paths.recommendation, await copyOf(paths.recommendation)],
  [paths.file, await copyOf(paths.file)],
  [paths.page, await pageOf(paths.page)],
]);

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} }, (req) => {
  const path = req.url.slice(req.url.indexOf("/", 8));
  return answers.get(path)?.() ?? new Response(null, { status: 404 });
});

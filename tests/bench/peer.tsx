/**
 * The peer of the bench `http`: a bare `Deno.serve` on `PORT`. For the path of the file it sends the service's bytes,
 * fetched once at the start. For any other path it renders the next wizard page with only `renderToString`.
 *
 * Arguments: the service's origin, and the paths of the pages and the file as JSON.
 */
import { App, type Context } from "fresh";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { State } from "@/lib/define.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { build } from "@/lib/services.ts";
import AppWrapper from "@/routes/_app.tsx";
import BuyerLayout from "@/routes/(buyer)/_layout.tsx";
import SelectPage, { handler } from "@/routes/(buyer)/select.tsx";

const [origin = "", pathsJson = "{}"] = Deno.args;
const paths: { pages: string[]; file: string } = JSON.parse(pathsJson);

async function copyOf(path: string): Promise<() => Response> {
  const response = await fetch(origin + path);
  const bytes = await response.bytes();
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  return () => new Response(bytes, { headers });
}

/** Returns functions that render the pages, with the data that the service computes for them once. */
async function treesOf(pages: readonly string[]): Promise<(() => string)[]> {
  const dataDir = await Deno.makeTempDir();
  const services = await build(loadConfig({ DATA_DIR: dataDir, DENO_KV_PATH: ":memory:" }));
  const trees: (() => string)[] = [];
  const app = new App<State>().get("/select", async (ctx: Context<State>) => {
    ctx.state.services = services;
    const result = await handler.GET(ctx);
    if (result instanceof Response) throw new Error(`Cannot render ${ctx.url}: it redirects`);
    const props = { ...ctx, url: ctx.url, state: ctx.state, data: undefined as never };
    const Page = () => h(SelectPage, { ...props, ...result });
    const Inner = () => h(BuyerLayout, { ...props, Component: Page });
    trees.push(() =>
      `<!DOCTYPE html>${renderToString(h(AppWrapper, { ...props, Component: Inner }))}`
    );
    return new Response();
  });
  const handle = app.handler();
  for (const path of pages) await handle(new Request(new URL(path, origin)));
  await services.dispose();
  await Deno.remove(dataDir, { recursive: true });
  return trees;
}

const file = await copyOf(paths.file);
const trees = await treesOf(paths.pages);
const headers = { "content-type": "text/html; charset=utf-8" };
let turn = 0;

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} }, (req) => {
  const path = req.url.slice(req.url.indexOf("/", 8));
  if (path === paths.file) return file();
  return new Response(trees[turn++ % trees.length]?.(), { headers });
});

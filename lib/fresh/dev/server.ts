/**
 * The development server: builds in memory, reloads open pages after a change, and serves the build errors until the
 * app builds again.
 */
import { App, type ListenOptions } from "../app.ts";
import { applySnapshot } from "../snapshot.ts";
import type { Builder } from "./builder.ts";
import { renderProblems } from "./problems.ts";

interface DevelopmentOptions<State> {
  importApp: () => Promise<{ app: App<State> } | App<State>>;
  listen: ListenOptions;
}

const ALIVE_PATH = "/_frsh/alive";
const SCRIPT_PATH = "/_frsh/reload.js";

/** Browser script that reloads the page when the server reports a new revision, after a restart or a rebuild. */
const SCRIPT = `let known;
new EventSource("${ALIVE_PATH}").onmessage = ({ data }) => {
  if (known !== undefined && known !== data) location.reload();
  known = data;
};`;

/** Debounce of file changes in milliseconds: an editor may write a file in several steps. */
const SETTLE_MS = 50;

/** Serves until stopped. A change in `static/` triggers a rebuild; a change of code needs `deno run --watch`. */
export async function serveDevelopment<State>(
  builder: Builder<unknown>,
  { importApp, listen }: DevelopmentOptions<State>,
): Promise<void> {
  const pages = new Set<ReadableStreamDefaultController<string>>();
  let revision = "";
  let current = start();

  async function start(): Promise<Deno.ServeHandler> {
    revision = crypto.randomUUID();
    const problems: unknown[] = [];
    const report = (error: unknown) => void problems.push(error);
    try {
      const imported = await importApp();
      const app = imported instanceof App ? imported : imported.app;
      const snapshot = await builder.load(await builder.make(report), report);
      applySnapshot(app, { ...snapshot, devScript: SCRIPT_PATH });
      const handler = app.handler();
      if (problems.length === 0) return handler;
    } catch (error) {
      report(error);
    }
    for (const problem of problems) globalThis.console.error(problem);
    const html = await renderProblems(problems, { root: builder.config.root, script: SCRIPT_PATH });
    return () => new Response(html, { status: 500, headers: { "Content-Type": "text/html" } });
  }

  function alive(): Response {
    let page: ReadableStreamDefaultController<string>;
    const stream = new ReadableStream<string>({
      start(controller) {
        page = controller;
        pages.add(page);
        page.enqueue(`retry: 200\ndata: ${revision}\n\n`);
      },
      cancel: () => void pages.delete(page),
    });
    const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
    return new Response(stream.pipeThrough(new TextEncoderStream()), { headers });
  }

  const server = new App<State>()
    .get(ALIVE_PATH, alive)
    .get(SCRIPT_PATH, (ctx) => ctx.text(SCRIPT, { headers: { "Content-Type": "text/javascript" } }))
    .all("*", async (ctx) => (await current)(ctx.req, ctx.info));

  await Promise.all([
    server.listen(listen),
    watch(builder.config.staticDir, async () => {
      current = start();
      await current;
      for (const page of pages) page.enqueue(`data: ${revision}\n\n`);
    }),
  ]);
}

async function watch(dir: string, onChange: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for await (const { kind } of Deno.watchFs(dir)) {
      if (kind === "access") continue;
      clearTimeout(timer);
      timer = setTimeout(onChange, SETTLE_MS);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

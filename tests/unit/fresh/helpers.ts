/** Helpers of the framework's tests, which use only its public API. */
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends a request to an app; `path` may also be a URL. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Answer>;

/** Returns a function that sends requests to an app without a server. */
export function client<State>(app: App<State>): Fetch {
  const handler = app.handler();
  return async (path, init) => {
    const response = await handler(new Request(new URL(path, "http://localhost"), init));
    // A server leaves out the body of a response to HEAD.
    const body = init?.method === "HEAD" ? "" : await response.text();
    if (!response.bodyUsed) await response.body?.cancel();
    return { status: response.status, headers: response.headers, body };
  };
}

/** Builds a folder of `fixtures/` in memory and applies it to an app. */
export async function buildFixture<State>(name: string, app: App<State>): Promise<App<State>> {
  const applySnapshot = await build(fileURLToPath(new URL(`fixtures/${name}/`, import.meta.url)));
  applySnapshot(app);
  return app;
}

let last: Promise<unknown> = Promise.resolve();

/** Builds one folder at a time, because test files may share an isolate, and each build stops the bundler. */
function build(root: string) {
  const built = last.then(() => new Builder({ root }).build({ snapshot: "memory" }));
  last = built.catch(() => {});
  return built;
}

/** Builds an app whose only routes are these files, by path and text. Disposing it removes the files. */
export async function buildFiles(files: Record<string, string>) {
  await using making = new AsyncDisposableStack();
  const root = await Deno.makeTempDir();
  making.defer(() => Deno.remove(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(root, path)), { recursive: true });
    await Deno.writeTextFile(join(root, path), text);
  }
  const applySnapshot = await build(root);
  const app = new App().fsRoutes();
  applySnapshot(app);
  const made = making.move();
  return { app, [Symbol.asyncDispose]: () => made.disposeAsync() };
}

/** Returns the content of `<body>`, with runs of white space as one space. */
export function bodyOf({ body }: Answer): string {
  return /<body[^>]*>(.*)<\/body>/s.exec(body)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? "";
}

/** Returns the elements of `<head>`, in order and without nonces. */
export function headOf({ body }: Answer): string[] {
  const head = /<head[^>]*>(.*?)<\/head>/s.exec(body)?.[1] ?? "";
  return head.replaceAll(/ nonce="\w+"/g, "").match(
    /<(title|script)[^>]*>.*?<\/\1>|<[^/][^>]*>/g,
  ) ?? [];
}

/** Runs a function with `console.error` silenced, and returns its result and the values that it logged. */
export async function withoutErrorLog<T>(run: () => Promise<T>): Promise<[T, unknown[]]> {
  const { console } = globalThis;
  const original = console.error;
  const logged: unknown[] = [];
  console.error = (...args: unknown[]) => void logged.push(...args);
  try {
    return [await run(), logged];
  } finally {
    console.error = original;
  }
}

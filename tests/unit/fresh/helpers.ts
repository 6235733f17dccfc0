/** What the tests of the framework share; they use its public API only. */
import type { App } from "fresh";
import { Builder } from "fresh/dev";
import { fileURLToPath } from "node:url";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export type Fetch = (path: string, init?: RequestInit) => Promise<Answer>;

/** Asks an app without a server. */
export function client<State>(app: App<State>): Fetch {
  const handler = app.handler();
  return async (path, init) => {
    const response = await handler(new Request(new URL(path, "http://localhost"), init));
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
}

/** Builds a folder of `fixtures/` in memory and applies it to an app. */
export async function buildFixture<State>(name: string, app: App<State>): Promise<App<State>> {
  const root = fileURLToPath(new URL(`fixtures/${name}/`, import.meta.url));
  const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
  applySnapshot(app);
  return app;
}

/** The content of `<body>` without the app's own markup around it. */
export function bodyOf({ body }: Answer): string {
  return /<body[^>]*>(.*)<\/body>/s.exec(body)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? "";
}

/** Runs with `console.error` silenced, and gives what it would have printed. */
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

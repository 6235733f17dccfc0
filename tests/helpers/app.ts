/** The whole app in process: real services on a test database, without a port. */
import assert from "node:assert/strict";
import { Builder } from "fresh/dev";
import { createApp } from "@/app.ts";
import type { OpenOptions } from "@/lib/db/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { build, type ServiceOverrides, type Services } from "@/lib/services.ts";
import { bundleScripts } from "@/scripts/bundle.ts";
import {
  DEFAULT_ENGINE,
  demoLocation,
  eachEngineUnopened,
  type Engine,
  migratedLocation,
} from "./db.ts";
import { DATABASE_CONNECTIONS, UNLIMITED } from "./settings.ts";

const ROOT = new URL("../../", import.meta.url);

/** The app with its services; disposing it closes them and removes the database. */
export interface TestApp extends AsyncDisposable {
  readonly services: Services;
  /** The handler of the app, to serve it on a port or to call it with a peer address. */
  readonly handler: (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;
  /** Sends a request as a client would; `path` may contain a query. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestAppOptions {
  engine?: Engine;
  /** Additional environment variables. */
  environment?: Record<string, string>;
  overrides?: ServiceOverrides;
  /** An existing database, which the caller removes; `engine` is then ignored. */
  location?: OpenOptions;
  /** Whether to build the stylesheet too, for tests that render pages in a browser. */
  styles?: boolean;
}

/** Builds the app on a fresh database with the demo, or an empty one with `SEED=none`. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { engine = DEFAULT_ENGINE, environment, overrides } = options;
  await using opening = new AsyncDisposableStack();
  const prepare = environment?.SEED === "none" ? migratedLocation : demoLocation;
  const location = options.location ?? opening.use(await prepare(engine));
  const config = loadConfig({
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.url ?? undefined,
    DATABASE_CONNECTIONS,
    DENO_KV_PATH: ":memory:",
    ...UNLIMITED,
    ...environment,
  });
  const services = opening.adopt(await build(config, overrides), ({ dispose }) => dispose());
  const app = createApp(services);
  (await built(options.styles ?? false))(app);
  const handler = app.handler();
  const opened = opening.move();
  return {
    services,
    handler,
    async request(path, init) {
      const response = await handler(new Request(new URL(path, "http://localhost"), init));
      if (init?.method !== "HEAD") return response;
      // A real server drops the body of a response to HEAD.
      await response.body?.cancel();
      return new Response(null, response);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type ApplySnapshot = Awaited<ReturnType<Builder["build"]>>;
const builds = new Map<boolean, Promise<ApplySnapshot>>();

/** The routes and islands, built once for all apps of a test file. */
function built(styles: boolean): Promise<ApplySnapshot> {
  const build = async () => {
    const builder = new Builder({ root: ROOT.pathname });
    if (styles) (await import("@fresh/plugin-tailwind")).tailwind(builder);
    bundleScripts(builder);
    return await builder.build({ snapshot: "memory" });
  };
  const known = builds.get(styles) ?? build();
  builds.set(styles, known);
  return known;
}

/** Registers a test of the app once for each database engine. */
export function eachApp(
  name: string,
  test: (app: TestApp, step: Deno.TestContext["step"]) => Promise<void>,
): void {
  eachEngineUnopened(name, async (engine, context) => {
    await using app = await startApp({ engine });
    await test(app, context.step.bind(context));
  });
}

/** Returns the status of an answer, whose body is not read. */
export async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.body?.cancel();
  return response.status;
}

/** Asks for a recommendation, which must succeed. */
export async function recommend(app: TestApp, path: string): Promise<RecommendationResult> {
  const response = await app.request(path);
  assert.equal(response.status, 200);
  return RecommendationResult.parse(await response.json());
}

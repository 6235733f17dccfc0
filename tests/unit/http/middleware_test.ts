import assert from "node:assert/strict";
import { App, type Context, HttpError } from "fresh";
import {
  accessLog,
  apiErrors,
  AppError,
  ErrorBody,
  json,
  limitUrl,
  requestId,
  securityHeaders,
} from "@/lib/http/mod.ts";

const CONFIG = {
  baseUrl: null,
  imageHost: null,
  video: { playerUrl: "https://video.example.com/embed" },
};

interface State {
  requestId: string;
}

/** Returns a log that stores its lines. */
function memoryLog() {
  const lines: { level: string; message: string; properties: Record<string, unknown> }[] = [];
  const at = (level: string) => (message: string, properties: Record<string, unknown>) => {
    lines.push({ level, message, properties });
  };
  return { lines, info: at("info"), warn: at("warn"), error: at("error") };
}

function get(app: App<State>, path: string, init: RequestInit = {}): Promise<Response> {
  return app.handler()(new Request(`http://test${path}`, init));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

Deno.test("requestId() gives each request a new id, in the state and in the response", async () => {
  const app = new App<State>().use(requestId()).get("/", (ctx) => json(ctx.state.requestId));
  const first = await get(app, "/");
  const second = await get(app, "/");
  assert.match(first.headers.get("x-request-id") ?? "", UUID);
  assert.equal(await first.json(), first.headers.get("x-request-id"));
  assert.notEqual(second.headers.get("x-request-id"), first.headers.get("x-request-id"));
});

const INCOMING: readonly [given: string, kept: boolean][] = [
  ["0123456789abcdef", true],
  ["Root=1-67891233-abcdef012345678912345678", true],
  ["a".repeat(128), true],
  ["a".repeat(129), false],
  ["short", false],
  ["has blanks in it", false],
  ["<script>alert(1)</script>", false],
  ["-starts-with-a-dash", false],
  ['quoted"quoted', false],
];

for (const [given, kept] of INCOMING) {
  Deno.test(`requestId() ${kept ? "keeps" : "replaces"} the incoming id ${given.slice(0, 40)}`, async () => {
    const app = new App<State>().use(requestId()).get("/", () => json(1));
    const response = await get(app, "/", { headers: { "x-request-id": given } });
    assert.equal(response.headers.get("x-request-id") === given, kept);
  });
}

Deno.test("requestId() and securityHeaders() also work on responses with immutable headers", async () => {
  const app = new App<State>().use(requestId(), securityHeaders(CONFIG))
    .get("/", () => Response.redirect("http://test/next", 303));
  const response = await get(app, "/");
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "http://test/next");
  assert.match(response.headers.get("x-request-id") ?? "", UUID);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
});

Deno.test("securityHeaders() keeps a header that the route set", async () => {
  const app = new App<State>().use(securityHeaders(CONFIG))
    .get("/", () => json(1, { headers: { "referrer-policy": "no-referrer" } }));
  const response = await get(app, "/");
  assert.equal(response.headers.get("referrer-policy"), "no-referrer");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
});

const LEVELS: readonly [status: number, level: string][] = [
  [200, "info"],
  [304, "info"],
  [404, "warn"],
  [500, "error"],
];

for (const [status, level] of LEVELS) {
  Deno.test(`accessLog() writes one ${level} line for ${status}, without the query`, async () => {
    const log = memoryLog();
    const app = new App<State>().use(requestId(), accessLog(log))
      .get("/systems/:id", () => new Response(null, { status }));
    const response = await get(app, "/systems/glide?email=ada@example.com");
    assert.equal(log.lines.length, 1);
    const [line] = log.lines;
    assert.equal(line?.level, level);
    const { durationMs, ...rest } = line?.properties ?? {};
    assert.ok(typeof durationMs === "number" && durationMs >= 0);
    assert.deepEqual(rest, {
      method: "GET",
      path: "/systems/glide",
      route: "/systems/:id",
      status,
      requestId: response.headers.get("x-request-id"),
    });
  });
}

Deno.test("accessLog() logs an unexpected error with its cause, an HttpError without, and rethrows both", async () => {
  const log = memoryLog();
  const app = new App<State>()
    .onError(
      "*",
      (ctx) => new Response("page", { status: ctx.error instanceof HttpError ? 404 : 500 }),
    )
    .use(requestId(), accessLog(log))
    .get("/ours", () => {
      throw new Error("boom");
    })
    .get("/theirs", () => {
      throw new HttpError(404);
    });
  assert.equal((await get(app, "/ours")).status, 500);
  assert.deepEqual(log.lines.map(({ level, message }) => [level, message]), [
    ["error", "cannot answer"],
    ["error", "request"],
  ]);
  const error = log.lines[0]?.properties.error;
  assert.ok(error instanceof Error && error.message === "boom");
  log.lines.length = 0;
  assert.equal((await get(app, "/theirs")).status, 404);
  assert.deepEqual(log.lines.map(({ level, properties }) => [level, properties.status]), [
    ["warn", 404],
  ]);
});

const QUERIES: readonly [length: number, accepted: boolean][] = [[0, true], [8192, true], [
  8193,
  false,
]];

for (const [length, accepted] of QUERIES) {
  Deno.test(`limitUrl() ${accepted ? "accepts" : "refuses"} a query of ${length} characters`, async () => {
    const app = apiApp().app;
    const search = length === 0 ? "" : `?${"q".repeat(length - 1)}`;
    const response = await get(app, `/api/systems${search}`);
    assert.equal(response.status, accepted ? 200 : 400);
    if (accepted) return;
    const { error } = ErrorBody.parse(await response.json());
    assert.equal(error.kind, "invalid");
    assert.match(
      error.message,
      /it is too long\. The part from “\?” has 8193 characters, may have 8192/,
    );
  });
}

for (const [length, accepted] of [[4096, true], [4097, false], [60_000, false]] as const) {
  Deno.test(`limitUrl() ${accepted ? "accepts" : "refuses"} a path of ${length} characters`, async () => {
    const { app, log } = apiApp();
    const response = await get(app, `/api/%C3%A9/${"p".repeat(length - 12)}`);
    assert.equal(response.status, accepted ? 404 : 400);
    const { error } = ErrorBody.parse(await response.json());
    if (!accepted) {
      assert.equal(
        error.message,
        `Cannot read the address: it is too long. The part before “?” has ${length} characters, may have 4096`,
      );
    }
    const [line] = log.lines;
    assert.ok(
      `${line?.properties.path}`.length <= (accepted ? 4096 : 110),
      "a long path is truncated in the log",
    );
  });
}

/** Returns an app with endpoints, a page and error pages, whose middlewares have the order of the real app. */
function apiApp(GET: (ctx: Context<State>) => Response = () => json([])) {
  const log = memoryLog();
  const allowed: Record<string, string[]> = {
    "/api/systems": ["GET", "HEAD"],
    "/api/lead": ["POST"],
  };
  const app = new App<State>()
    .onError("*", () => new Response("<h1>error</h1>", { status: 500 }))
    .notFound(() => new Response("<h1>not found</h1>", { status: 404 }))
    .use(
      requestId(),
      accessLog(log),
      apiErrors({ log, allowedMethods: (pathname) => allowed[pathname] ?? null }),
      limitUrl(),
    )
    .get("/api/systems", GET)
    .post("/api/lead", () => json(1))
    .get("/health", GET)
    .get("/page", GET);
  return { app, log };
}

const ERRORS: readonly [method: string, path: string, status: number, allow: string | null][] = [
  ["GET", "/api/none", 404, null],
  ["POST", "/api/none", 404, null],
  ["GET", "/api/systems2", 404, null],
  ["POST", "/api/systems", 405, "GET, HEAD"],
  ["DELETE", "/api/systems", 405, "GET, HEAD"],
  ["GET", "/api/lead", 405, "POST"],
];

for (const [method, path, status, allow] of ERRORS) {
  Deno.test(`apiErrors() answers ${method} ${path} with ${status} and the error body (design §7)`, async () => {
    const { app } = apiApp();
    const response = await get(app, path, { method });
    assert.equal(response.status, status);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(response.headers.get("allow"), allow);
    assert.match(response.headers.get("x-request-id") ?? "", UUID);
    const { error } = ErrorBody.parse(await response.json());
    assert.equal(error.kind, status === 404 ? "not_found" : "method_not_allowed");
  });
}

for (const path of ["/api/systems", "/health"]) {
  Deno.test(`apiErrors() hides the cause of an error at ${path}, and logs it once`, async () => {
    const { app, log } = apiApp(() => {
      throw new Error("db-7 is down");
    });
    const response = await get(app, path);
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /db-7/);
    const failures = log.lines.filter(({ properties }) => properties.error !== undefined);
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.properties.requestId, response.headers.get("x-request-id"));
  });
}

Deno.test("apiErrors() keeps a JSON error response, and replaces an HTML one", async () => {
  const unhealthy = apiApp(() => json({ ok: false }, { status: 503 }));
  assert.deepEqual(await (await get(unhealthy.app, "/health")).json(), { ok: false });
  const page = apiApp(() => new Response("<h1>no</h1>", { status: 403 }));
  const response = await get(page.app, "/api/systems");
  assert.equal(response.status, 403);
  assert.equal(ErrorBody.parse(await response.json()).error.kind, "forbidden");
});

Deno.test("apiErrors() keeps the message of an endpoint's own 404", async () => {
  const { app } = apiApp(() => {
    throw new AppError("not_found", "No such system");
  });
  const response = await get(app, "/api/systems");
  assert.equal(response.status, 404);
  assert.equal((await response.json()).error.message, "No such system");
});

Deno.test("accessLog() logs an error that an inner error page handled", async () => {
  const log = memoryLog();
  const app = new App<State>().use(requestId(), accessLog(log))
    .onError("/page", () => new Response("page", { status: 500 }))
    .get("/page", () => {
      throw new Error("boom");
    });
  await get(app, "/page");
  const failures = log.lines.filter(({ properties }) => properties.error !== undefined);
  assert.equal(failures.length, 1);
});

Deno.test("apiErrors() leaves errors of pages to the error pages", async () => {
  const { app } = apiApp(() => {
    throw new Error("boom");
  });
  assert.equal(await (await get(app, "/page")).text(), "<h1>error</h1>");
  assert.equal(await (await get(app, "/apiary")).text(), "<h1>not found</h1>");
});

/** `App`: matching, middleware order, methods, errors and wrappers without any file routes. */
import { App, type Context, HttpError, type Middleware } from "fresh";
import assert from "node:assert/strict";
import { bodyOf, client, withoutErrorLog } from "./helpers.ts";

type Traced = { trace: string };

function trace(word: string): Middleware<Traced> {
  return (ctx) => {
    ctx.state.trace = `${ctx.state.trace ?? ""}${word}`;
    return ctx.next();
  };
}

const showTrace = (ctx: Context<Traced>) => new Response(ctx.state.trace);

Deno.test("App.use() runs middlewares in the order of registration, outer paths first (§4)", async () => {
  const fetch = client(
    new App<Traced>()
      .use(trace("a"), trace("b"))
      .use("/deep", trace("d"))
      .use(trace("c"))
      .get("/deep/path", trace("e"), showTrace)
      .get("/", showTrace)
      .use(trace("late")),
  );
  assert.equal((await fetch("/deep/path")).body, "abcde");
  assert.equal((await fetch("/")).body, "abc");
});

Deno.test("App.use() with a path covers the path and everything below it, not its siblings (§4)", async () => {
  const fetch = client(
    new App<Traced>()
      .use(trace("root"))
      .use("/area", trace("-area"))
      .get("/area", showTrace)
      .get("/area/:id", showTrace)
      .get("/areal", showTrace),
  );
  assert.equal((await fetch("/area")).body, "root-area");
  assert.equal((await fetch("/area/1")).body, "root-area");
  assert.equal((await fetch("/areal")).body, "root");
});

Deno.test("a middleware may answer without calling next() (§4)", async () => {
  const fetch = client(new App().use(() => new Response("closed")).get("/", () => new Response()));
  assert.equal((await fetch("/")).body, "closed");
  assert.equal((await fetch("/unknown")).body, "closed");
});

Deno.test("App accepts lazy handlers and routes, and loads each once (§4)", async () => {
  let loads = 0;
  const fetch = client(
    new App<Traced>()
      .get("/lazy", () => {
        loads++;
        return Promise.resolve(showTrace);
      })
      .route("/page", () => {
        loads++;
        return Promise.resolve({ component: () => <p>page</p> });
      }),
  );
  for (const path of ["/lazy", "/lazy", "/page", "/page"]) {
    assert.equal((await fetch(path)).status, 200);
  }
  assert.equal(loads, 2);
});

/** Patterns as `URLPattern` writes them, so that `ctx.route` is the same as what was registered. */
const MATCHES: [pattern: string, path: string, params: Record<string, string> | null][] = [
  ["/a/:id", "/a/1", { id: "1" }],
  ["/a/:id", "/a/", null],
  ["/a/:id", "/a/1/2", null],
  ["/a/:id", "/a/%C3%A9%20", { id: "é " }],
  ["/a/:id", "/a/%zz", { id: "%zz" }],
  ["/a/:id", "/a/b%2Fc", { id: "b%2Fc" }],
  ["/a/:x-:y", "/a/1-2", { x: "1", y: "2" }],
  ["/a/:rest*", "/a", { rest: "" }],
  ["/a/:rest*", "/a/b/c", { rest: "b/c" }],
  ["/a/:rest*", "/ab", null],
  ["/a/:id?", "/a", { id: "" }],
  ["/a/:id(\\d+)", "/a/12", { id: "12" }],
  ["/a/:id(\\d+)", "/a/x", null],
  ["/a/:id.json", "/a/1.json", { id: "1" }],
  ["/a.b/:id", "/axb/1", null],
  ["/a/*", "/a/b/c", { 0: "b/c" }],
  ["/a/*", "/a", null],
  ["/:a/*", "/x/y", { a: "x", 0: "y" }],
  ["/A/:id", "/a/1", null],
];

for (const [pattern, path, params] of MATCHES) {
  const what = params === null ? "does not match" : `gives ${JSON.stringify(params)} for`;
  Deno.test(`App.get("${pattern}") ${what} ${path} (§4)`, async () => {
    const fetch = client(new App().get(pattern, (ctx) => Response.json([ctx.params, ctx.route])));
    const answer = await fetch(path);
    if (params === null) assert.equal(answer.status, 404);
    else assert.deepEqual(JSON.parse(answer.body), [params, pattern]);
  });
}

Deno.test("fixed paths win over patterns, and earlier patterns over later ones (§4)", async () => {
  const fetch = client(
    new App()
      .get("/:any", () => new Response("first pattern"))
      .get("/:other", () => new Response("second pattern"))
      .get("/fixed", () => new Response("fixed")),
  );
  assert.equal((await fetch("/fixed")).body, "fixed");
  assert.equal((await fetch("/x")).body, "first pattern");
});

Deno.test("repeated slashes in a path are collapsed, and dot segments are resolved (§4)", async () => {
  const fetch = client(new App().get("/a/b", (ctx) => new Response(ctx.url.pathname)));
  for (const path of ["//a//b", "/a/./b", "/x/../a/b", "/a/%2e/b", "/a/b?x#y"]) {
    const answer = await fetch(`http://localhost${path}`);
    assert.equal(answer.body, "/a/b", path);
  }
});

Deno.test("each method reaches its own handler, and all() takes every method (§4)", async () => {
  const app = new App()
    .get("/", () => new Response("GET"))
    .post("/", () => new Response("POST"))
    .put("/", () => new Response("PUT"))
    .patch("/", () => new Response("PATCH"))
    .delete("/", () => new Response("DELETE"))
    .all("/all", (ctx) => new Response(ctx.req.method));
  const fetch = client(app);
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal((await fetch("/", { method })).body, method);
    assert.equal((await fetch("/all", { method })).body, method);
  }
});

Deno.test("HEAD is answered by GET without a body, unless it has a handler of its own (§4)", async () => {
  const fetch = client(
    new App()
      .get("/", () => new Response("body", { headers: { "X-From": "get" } }))
      .get("/own", () => new Response("body", { headers: { "X-From": "get" } }))
      .head("/own", () => new Response(null, { headers: { "X-From": "head" } })),
  );
  const answer = await fetch("/", { method: "HEAD" });
  assert.deepEqual([answer.status, answer.headers.get("X-From"), answer.body], [200, "get", ""]);
  const own = await fetch("/own", { method: "HEAD" });
  assert.equal(own.headers.get("X-From"), "head");
});

Deno.test("a method without a handler gives 405, and OPTIONS lists the methods of the path (§4)", async () => {
  const fetch = client(
    new App().get("/", () => new Response()).post("/", () => new Response()),
  );
  const wrong = await fetch("/", { method: "PUT" });
  assert.deepEqual([wrong.status, wrong.body], [405, "Method Not Allowed"]);
  const options = await fetch("/", { method: "OPTIONS" });
  assert.deepEqual([options.status, options.headers.get("Allow")], [204, "GET, POST"]);
});

Deno.test("a path without a route gives 404 after the root middlewares (§4)", async () => {
  const seen: string[] = [];
  const fetch = client(
    new App()
      .use((ctx) => {
        seen.push(String(ctx.route));
        return ctx.next();
      })
      .use("/a", () => new Response("only for routes below"))
      .get("/a/b", () => new Response()),
  );
  const answer = await fetch("/a/c");
  assert.deepEqual([answer.status, answer.body, seen], [404, "Not Found", ["null"]]);
});

Deno.test("an unexpected error gives a constant 500 and is logged, an HttpError gives its own message (§4)", async () => {
  const fetch = client(
    new App()
      .get("/bug", () => {
        throw new Error("secret");
      })
      .get("/teapot", () => {
        throw new HttpError(418, "short and stout");
      })
      .get("/plain", () => {
        throw new HttpError(403);
      })
      .get("/nothing", (() => {}) as unknown as Middleware<unknown>),
  );
  const [bug, logged] = await withoutErrorLog(() => fetch("/bug"));
  assert.deepEqual([bug.status, bug.body], [500, "Internal server error"]);
  assert.equal(logged.length, 1);
  const teapot = await fetch("/teapot");
  assert.deepEqual([teapot.status, teapot.body], [418, "short and stout"]);
  assert.equal((await fetch("/plain")).body, "Forbidden");
  const [nothing] = await withoutErrorLog(() => fetch("/nothing"));
  assert.equal(nothing.status, 500);
});

Deno.test("ctx.error is the thrown error in every middleware that it passes (§4)", async () => {
  const seen: unknown[] = [];
  const watch: Middleware<unknown> = async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      seen.push(error, ctx.error);
      throw error;
    }
  };
  const fetch = client(
    new App().use(watch, watch).get("/", () => {
      throw new HttpError(400, "wrong");
    }),
  );
  await fetch("/");
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen).size, 1);
});

Deno.test("onError() handles errors of its path and below, the innermost first (§4)", async () => {
  const fail = (): never => {
    throw new HttpError(409, "clash");
  };
  const fetch = client(
    new App()
      .onError("*", (ctx) => new Response(`root ${(ctx.error as Error).message}`, { status: 500 }))
      .onError("/area", { component: ({ error }) => <p>area {(error as Error).message}</p> })
      .get("/area/x", fail)
      .get("/x", fail),
  );
  const area = await fetch("/area/x");
  assert.equal(area.status, 409);
  assert.equal(bodyOf(area), "<p>area clash</p>");
  assert.equal((await fetch("/x")).body, "root clash");
  assert.equal((await fetch("/unknown")).body, "root ");
});

Deno.test("notFound() handles missing routes and thrown 404s, and nothing else (§4)", async () => {
  const fetch = client(
    new App()
      .notFound((ctx) => new Response(`nothing at ${ctx.url.pathname}`, { status: 404 }))
      .onError("*", () => new Response("error"))
      .get("/thrown", () => {
        throw new HttpError(404);
      })
      .get("/other", () => {
        throw new HttpError(400);
      }),
  );
  assert.equal((await fetch("/unknown")).body, "nothing at /unknown");
  assert.equal((await fetch("/thrown")).body, "nothing at /thrown");
  assert.equal((await fetch("/other")).body, "error");
});

Deno.test("layouts nest by path inside the app wrapper, and ctx.render() may skip them (§4)", async () => {
  const fetch = client(
    new App()
      .appWrapper(({ Component }) => (
        <body>
          app(<Component />)
        </body>
      ))
      .layout("*", ({ Component }) => (
        <>
          root(<Component />)
        </>
      ))
      .layout("/a", ({ Component }) => (
        <>
          a(<Component />)
        </>
      ))
      .get("/a/b", (ctx) => ctx.render(<p>page</p>))
      .get("/none", (ctx) => {
        return ctx.render(<p>page</p>, {}, { skipInheritedLayouts: true, skipAppWrapper: true });
      }),
  );
  assert.equal(bodyOf(await fetch("/a/b")), "app(root(a(<p>page</p>)))");
  assert.equal(bodyOf(await fetch("/none")), "<p>page</p>");
});

Deno.test("a layout may skip the app wrapper and the layouts above it (§4)", async () => {
  const skip = { skipAppWrapper: true, skipInheritedLayouts: true };
  const fetch = client(
    new App()
      .appWrapper(({ Component }) => (
        <body>
          app(<Component />)
        </body>
      ))
      .layout("*", ({ Component }) => (
        <>
          root(<Component />)
        </>
      ))
      .layout("/a", ({ Component }) => (
        <>
          a(<Component />)
        </>
      ), skip)
      .get("/a/b", (ctx) => ctx.render(<p>page</p>)),
  );
  assert.equal(bodyOf(await fetch("/a/b")), "a(<p>page</p>)");
});

Deno.test("ctx.render() takes a status and headers, and refuses a value that is not JSX (§4)", async () => {
  const fetch = client(
    new App()
      .get("/", (ctx) => ctx.render(<p>ok</p>, { status: 416, headers: { "X-Foo": "foo" } }))
      .get("/text", (ctx) => ctx.render("text" as unknown as null)),
  );
  const answer = await fetch("/");
  assert.equal(answer.status, 416);
  assert.equal(answer.headers.get("Content-Type"), "text/html; charset=utf-8");
  assert.equal(answer.headers.get("X-Foo"), "foo");
  const [refused] = await withoutErrorLog(() => fetch("/text"));
  assert.equal(refused.status, 500);
});

const REDIRECTS: [to: string, location: string][] = [
  ["/foo", "/foo"],
  ["/", "/"],
  ["//evil.com/", "/evil.com/"],
  ["///a//b", "/a/b"],
  ["/a?next=//b#//c", "/a?next=//b#//c"],
  ["https://example.com//x", "https://example.com//x"],
  ["relative", "relative"],
  ["/\\evil.com", "/evil.com"],
  ["\\\\evil.com", "/evil.com"],
  ["\\/evil.com/a\\b?c\\d", "/evil.com/a/b?c\\d"],
  ["/\t/evil.com", "/evil.com"],
  ["/\r\n/evil.com", "/evil.com"],
  [" \u0001//evil.com", "/evil.com"],
];

for (const [to, location] of REDIRECTS) {
  Deno.test(`ctx.redirect(${JSON.stringify(to)}) leads to ${location} (§4)`, async () => {
    const fetch = client(new App().get("/", (ctx) => ctx.redirect(to)));
    const answer = await fetch("/");
    assert.deepEqual([answer.status, answer.headers.get("location")], [302, location]);
  });
}

Deno.test("ctx.redirect() takes another status (§4)", async () => {
  const fetch = client(new App().get("/", (ctx) => ctx.redirect("/x", 303)));
  assert.equal((await fetch("/")).status, 303);
});

Deno.test("config.basePath puts every route below it (§4)", async () => {
  const fetch = client(
    new App({ basePath: "/shop" })
      .get("/", () => new Response("home"))
      .get("/a/:id", (ctx) => new Response(ctx.params.id)),
  );
  assert.equal((await fetch("/shop")).body, "home");
  assert.equal((await fetch("/shop/a/1")).body, "1");
  assert.equal((await fetch("/a/1")).status, 404);
  for (const basePath of ["shop", "./", "/a//b", "/a b"]) {
    assert.throws(() => new App({ basePath }), /Invalid basePath/);
  }
});

Deno.test("ctx.text(), ctx.html() and ctx.json() set their content types (§4)", async () => {
  const fetch = client(
    new App()
      .get("/text", (ctx) => ctx.text("hi", { status: 201 }))
      .get("/html", (ctx) => ctx.html("<b>", { headers: { "X-A": "1" } }))
      .get("/json", (ctx) => ctx.json({ a: 1 })),
  );
  const [text, html, json] = [await fetch("/text"), await fetch("/html"), await fetch("/json")];
  assert.deepEqual([text.status, text.body], [201, "hi"]);
  assert.equal(html.headers.get("Content-Type"), "text/html; charset=utf-8");
  assert.equal(html.headers.get("X-A"), "1");
  assert.deepEqual(JSON.parse(json.body), { a: 1 });
});

Deno.test("app.listen() serves the app with the address of the peer in ctx.info (§4)", async () => {
  const ready = Promise.withResolvers<number>();
  const stop = new AbortController();
  const app = new App().get("/", (ctx) => Response.json(ctx.info.remoteAddr));
  const served = app.listen({
    port: 0,
    hostname: "127.0.0.1",
    signal: stop.signal,
    onListen: ({ port }) => ready.resolve(port),
  });
  const response = await fetch(`http://127.0.0.1:${await ready.promise}/`);
  assert.equal((await response.json()).hostname, "127.0.0.1");
  stop.abort();
  await served;
});

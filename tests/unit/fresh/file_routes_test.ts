/** File routes: names, patterns, special files and their order. */
import { App } from "fresh";
import assert from "node:assert/strict";
import { bodyOf, buildFiles, buildFixture, client, withoutErrorLog } from "./helpers.ts";

const fetch = client(await buildFixture("routing", new App().fsRoutes()));

const TEXTS: [path: string, body: string, what: string][] = [
  ["/about", "about GET", "a fixed name before a parameter"],
  ["/42", "id 42 /:id", "a parameter, with the pattern in ctx.route"],
  ["/files/fixed", "fixed", "a fixed name before parameters"],
  ["/files/x", "file <x>", "a parameter before the rest"],
  ["/files/x/y", "files <x/y>", "the rest of the path"],
  ["/files", "files <>", "an empty rest"],
  ["/list", "list <>", "an optional parameter that is missing"],
  ["/list/2", "list <2>", "an optional parameter that is there"],
  ["/size/3-4", "size <3> <4>", "two parameters in a segment"],
  ["/new/here", "moved here", "a routeOverride"],
  ["/about_test", "id about_test /:id", "no test files"],
  ["/helper", "id helper /:id", "no folders like (_helpers)"],
];

for (const [path, body, what] of TEXTS) {
  Deno.test(`fsRoutes() matches ${what}: ${path} (§4)`, async () => {
    assert.equal((await fetch(path)).body, body);
  });
}

const PAGES: [path: string, status: number, body: string][] = [
  ["/", 200, "app(root(<p>home</p>))"],
  ["/form", 200, "app(root(<p>form</p>))"],
  ["/data", 418, "app(root(<p>data hello</p>))"],
  ["/bare", 200, "<p>bare</p>"],
  ["/async", 200, "app(root(<p>async later</p>))"],
  ["/grouped", 200, "app(root(group(<p>grouped</p>)))"],
  ["/area", 200, "app(area(<p>area index</p>))"],
  ["/area/fails", 500, "app(area(<p>area error</p>))"],
  ["/area/conflict", 500, "app(root(<p>error none from the error page</p>))"],
  ["/area/gone", 404, "app(area(<p>nothing at /area/gone</p>))"],
  ["/gone", 404, "app(root(<p>nothing at /gone</p>))"],
  ["/no/such/page", 404, "app(root(<p>nothing at /no/such/page</p>))"],
  ["/forbidden", 403, "app(root(<p>error 403 keep out</p>))"],
  ["/fails", 500, "app(root(<p>error none in a component</p>))"],
];

for (const [path, status, body] of PAGES) {
  Deno.test(`fsRoutes() renders ${path} as ${status} ${body} (§4)`, async () => {
    const answer = await fetch(path);
    assert.equal(answer.status, status);
    assert.equal(bodyOf(answer), body);
  });
}

Deno.test("_middleware files run from the outside in, in the order of their arrays (§4)", async () => {
  const page = await fetch("/grouped");
  assert.match(page.body, /data-trace="first second group"/);
  assert.equal(page.headers.get("X-Trace"), "first second group");
  const missing = await fetch("/no/such/page");
  assert.match(missing.body, /data-trace="first second"/);
  assert.equal(
    missing.headers.get("X-Trace"),
    null,
    "error pages are rendered outside the middlewares",
  );
});

Deno.test("a handler by method answers HEAD with GET, and 405 to other methods (§4)", async () => {
  assert.equal((await fetch("/methods", { method: "POST" })).status, 201);
  const head = await fetch("/methods", { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("X-Method"), head.body], [200, "GET", ""]);
  assert.equal((await fetch("/methods", { method: "DELETE" })).status, 405);
  assert.equal((await fetch("/new/here", { method: "POST" })).status, 405);
});

Deno.test("a handler function handles every method, and a page may have a POST handler (§4)", async () => {
  assert.equal((await fetch("/about", { method: "PATCH" })).body, "about PATCH");
  assert.equal((await fetch("/form", { method: "POST" })).body, "posted");
});

Deno.test("page() sets the headers of the page (§4)", async () => {
  const answer = await fetch("/data");
  assert.equal(answer.headers.get("X-Word"), "hello");
  assert.equal(answer.headers.get("Content-Type"), "text/html; charset=utf-8");
});

Deno.test("an async page may return a response (§4)", async () => {
  assert.equal((await fetch("/async-response")).body, "a response instead");
});

Deno.test("fsRoutes(pattern) puts the files below the pattern (§4)", async () => {
  const app = await buildFixture("routing", new App({ basePath: "/base" }).fsRoutes("/sub"));
  const below = client(app);
  assert.equal((await below("/base/sub/about")).body, "about GET");
  assert.equal((await below("/about")).status, 404);
});

Deno.test("fsRoutes() without a build has no routes, and other routes work (§4)", async () => {
  const bare = client(new App().fsRoutes().get("/", () => new Response("ok")));
  assert.equal((await bare("/")).body, "ok");
  assert.equal((await bare("/about")).status, 404);
});

const BAD_NAMES = ["[a][b]", "x[[a]]", "[[a]]x", "[a", "a]", "[a]/[a]", "[a]-[a]", "[a]/[...a]"];

for (const name of BAD_NAMES) {
  Deno.test(`Builder.build() refuses the route name ${name} (§4)`, async () => {
    const files = { [`routes/${name}.ts`]: "export const handler = () => {};" };
    await assert.rejects(() => buildFiles(files), SyntaxError);
  });
}

Deno.test("a layout without a known export is refused, and the error names it (§4)", async () => {
  await using site = await buildFiles({ "routes/_layout.ts": "export const nothing = 1;" });
  assert.throws(() => site.app.handler(), /relevant exports in: \/_layout/);
});

Deno.test("a handler with two arguments is refused, because that is the signature of Fresh 1 (§4)", async () => {
  const files = {
    "routes/_error.ts": "export const handler = (_req: Request, _ctx: unknown) => new Response();",
  };
  await using site = await buildFiles(files);
  assert.throws(() => site.app.handler(), /must only have one argument/);
});

Deno.test("_500 is another name for _error, in any folder (§4)", async () => {
  await using site = await buildFiles({
    "routes/a/_500.ts": "export const handler = () => new Response('oh', { status: 500 });",
    "routes/a/b.ts": "export const handler = () => { throw new Error('b'); };",
    "routes/c.ts": "export const handler = () => { throw new Error('c'); };",
  });
  const get = client(site.app);
  assert.equal((await get("/a/b")).body, "oh");
  const [other] = await withoutErrorLog(() => get("/c"));
  assert.equal(other.body, "Internal server error");
});

/** Which routes a middleware, layout or error page covers, and which of several matching routes answers. */
import { App, type Context } from "fresh";
import assert from "node:assert/strict";
import { bodyOf, buildFiles, client, withoutErrorLog } from "./helpers.ts";

const GUARD = "export default () => new Response('no', { status: 401 });";
const PAGE = "export const handler = () => new Response('page');";
const view = (text: string) => `export default () => "${text}";`;
const layout = (name: string) => `export default (p) => ["${name}(", p.Component(), ")"];`;
const guard = () => new Response("no", { status: 401 });
const reply = (text: string) => () => new Response(text);

Deno.test("a folder's guard covers the routes below an optional parameter (§4)", async () => {
  await using getSite = await buildFiles({
    "routes/admin/_middleware.ts": GUARD,
    "routes/admin/[[id]]/edit.ts": PAGE,
    "routes/admin/[[id]]/deep/[x].ts": PAGE,
    "routes/admin/list/[[page]].ts": PAGE,
    "routes/admin/[[id]].ts": PAGE,
    "routes/open/[[id]].ts": PAGE,
  });
  const get = client(getSite.app);
  const guarded = ["/edit", "/1/edit", "/deep/2", "/1/deep/2", "/list", "/list/2", "", "/1"];
  for (const path of guarded) assert.equal((await get(`/admin${path}`)).status, 401, path);
  for (const path of ["/open", "/open/1"]) assert.equal((await get(path)).body, "page");
});

Deno.test("layouts and error pages cover the routes below an optional parameter (§4)", async () => {
  await using getSite = await buildFiles({
    "routes/a/_layout.ts": layout("a"),
    "routes/a/_error.ts": view("sorry"),
    "routes/a/[[id]]/b.ts": view("b"),
    "routes/a/[[id]]/fails.ts": "export default () => { throw new Error('x'); };",
  });
  const get = client(getSite.app);
  for (const path of ["/a/b", "/a/1/b"]) assert.equal(bodyOf(await get(path)), "a(b)");
  for (const path of ["/a/fails", "/a/1/fails"]) {
    const answer = await get(path);
    assert.deepEqual([answer.status, bodyOf(answer)], [500, "a(sorry)"]);
  }
});

Deno.test("App.use(path) covers routes with an optional group below the path (§4)", async () => {
  const get = client(
    new App()
      .use("/admin", guard)
      .get("/admin{/:id}?", reply("page"))
      .get("/admin{/:id}?/edit", reply("page"))
      .get("/administrators", reply("page")),
  );
  for (const path of ["/admin", "/admin/1", "/admin/edit", "/admin/1/edit"]) {
    assert.equal((await get(path)).status, 401, path);
  }
  assert.equal((await get("/administrators")).status, 200);
});

Deno.test("foo.ts is not covered by the special files of the folder foo/, foo/index.ts is (§4)", async () => {
  const files = {
    "routes/_layout.ts": layout("root"),
    "routes/foo/_middleware.ts":
      "export default async (ctx) => { const r = await ctx.next(); r.headers.set('X-In', 'foo'); return r; };",
    "routes/foo/_layout.ts": layout("foo"),
    "routes/foo/_error.ts": view("foo's error"),
    "routes/foo/in.ts": view("in"),
  };
  await using getSite = await buildFiles({ ...files, "routes/foo.ts": view("foo") });
  const get = client(getSite.app);
  const [foo, inside] = [await get("/foo"), await get("/foo/in")];
  assert.deepEqual([bodyOf(foo), foo.headers.get("X-In")], ["root(foo)", null]);
  assert.deepEqual([bodyOf(inside), inside.headers.get("X-In")], ["root(foo(in))", "foo"]);

  const fails = "export default () => { throw new Error('x'); };";
  await using failingSite = await buildFiles({ ...files, "routes/foo.ts": fails });
  const failing = client(failingSite.app);
  const [answer] = await withoutErrorLog(() => failing("/foo"));
  assert.equal(answer.body, "Internal server error");

  await using indexSite = await buildFiles({ ...files, "routes/foo/index.ts": view("foo") });
  const index = client(indexSite.app);
  assert.equal(bodyOf(await index("/foo")), "root(foo(foo))");
});

Deno.test("a middleware that renders after ctx.next() uses the layouts of its own path (§4)", async () => {
  const outer = async (ctx: Context<unknown>) => {
    await ctx.next();
    return ctx.render(null);
  };
  const named = (name: string) => ({ Component }: { Component: unknown }) => {
    return [`${name}(`, typeof Component === "function" ? Component() : null, ")"];
  };
  const get = client(
    new App()
      .appWrapper(named("app"))
      .layout("*", named("root"))
      .use("/bare", outer)
      .use("/deep", outer)
      .layout("/deep/er", named("deeper"))
      .route("/bare", {
        component: () => null,
        config: { skipAppWrapper: true, skipInheritedLayouts: true },
      })
      .get("/deep/er", (ctx) => ctx.render(null)),
  );
  assert.equal(bodyOf(await get("/bare")), "app(root())");
  assert.equal(bodyOf(await get("/deep/er")), "app(root())");
});

Deno.test("a fixed path matches with and without a trailing slash (§4)", async () => {
  const get = client(
    new App()
      .get("/plain", (ctx) => new Response(ctx.route))
      .get("/slash/", (ctx) => new Response(ctx.route))
      .get("/both", reply("without"))
      .get("/both/", reply("with"))
      .get("/:any", reply("parameter")),
  );
  const expected: [string, string][] = [
    ["/plain/", "/plain"],
    ["/plain", "/plain"],
    ["/slash", "/slash/"],
    ["/both", "without"],
    ["/both/", "with"],
    ["/other", "parameter"],
  ];
  for (const [path, body] of expected) assert.equal((await get(path)).body, body, path);
  assert.equal((await get("/other/")).status, 404, "a pattern does not match a trailing slash");
  assert.equal((await get("/plain/", { method: "POST" })).status, 405);
});

Deno.test("[[lang]].ts answers at its folder's own path too, also at the root (§4)", async () => {
  const show = "export const handler = (ctx) => new Response('<' + ctx.params.lang + '>');";
  await using rootSite = await buildFiles({ "routes/[[lang]].ts": show });
  const root = client(rootSite.app);
  assert.equal((await root("/")).body, "<>");
  assert.equal((await root("/de")).body, "<de>");
  await using groupSite = await buildFiles({ "routes/(a)/[[lang]]/(b)/index.ts": show });
  const group = client(groupSite.app);
  assert.equal((await group("/")).body, "<>");
  await using belowSite = await buildFiles({ "routes/x/[[lang]]/y.ts": show });
  const below = client(belowSite.app);
  assert.deepEqual([(await below("/x/y")).body, (await below("/x/de/y")).body], ["<>", "<de>"]);
});

Deno.test("a method in lower case is the same method (§4)", async () => {
  const app = new App()
    .patch("/", reply("patched"))
    .route("/object", { handler: { PATCH: reply("patched too") } });
  const fetch = client(app);
  assert.equal((await fetch("/", { method: "patch" })).body, "patched");
  assert.equal((await fetch("/object", { method: "patch" })).body, "patched too");
});

const WINNERS: [path: string, winner: string, files: string[]][] = [
  ["/1-2", "[a]-[b]", ["[a]", "[a]-[b]"]],
  ["/x", "x", ["(group)/x", "x"]],
  ["/x", "(group)/x", ["[id]", "(group)/x"]],
  ["/x", "(group)/[id]", ["[id]", "(group)/[id]"]],
  ["/x/y", "x/[id]", ["x/[...rest]", "x/[id]"]],
  ["/x/y", "[id]/y", ["[id]/[other]", "[id]/y"]],
  ["/x/1", "(a)/x/[id]", ["[...rest]", "(b)/x/[id]", "(a)/x/[id]"]],
];

for (const [path, winner, files] of WINNERS) {
  Deno.test(`of ${files.join(", ")} the file ${winner} answers ${path} (§4)`, async () => {
    const texts = files.map((name) => [
      `routes/${name}.ts`,
      `export const handler = () => new Response(${JSON.stringify(name)});`,
    ]);
    await using getSite = await buildFiles(Object.fromEntries(texts));
    const get = client(getSite.app);
    assert.equal((await get(path)).body, winner);
  });
}

Deno.test("a pattern that names a parameter twice is refused (§4)", () => {
  assert.throws(() => new App().get("/:a/x/:a", reply("page")).handler(), /duplicate name/);
});

Deno.test("ctx.route is the pattern as URLPattern writes it (§4)", async () => {
  const get = client(new App().get("/a{/:id}?", (ctx) => Response.json([ctx.route, ctx.params])));
  assert.deepEqual(JSON.parse((await get("/a")).body), ["/a/:id?", { id: "" }]);
  assert.deepEqual(JSON.parse((await get("/a/1")).body), ["/a/:id?", { id: "1" }]);
});

Deno.test("config.basePath may have a trailing slash (§4)", async () => {
  const app = new App({ basePath: "/shop/" }).get("/", reply("home")).get("/a", reply("a"));
  const get = client(app);
  assert.equal(app.config.basePath, "/shop");
  for (const path of ["/shop", "/shop/"]) assert.equal((await get(path)).body, "home", path);
  assert.equal((await get("/shop/a")).body, "a");
});

/** Requests that are rewritten or refused before the app's router. */
import assert from "node:assert/strict";
import { beforeRouter } from "@/lib/http/front.ts";
import { endConnections, guard } from "@/lib/http/guard.ts";

const CONFIG = { baseUrl: null, imageHost: null, video: { playerUrl: "https://video.example/" } };
const INFO: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 },
  completed: Promise.resolve(),
};

const echo = beforeRouter(async (request: Request, info: string) => {
  return Response.json([request.method, request.url, await request.text(), info]);
});

async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const response = await echo(new Request(`http://localhost${path}`, init), "peer");
  return await response.json();
}

const PATHS: [sent: string, passedOn: string][] = [
  ["/a/b?c=%zz", "/a/b?c=%zz"],
  ["/caf%C3%A9%20%2F", "/caf%C3%A9%20%2F"],
  ["/100%", "/100%25"],
  ["/%zz?c=%zz", "/%25zz?c=%zz"],
  ["/%C3%A9/%E0%A4%A", "/%25C3%25A9/%25E0%25A4%25A"],
  ["/systems/ascent-bay/", "/systems/ascent-bay"],
  ["/systems//?a=b/", "/systems?a=b/"],
  ["/", "/"],
  ["//", "//"],
  ["/?a=b/", "/?a=b/"],
  ["/100%/", "/100%25"],
];

Deno.test("beforeRouter() removes a slash that only the parsed path ends in (§7)", async () => {
  // A served request has the path that the client sent, while `new Request()` parses it.
  const pathOf = beforeRouter((request: Request) => new Response(new URL(request.url).pathname));
  for (
    const path of ["/systems/bay/.", "/systems/bay/%2e/", "/systems/bay/x/..", "/systems/bay\\"]
  ) {
    const served = Object.defineProperty(new Request("http://localhost/"), "url", {
      value: `http://localhost${path}`,
    });
    assert.equal(await (await pathOf(served, undefined)).text(), "/systems/bay", path);
  }
});

for (const [sent, passedOn] of PATHS) {
  Deno.test(`beforeRouter() passes ${sent} on as ${passedOn} (§7)`, async () => {
    const expected = ["GET", `http://localhost${passedOn}`, "", "peer"];
    assert.deepEqual(await ask(sent), expected);
  });
}

Deno.test("beforeRouter() keeps method and body of a request whose path it escapes (§7)", async () => {
  assert.deepEqual(await ask("/%", { method: "POST", body: "text" }), [
    "POST",
    "http://localhost/%25",
    "text",
    "peer",
  ]);
});

Deno.test("guard() answers 405 to an unknown method, with the usual headers and a log line (§7)", async () => {
  const logged: unknown[] = [];
  const log = { info() {}, warn: (...line: unknown[]) => logged.push(line), error() {} };
  const answer = guard(beforeRouter(() => new Response("ok")), { log, config: CONFIG });
  for (const method of ["PROPFIND", "constructor", "purge"]) {
    const response = await answer(new Request("http://localhost/", { method }), INFO);
    const { error } = await response.json();
    assert.deepEqual([response.status, error.kind], [405, "method_not_allowed"], method);
    assert.equal(response.headers.get("allow"), "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", method);
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, method);
  }
  assert.equal(logged.length, 3);
  const known = new Request("http://localhost/", { method: "patch" });
  assert.equal((await answer(known, INFO)).status, 200);
});

Deno.test("guard() answers 400 to the path `*` of HTTP/2, also after a request to the same host (§7)", async () => {
  const log = { info() {}, warn() {}, error: (...line: unknown[]) => assert.fail(String(line)) };
  const pathOf = guard((request) => new Response(new URL(request.url).pathname), {
    log,
    config: CONFIG,
  });
  assert.equal((await pathOf(new Request("http://localhost/a"), INFO)).status, 200);
  for (
    const [url, status] of [["http://localhost*", 400], ["http://localhost?", 400], [
      "http://localhost",
      200,
    ]] as const
  ) {
    // A served request has the address that the server made of it, while `new Request()` parses it.
    const served = Object.defineProperty(new Request("http://localhost/"), "url", { value: url });
    assert.equal((await pathOf(served, INFO)).status, status, url);
  }
});

Deno.test("endConnections() closes connections while the process drains (§7)", async () => {
  const readiness = { draining: false };
  const answer = endConnections(() => new Response("ok"), readiness);
  for (const [draining, connection] of [[false, null], [true, "close"]] as const) {
    readiness.draining = draining;
    const response = await answer(new Request("http://localhost/"), INFO);
    assert.equal(response.headers.get("connection"), connection);
  }
});

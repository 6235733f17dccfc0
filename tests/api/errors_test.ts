import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { ENDPOINTS } from "@/lib/api/mod.ts";
import { DatabaseError } from "@/lib/db/mod.ts";
import { ErrorBody } from "@/lib/http/mod.ts";
import { aCatalog } from "../helpers/factories.ts";
import { startApp, type TestApp } from "../helpers/app.ts";

const JSON_TYPE = /^application\/json/;
const HTML_TYPE = /^text\/html/;

const BUYER_ROUTES = new URL("../../routes/(buyer)/", import.meta.url);

/** Yields the addresses of the buyer's pages and forms, with the methods that their routes handle. */
async function* buyerPages(folder = ""): AsyncGenerator<[path: string, allowed: string]> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, BUYER_ROUTES))) {
    if (/^\(?_/.test(name)) continue;
    if (isDirectory) {
      yield* buyerPages(`${folder}${name}/`);
      continue;
    }
    const { handler, default: component } = await import(`${new URL(folder + name, BUYER_ROUTES)}`);
    const reads = component !== undefined || Object.hasOwn(handler, "GET");
    const takesForms = handler !== undefined && Object.hasOwn(handler, "POST");
    const allowed = [...(reads ? ["GET", "HEAD"] : []), ...(takesForms ? ["POST"] : [])];
    const path = `/${folder}${name.replace(/\.tsx?$/, "")}`.replace(/\/index$/, "") || "/";
    yield [path.replaceAll(/\[(\w+)\]/g, "any-$1"), allowed.join(", ")];
  }
}

/** Starts an app whose catalog throws an error as soon as the app is ready. */
async function brokenApp(error: Error): Promise<TestApp> {
  let isReady = false;
  const snapshot = compileSnapshot(aCatalog({}));
  const app = await startApp({
    overrides: {
      catalog: {
        current() {
          if (!isReady) return snapshot;
          throw error;
        },
        refresh: () => Promise.reject(error),
        failingSince: () => null,
        close: () => Promise.resolve(),
      },
    },
  });
  isReady = true;
  return app;
}

Deno.test("endpoints answer errors as JSON, pages as HTML (design §7)", async (t) => {
  await using app = await startApp();
  const { request } = app;

  for (const { path, method: taken } of ENDPOINTS) {
    const allowed = taken === "GET" ? ["GET", "HEAD"] : [taken];
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"]) {
      if (method === taken) continue;
      await t.step(`${method} ${path} gives 405 with Allow and the error body`, async () => {
        const response = await request(path, { method });
        assert.equal(response.status, 405);
        assert.equal(response.headers.get("allow"), allowed.join(", "));
        assert.match(response.headers.get("content-type") ?? "", JSON_TYPE);
        const { error } = ErrorBody.parse(await response.json());
        assert.equal(error.kind, "method_not_allowed");
        assert.equal(error.retryable, false);
      });
    }
  }

  for await (const [path, allowed] of buyerPages()) {
    await t.step(`DELETE ${path} gives 405 with the methods of its route`, async () => {
      const response = await request(path, { method: "DELETE" });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), allowed, "see FORM_PAGES in routes/_error.tsx");
      await response.body?.cancel();
    });
  }

  for (const path of ["/", "/compare", "/projects", "/systems/heron-lite", "/api"]) {
    await t.step(`POST ${path} gives 405 with Allow as a page`, async () => {
      const response = await request(path, { method: "POST" });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "GET, HEAD");
      assert.match(response.headers.get("content-type") ?? "", HTML_TYPE);
      assert.match(await response.text(), /<h1[^>]*>This page accepts no forms</);
    });
  }

  await t.step("POST of a picture's address gives 405 as JSON, like its 400 and 404", async () => {
    const response = await request("/media/any/w96", { method: "POST" });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD"]);
    assert.equal(ErrorBody.parse(await response.json()).error.kind, "method_not_allowed");
  });

  for (const path of ["/api/nonesuch", "/api/systems/nonesuch", "/health/deep"]) {
    await t.step(`GET ${path} gives 404`, async () => {
      const response = await request(path);
      assert.equal(response.status, 404);
      assert.match(response.headers.get("x-request-id") ?? "", /^[\w-]+$/);
      if (path.startsWith("/api")) {
        const { error } = ErrorBody.parse(await response.json());
        assert.equal(error.kind, "not_found");
      } else {
        await response.body?.cancel();
      }
    });
  }

  await t.step("an over-long query gives 400, as JSON under /api", async () => {
    const response = await request(`/api/recommendation?options=${"a,".repeat(5000)}`);
    assert.equal(response.status, 400);
    const { error } = ErrorBody.parse(await response.json());
    assert.equal(error.kind, "invalid");
  });

  await t.step("an over-long query gives 400, as a page elsewhere", async () => {
    const response = await request(`/results?options=${"a,".repeat(5000)}`);
    assert.equal(response.status, 400);
    assert.match(response.headers.get("content-type") ?? "", HTML_TYPE);
    const page = await response.text();
    assert.match(page, /<h1/);
    assert.doesNotMatch(page, /(a,){200}/);
    assert.match(page, /it is too long/);
    assert.match(page, /<a [^>]*href="\/select"[^>]*>Answer the questions</);
  });

  for (const path of [`/${"p".repeat(60_000)}`, `/admin/${"%E2%80%A6".repeat(6_000)}`]) {
    await t.step(
      `an over-long path as ${path.slice(0, 10)} gives 400 and is not repeated`,
      async () => {
        const response = await request(path);
        assert.equal(response.status, 400);
        assert.match(response.headers.get("content-type") ?? "", HTML_TYPE);
        const page = await response.text();
        assert.match(page, /<h1/);
        assert.ok(page.length < 20_000, `${page.length}`);
      },
    );
  }

  await t.step(
    "an unknown path gives an HTML page and keeps the request id of the proxy",
    async () => {
      const response = await request("/nonesuch", { headers: { "x-request-id": "proxy-id-0001" } });
      assert.equal(response.status, 404);
      assert.match(response.headers.get("content-type") ?? "", HTML_TYPE);
      assert.equal(response.headers.get("x-request-id"), "proxy-id-0001");
      assert.equal(response.headers.get("x-content-type-options"), "nosniff");
      assert.match(await response.text(), /<h1/);
    },
  );

  await t.step("an internal error reveals no detail, on pages and endpoints", async () => {
    await using broken = await brokenApp(new Error("secret detail"));
    for (const path of ["/api/systems", "/api/recommendation", "/systems", "/results"]) {
      const response = await broken.request(path);
      assert.equal(response.status, 500, path);
      const body = await response.text();
      assert.doesNotMatch(body, /secret detail/);
      if (path.startsWith("/api/")) {
        assert.equal(ErrorBody.parse(JSON.parse(body)).error.kind, "internal");
      } else {
        assert.ok(body.includes(response.headers.get("x-request-id") ?? "absent"), path);
      }
    }
  });

  await t.step("an outage of the database gives 503 in the status and on the page", async () => {
    await using broken = await brokenApp(new DatabaseError("unavailable", "secret detail"));
    const endpoint = await broken.request("/api/systems");
    assert.equal(endpoint.status, 503);
    assert.equal(ErrorBody.parse(await endpoint.json()).error.kind, "unavailable");
    const page = await broken.request("/systems");
    assert.equal(page.status, 503);
    const body = await page.text();
    assert.match(body, />Error 503</);
    assert.match(body, /<h1[^>]*>We will be back in a moment</);
    assert.doesNotMatch(body, /secret detail|so nothing is lost/);
    const result = await (await broken.request("/results?options=porch")).text();
    assert.match(result, /in the page’s address, so nothing is lost/);
  });
});

Deno.test("a trailing slash on a fixed path changes nothing (design §7)", async () => {
  await using app = await startApp();
  const { request } = app;
  const factors = await request("/api/factors");
  assert.equal(await (await request("/api/factors/")).text(), await factors.text());

  const wrong = await request("/api/factors/", { method: "PUT" });
  assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "GET, HEAD"]);
  const health = await request("/health/", { method: "DELETE" });
  assert.equal(health.status, 405);
  assert.equal(ErrorBody.parse(await health.json()).error.kind, "method_not_allowed");

  const canonicalOf = async (path: string) => {
    return /<link rel="canonical"[^>]*>/.exec(await (await request(path)).text())?.[0];
  };
  assert.ok(await canonicalOf("/compare"));
  assert.equal(await canonicalOf("/compare/"), await canonicalOf("/compare"));
});

/** The choice of units: its effect, its cookie and its redirect (issue 18, part 4). */
import assert from "node:assert/strict";
import { startApp, type TestApp } from "../helpers/app.ts";

const METRIC = { cookie: "ns_units=metric" };
const SHEET = "/systems/heron-lite";
const COMPARED = "/compare?systems=heron-lite,heron-thermal";

function choose(app: TestApp, form: Record<string, string>, headers: HeadersInit = {}) {
  return app.request("/units", {
    method: "POST",
    body: new URLSearchParams(form),
    headers,
    redirect: "manual",
  });
}

async function textOf(app: TestApp, path: string, headers: HeadersInit = {}): Promise<string> {
  const response = await app.request(path, { headers });
  assert.equal(response.status, 200, path);
  return (await response.text()).replaceAll("\u00a0", " ");
}

Deno.test("a buyer's choice of units applies to pages, but not to the API or caches", async (t) => {
  await using app = await startApp();

  await t.step("figures are in feet and inches until metric is chosen", async () => {
    for (const path of [SHEET, COMPARED]) {
      assert.match(await textOf(app, path), />\s*10 ft/, path);
      const metric = await textOf(app, path, METRIC);
      assert.match(metric, />\s*3\.05 m/, path);
      assert.doesNotMatch(metric, />\s*10 ft/, path);
    }
  });

  await t.step("the choice is stored in a cookie, and redirects back to its page", async () => {
    const response = await choose(app, { units: "metric", back: COMPARED });
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), COMPARED);
    assert.match(
      response.headers.get("set-cookie") ?? "",
      /^ns_units=metric; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(response.headers.get("cache-control"), "no-store");
  });

  await t.step("a GET of the form's address redirects to the start page", async () => {
    const response = await app.request("/units", { headers: METRIC, redirect: "manual" });
    assert.deepEqual([response.status, response.headers.get("location")], [303, "/"]);
    assert.equal(response.headers.get("set-cookie"), null);
  });

  await t.step(
    "it redirects to the Referer if that is the same page in another state",
    async () => {
      const back = "/select?track=home";
      const shown = `${back}&options=porch&step=opening`;
      const referers: readonly [referer: string, location: string][] = [
        [`http://localhost${shown}`, shown],
        ["http://localhost/", back],
        ["nonsense", back],
      ];
      for (const [referer, location] of referers) {
        const response = await choose(app, { units: "us", back }, { referer });
        assert.equal(response.headers.get("location"), location, referer);
      }
    },
  );

  await t.step("it never redirects to another site", async () => {
    const elsewhere = [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
      "/..//evil.example/",
      "",
    ];
    for (const back of elsewhere) {
      const response = await choose(app, { units: "us", back });
      const location = new URL(response.headers.get("location") ?? "", "http://ours.example");
      assert.equal(location.origin, "http://ours.example", back);
    }
  });

  await t.step("invalid units and forms from other sites are refused", async () => {
    for (const form of [{}, { units: "imperial" }, { units: "metric; Domain=x" }]) {
      const response = await choose(app, form as Record<string, string>);
      assert.equal(response.status, 400);
      assert.equal(response.headers.has("set-cookie"), false);
    }
    const foreign = await choose(app, { units: "metric" }, { "sec-fetch-site": "cross-site" });
    assert.equal(foreign.status, 403);
  });

  await t.step("pages are private to the buyer, and have no ETag", async () => {
    for (const path of [SHEET, COMPARED, "/results?options=wall-tall&track=home"]) {
      for (const headers of [{}, METRIC]) {
        const response = await app.request(path, { headers });
        await response.body?.cancel();
        assert.match(response.headers.get("cache-control") ?? "", /\b(private|no-store)\b/, path);
        assert.equal(response.headers.has("etag"), false, path);
      }
    }
  });

  await t.step(
    "the API answers the same body and ETag for both units",
    async () => {
      for (
        const path of [
          "/api/systems",
          "/api/comparison?systems=heron-lite,heron-thermal",
          "/api/recommendation?options=wall-tall&track=home",
        ]
      ) {
        const [us, metric] = await Promise.all(
          [{}, METRIC].map((headers) => app.request(path, { headers })),
        );
        assert.ok(us && metric);
        assert.equal(us.headers.get("etag"), metric.headers.get("etag"), path);
        assert.equal(await us.text(), await metric.text(), path);
      }
    },
  );
});

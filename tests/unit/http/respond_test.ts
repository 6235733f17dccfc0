import assert from "node:assert/strict";
import fc from "fast-check";
import { gunzipSync } from "node:zlib";
import { cacheableBody, cacheableJson, etagOf, json, matchesEtag } from "@/lib/http/mod.ts";

function ask(headers: Record<string, string> = {}, method = "GET"): Request {
  return new Request("http://test/api/systems", { headers, method });
}

Deno.test("json() sends a value with its content type, and keeps the given status and headers", async () => {
  const plain = json({ ok: true });
  assert.equal(plain.status, 200);
  assert.equal(plain.headers.get("content-type"), "application/json; charset=utf-8");
  assert.deepEqual(await plain.json(), { ok: true });
  const shaped = json([], { status: 503, headers: { "retry-after": "1" } });
  assert.equal(shaped.status, 503);
  assert.equal(shaped.headers.get("retry-after"), "1");
});

Deno.test("etagOf() returns equal strong ETags only for equal texts", () => {
  assert.match(etagOf(""), /^"[\w-]{27}"$/);
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
    assert.equal(etagOf(a) === etagOf(b), a === b);
  }));
});

Deno.test("cacheableJson() sends the body with its ETag and `no-cache` (design §7)", async () => {
  const prepared = cacheableBody({ systems: ["ü"] });
  const response = cacheableJson(ask(), prepared);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("etag"), prepared.etag);
  assert.equal(response.headers.get("cache-control"), "no-cache");
  assert.equal(await response.text(), '{"systems":["ü"]}');
});

Deno.test("cacheableJson() answers 304 without body or content type when the ETag matches", async () => {
  const prepared = cacheableBody([1]);
  const response = cacheableJson(ask({ "if-none-match": prepared.etag }), prepared);
  assert.equal(response.status, 304);
  assert.equal(response.headers.get("etag"), prepared.etag);
  assert.equal(response.headers.get("cache-control"), "no-cache");
  assert.equal(response.headers.get("content-type"), null);
  assert.equal(await response.text(), "");
});

Deno.test("cacheableJson() answers HEAD like GET, because the server leaves out the body (RFC 9110 §9.3.2)", async () => {
  const prepared = cacheableBody("üü");
  const response = cacheableJson(ask({}, "HEAD"), prepared);
  assert.equal((await response.bytes()).length, 6);
  const known = cacheableJson(ask({ "if-none-match": prepared.etag }, "HEAD"), prepared);
  assert.equal(known.status, 304);
});

Deno.test("cacheableJson() sends a compressed body with a weak ETag to clients that accept gzip", async () => {
  const value = "ü".repeat(2000);
  const prepared = cacheableBody(value);
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const first = cacheableJson(ask(headers), prepared);
  assert.equal(first.headers.get("content-encoding"), "gzip");
  assert.equal(first.headers.get("etag"), `W/${prepared.etag}`);
  assert.equal(first.headers.get("vary"), "Accept-Encoding");
  const bytes = await first.bytes();
  assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), value);
  const second = cacheableJson(ask(headers), prepared);
  assert.deepEqual(await second.bytes(), bytes);
  const plain = cacheableJson(ask(), prepared);
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(plain.headers.get("vary"), "Accept-Encoding");
  assert.deepEqual(await plain.json(), value);
  const known = cacheableJson(ask({ ...headers, "if-none-match": `W/${prepared.etag}` }), prepared);
  assert.deepEqual([known.status, known.headers.get("etag")], [304, `W/${prepared.etag}`]);
});

Deno.test("cacheableJson() does not compress a short body", () => {
  const response = cacheableJson(ask({ "accept-encoding": "gzip" }), cacheableBody("short"));
  assert.equal(response.headers.get("content-encoding"), null);
});

const CONDITIONS: readonly [condition: string, matches: boolean][] = [
  ['"a"', true],
  ["*", true],
  [" * ", true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['"b"', false],
  ['"A"', false],
  ['"aa"', false],
  ["a", false],
  ['"a', false],
  ["", false],
  ['"*"', false],
  ['"b, "a"', false],
];

for (const [condition, matches] of CONDITIONS) {
  Deno.test(`matchesEtag() returns ${matches} for ${condition || "an empty condition"} and the ETag "a"`, () => {
    assert.equal(matchesEtag(condition, '"a"'), matches);
  });
}

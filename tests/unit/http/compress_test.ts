import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { App, type Middleware } from "fresh";
import { allowSources, compress, securityHeaders } from "@/lib/http/mod.ts";
import { acceptsGzip } from "@/lib/http/compress.ts";

const LONG = "A wall that folds. ".repeat(200);

function served(answer: () => Response, ...outer: Middleware<unknown>[]) {
  const handler = new App().use(...outer, compress()).get("/", answer).handler();
  return (headers: Record<string, string> = { "accept-encoding": "gzip, br" }, method = "GET") =>
    handler(new Request("http://test/", { headers, method }));
}

const ACCEPTED: readonly [header: string, accepts: boolean][] = [
  ["gzip", true],
  ["br, gzip;q=0.5", true],
  ["GZIP", true],
  ["deflate,gzip ; q=1, br", true],
  ["x-gzip", true],
  ["gzip;q=0", false],
  ["br, gzip; q=0.00 , deflate", false],
  ["br", false],
  ["notgzip", false],
  ["gzipped", false],
  ["", false],
];
for (const [header, accepts] of ACCEPTED) {
  Deno.test(`acceptsGzip() returns ${accepts} for ${JSON.stringify(header)}`, () => {
    const request = new Request("http://test/", { headers: { "accept-encoding": header } });
    assert.equal(acceptsGzip(request), accepts);
  });
}

Deno.test("compress() compresses texts for clients that accept gzip, and always sends Vary", async () => {
  for (const type of ["text/html; charset=utf-8", "application/json; charset=utf-8", "text/css"]) {
    const ask = served(() => new Response(LONG, { headers: { "content-type": type } }));
    const packed = await ask();
    assert.equal(packed.headers.get("content-encoding"), "gzip", type);
    assert.equal(packed.headers.get("vary"), "Accept-Encoding", type);
    const bytes = await packed.bytes();
    assert.ok(bytes.length < LONG.length / 10);
    assert.equal(gunzipSync(bytes).toString(), LONG);
    const plain = await ask({});
    assert.equal(plain.headers.get("content-encoding"), null, type);
    assert.equal(plain.headers.get("vary"), "Accept-Encoding", type);
    assert.equal(await plain.text(), LONG);
  }
});

Deno.test("compress() makes the ETag of a compressed body weak, and compresses each version", async () => {
  let version = 1;
  const ask = served(() =>
    new Response(`${version}${LONG}`, {
      headers: { "content-type": "text/css", etag: `"${version}"`, "content-length": "3801" },
    })
  );
  const first = await ask();
  assert.equal(first.headers.get("etag"), 'W/"1"');
  assert.equal(first.headers.get("content-length"), null);
  assert.deepEqual(await first.bytes(), await (await ask()).bytes());
  version = 2;
  const next = await ask();
  assert.equal(next.headers.get("etag"), 'W/"2"');
  assert.equal(gunzipSync(await next.bytes()).toString(), `2${LONG}`);
});

Deno.test("compress() packs what it keeps tighter than what it sends once", async () => {
  const body = Array.from({ length: 3_000 }, (_, index) => `${index ** 3 % 9973} walls`).join();
  const sizeOf = async (headers: Record<string, string>) => {
    const ask = served(() =>
      new Response(body, { headers: { "content-type": "text/css", ...headers } })
    );
    return (await (await ask()).bytes()).length;
  };
  assert.ok(await sizeOf({ etag: '"one"' }) < await sizeOf({}));
});

Deno.test("compress() caches a body by its status, its type and its ETag", async () => {
  let [status, type] = [200, "text/css"];
  const ask = served(() =>
    new Response(`${status} ${type} ${LONG}`, {
      status,
      headers: { "content-type": type, etag: '"a"' },
    })
  );
  for ([status, type] of [[200, "text/css"], [404, "text/css"], [200, "text/plain"]] as const) {
    assert.equal(gunzipSync(await (await ask()).bytes()).toString(), `${status} ${type} ${LONG}`);
  }
});

Deno.test("compress() skips short, compressed, partial, streamed-event and picture responses", async () => {
  const json = { "content-type": "application/json" };
  const skipped: [body: string, init: ResponseInit][] = [
    ["short", { headers: json }],
    [LONG, { headers: { "content-type": "image/webp" } }],
    [LONG, { headers: { ...json, "content-encoding": "br" } }],
    [LONG, { headers: { ...json, "cache-control": "no-transform" } }],
    [LONG, { headers: json, status: 206 }],
    [LONG, { headers: { "content-type": "text/event-stream" } }],
  ];
  for (const [body, init] of skipped) {
    const response = await served(() => new Response(body, init))();
    assert.notEqual(response.headers.get("content-encoding"), "gzip", JSON.stringify(init));
    assert.equal(await response.text(), body);
  }
});

Deno.test("compress() compresses a body while it is streamed", async () => {
  const piece = new TextEncoder().encode("id,name\n".repeat(10_000));
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const ask = served(() => new Response(readable, { headers: { "content-type": "text/csv" } }));
  const response = await ask();
  assert.equal(response.headers.get("content-encoding"), "gzip");
  const reading = response.bytes();
  await writer.write(piece);
  await writer.close();
  assert.deepEqual(new Uint8Array(gunzipSync(await reading)), piece);
});

Deno.test("compress() keeps the nonce and the sources of a page for the policy (§4.11b, §5)", async () => {
  const config = {
    baseUrl: null,
    imageHost: null,
    video: { playerUrl: "https://video.example.com/embed" },
  };
  const ask = served(() => {
    const page = new Response(LONG, { headers: { "content-type": "text/html" } });
    Reflect.set(page, Symbol.for("__freshNonce"), "abc");
    return allowSources(page, { scriptHosts: ["track.example.com"], imageHosts: [] });
  }, securityHeaders(config));
  const response = await ask();
  assert.equal(response.headers.get("content-encoding"), "gzip");
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self' 'nonce-abc' track\.example\.com;/);
});

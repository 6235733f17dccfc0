import assert from "node:assert/strict";
import { AppError } from "@/lib/http/mod.ts";
import { answerRendition } from "@/lib/media/mod.ts";
import { openCache, type RenditionCache } from "@/lib/media/renditions/cache.ts";
import type { AssetHead } from "@/lib/media/renditions/heads.ts";
import { createRenditions, type RenditionOptions } from "@/lib/media/renditions/renditions.ts";
import { ratioOf, RENDITION_SHAPES, RENDITION_WIDTHS } from "@/lib/media/browser.ts";

const HEAD: AssetHead = {
  id: "wall",
  original: { hash: "aa", bytes: 4, mayBeTransparent: false },
  isRemote: false,
  size: { width: 1600, height: 1000 },
  focal: { x: 0.5, y: 0.5 },
};
const FILE = new Uint8Array([1, 2, 3, 4]);

const NO_CACHE: RenditionCache = {
  get: () => Promise.resolve(null),
  put: () => Promise.resolve(),
};

/** Creates renditions of one asset, and counts the calls of their dependencies. */
function setUp(options: Partial<RenditionOptions> = {}) {
  const counts = { finds: 0, reads: 0, encodes: 0, imports: 0, broken: 0 };
  const renditions = createRenditions({
    findHead(id) {
      counts.finds++;
      return Promise.resolve(id === HEAD.id ? HEAD : null);
    },
    async *readOriginal() {
      counts.reads++;
      yield FILE.subarray(0, 3);
      await Promise.resolve();
      yield FILE.subarray(3);
    },
    importOriginal() {
      counts.imports++;
      return Promise.resolve({ kind: "imported" });
    },
    encode(original) {
      counts.encodes++;
      return Promise.resolve(original);
    },
    cache: NO_CACHE,
    originals: NO_CACHE,
    places: 2,
    now: () => new Date(0),
    onBroken: () => counts.broken++,
    ...options,
  });
  const ask = (spec: string, init: RequestInit = {}) =>
    answerRendition(renditions, new Request("http://localhost/", init), {
      id: HEAD.id,
      spec,
      address: "198.51.100.7",
      mayMake: () => Promise.resolve(),
    });
  return { counts, renditions, ask };
}

Deno.test("a matching If-None-Match is answered with 304 before anything is read or encoded (design §7)", async () => {
  const { ask, counts } = setUp();
  const { headers } = await ask("w640.webp");
  const etag = headers.get("etag") ?? "";
  assert.match(etag, /^"[\w-]+"$/);
  const before = { ...counts };
  for (const condition of [etag, `"other", W/${etag}`, "*"]) {
    const again = await ask("w640.webp", { headers: { "if-none-match": condition } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), "");
    assert.equal(again.headers.get("etag"), etag);
    assert.equal(again.headers.get("cache-control"), headers.get("cache-control"));
    assert.equal(again.headers.get("content-type"), null);
  }
  assert.deepEqual(counts, { ...before, finds: before.finds + 3 });
  assert.equal((await ask("w640.webp", { headers: { "if-none-match": '"other"' } })).status, 200);
});

Deno.test("an ETag changes with everything that changes the picture, and with nothing else (design §7)", async () => {
  const tagOf = async (spec: string, head: Partial<AssetHead> = {}, accept = "image/webp") => {
    const { ask } = setUp({ findHead: () => Promise.resolve({ ...HEAD, ...head }) });
    const { headers } = await ask(spec, { headers: { accept } });
    return headers.get("etag");
  };
  const crop = "w640-h480-cover";
  const moved = { focal: { x: 0.25, y: 0.5 } };
  const replaced = { original: { hash: "bb", bytes: 4, mayBeTransparent: false } };
  const usual = await tagOf(crop);
  assert.equal(await tagOf(`${crop}.webp`), usual);
  for (
    const other of [
      await tagOf("w640"),
      await tagOf("w640-h480-contain"),
      await tagOf("w960-h640-cover"),
      await tagOf("w640-h427-cover"),
      await tagOf(`${crop}.avif`),
      await tagOf(crop, {}, "image/avif"),
      await tagOf(crop, moved),
      await tagOf(crop, replaced),
    ]
  ) assert.notEqual(other, usual);
  assert.equal(await tagOf("w640", moved), await tagOf("w640"));
});

Deno.test("twenty concurrent requests for a rendition encode it once (design §7)", async () => {
  const { ask, counts } = setUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("w640.webp")));
  for (const answer of answers) assert.deepEqual(await answer.bytes(), FILE);
  assert.equal(counts.reads, 1);
  assert.equal(counts.encodes, 1);
});

Deno.test("a cached rendition is not encoded again, not even by the next process", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  try {
    const cache = () =>
      openCache({ folder, maxBytes: 1_000_000, onError: (error) => assert.fail(String(error)) });
    const first = setUp({ cache: cache() });
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await (await first.ask("w640.webp")).bytes(), FILE);
    }
    assert.equal(first.counts.encodes, 1);
    const next = setUp({ cache: cache() });
    assert.deepEqual(await (await next.ask("w640.webp")).bytes(), FILE);
    assert.equal(next.counts.reads, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a request that finds the queue full is answered with 503, and its original is not read (§8)", async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const { ask, counts } = setUp({ places: 1, encode: () => promise });
  const specs = RENDITION_WIDTHS.flatMap((width) =>
    RENDITION_SHAPES.flatMap((shape) =>
      ["cover.webp", "cover.avif", "cover.png", "contain.webp", "contain.avif", "contain.png"].map(
        (rest) => `w${width}-h${Math.round(width / ratioOf(shape))}-${rest}`,
      )
    )
  );
  const answers = specs.slice(0, 400).map((spec) => ask(spec));
  const refused = await Promise.race(answers);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "2");
  assert.deepEqual((await refused.json()).error.kind, "unavailable");
  assert.equal(counts.reads, 1);
  resolve(FILE);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 257);
  assert.equal(statuses.filter((status) => status === 503).length, 143);
});

Deno.test("the file of a rendition is closed when only its head is asked for (design §7)", async () => {
  const closed = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => closed.resolve() });
  const { ask } = setUp({ cache: { ...NO_CACHE, get: () => Promise.resolve({ size: 4, body }) } });
  const response = await ask("w640.webp", { method: "HEAD" });
  assert.deepEqual([response.status, response.body], [200, null]);
  assert.equal(response.headers.get("content-length"), "4");
  await closed.promise;
});

Deno.test("a request whose client has disconnected leaves the queue (§8)", async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const { ask, counts } = setUp({ places: 1, encode: () => promise });
  const first = ask("w640.webp");
  const client = new AbortController();
  const left = ask("w320.webp", { signal: client.signal });
  // By then it is in the queue.
  await new Promise((resolve) => setTimeout(resolve, 0));
  client.abort();
  assert.equal((await left).status, 499);
  resolve(FILE);
  await (await first).body?.cancel();
  await (await ask("w960.webp")).body?.cancel();
  assert.equal(counts.reads, 2, "the picture that nobody waits for is not made");
});

const BROKEN: [fault: string, options: Partial<RenditionOptions>][] = [
  ["is not a picture", { encode: () => Promise.reject(new Error("unsupported image format")) }],
  ["lacks a chunk", {
    async *readOriginal() {
      yield await Promise.resolve(FILE.subarray(0, 3));
    },
  }],
  ["has no chunks", { async *readOriginal() {} }],
  ["has an extra chunk", {
    async *readOriginal() {
      yield await Promise.resolve(FILE);
      yield FILE;
    },
  }],
];
for (const [fault, options] of BROKEN) {
  Deno.test(`an original that ${fault} is answered with 404 and a placeholder, and reported once (§8)`, async () => {
    const { ask, counts } = setUp(options);
    for (let time = 0; time < 3; time++) {
      const answer = await ask("w160-h90.png");
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get("content-type"), "image/png");
      assert.equal(answer.headers.get("etag"), null);
      assert.equal(answer.headers.get("cache-control"), "public, max-age=60");
      const [width, height] = pngSize(await answer.bytes());
      assert.deepEqual([width, height], [160, 90]);
    }
    assert.equal(counts.broken, 1);
  });
}

Deno.test("a broken original is retried after a minute", async () => {
  let now = 0;
  let isBusy = true;
  const { ask, counts } = setUp({
    now: () => new Date(now),
    encode: (original) =>
      isBusy ? Promise.reject(new Error("too busy")) : Promise.resolve(original),
  });
  assert.equal((await ask("w96.png")).status, 404);
  now = 60_000;
  assert.equal((await ask("w96.png")).status, 404);
  isBusy = false;
  now = 119_999;
  assert.equal((await ask("w96.png")).status, 404, "within the minute");
  now = 59_999;
  assert.equal((await ask("w96.png")).status, 200, "the clock was set back");
  assert.equal(counts.broken, 2);
});

Deno.test("a picture that takes too long to encode is answered with 503 for a minute, then retried (§8)", async () => {
  let now = 0;
  const tooSlow = new AppError("unavailable", "Too slow", { headers: { "retry-after": "60" } });
  const { ask, counts } = setUp({
    now: () => new Date(now),
    encode: (original) => now === 0 ? Promise.reject(tooSlow) : Promise.resolve(original),
  });
  for (let time = 0; time < 3; time++) {
    const answer = await ask("w96.png");
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get("retry-after"), "60");
  }
  assert.equal(counts.reads, 1);
  now = 60_000;
  assert.equal((await ask("w96.png")).status, 200);
});

Deno.test("a database error is thrown, and does not count as a broken original", async () => {
  const { ask, counts } = setUp({
    async *readOriginal() {
      yield await Promise.reject(new Error("no connection"));
    },
  });
  await assert.rejects(ask("w96.png"), /no connection/);
  assert.equal(counts.broken, 0);
});

Deno.test("a remote original is imported on first use (design §7)", async () => {
  let imported = false;
  const { ask } = setUp({
    findHead: () => Promise.resolve(imported ? HEAD : { ...HEAD, original: null, isRemote: true }),
    importOriginal() {
      imported = true;
      return Promise.resolve({ kind: "imported" });
    },
  });
  assert.equal((await ask("w640.webp")).status, 200);
});

Deno.test("an original that cannot be imported is answered with 404 and a placeholder of its shape", async () => {
  const { ask, counts } = setUp({
    findHead: () => Promise.resolve({ ...HEAD, original: null, isRemote: true }),
    importOriginal: () => Promise.resolve({ kind: "failed", message: "no answer" }),
  });
  const answer = await ask("w320.png");
  assert.equal(answer.status, 404);
  assert.deepEqual(pngSize(await answer.bytes()), [320, 200]);
  assert.equal(counts.broken, 0);
});

Deno.test("a request that finds too many imports is answered with 503 and Retry-After", async () => {
  const { ask } = setUp({
    findHead: () => Promise.resolve({ ...HEAD, original: null, isRemote: true }),
    importOriginal: () => Promise.resolve({ kind: "busy" }),
  });
  const answer = await ask("w320");
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "5");
});

Deno.test("an asset without an original or a known size has a placeholder of the default shape", async () => {
  const { ask, counts } = setUp({
    findHead: () => Promise.resolve({ ...HEAD, original: null, size: null }),
  });
  const answer = await ask("w96.png");
  assert.equal(answer.status, 404);
  assert.deepEqual(pngSize(await answer.bytes()), [96, 64]);
  assert.equal(counts.imports, 0);
});

function pngSize(bytes: Uint8Array<ArrayBuffer>): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

import assert from "node:assert/strict";
import fc from "fast-check";
import sharp from "sharp";
import { ErrorBody } from "@/lib/http/mod.ts";
import type { PublicFetch } from "@/lib/net/mod.ts";
import { RENDITION_FORMATS, RENDITION_WIDTHS } from "@/lib/media/browser.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";
import { storeAsset, storePicture } from "../helpers/media.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { until } from "../helpers/until.ts";

const EMPTY = { SEED: "none" };

/** Makes a picture that is red on the left and blue on the right. */
async function twoColours(width = 1600, height = 1067): Promise<Uint8Array> {
  const left = { r: 200, g: 20, b: 20 };
  const right = await sharp({
    create: { width: width / 2, height, channels: 3, background: { r: 20, g: 20, b: 200 } },
  }).png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background: left } })
    .composite([{ input: right, left: width / 2, top: 0 }]).jpeg({ quality: 90 }).toBuffer();
}

async function get(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers });
  return { response, ...await sharp(await response.bytes()).metadata() };
}

async function reddish(app: TestApp, path: string): Promise<boolean> {
  const { dominant } = await sharp(await (await app.request(path)).bytes()).stats();
  return dominant.r > dominant.b;
}

anyEngine(
  "/media/<id>/<spec> serves pictures in the requested size and format (design §7)",
  async (engine, context) => {
    await using app = await startApp({ engine, environment: EMPTY });
    const { db } = app.services;
    await storePicture(db, { id: "wall", original: await twoColours() });

    await context.step(
      "every format works, and no rendition is larger than its original",
      async () => {
        for (const format of RENDITION_FORMATS) {
          const answer = await get(app, `/media/wall/w320.${format}`);
          assert.equal(answer.response.status, 200);
          assert.equal(answer.response.headers.get("content-type"), `image/${format}`);
          assert.equal(answer.response.headers.get("vary"), null);
          assert.deepEqual([answer.width, answer.height], [320, 213]);
          assert.equal(answer.format, format === "avif" ? "heif" : format);
        }
        const { width, height } = await get(app, "/media/wall/w1920.jpeg");
        assert.deepEqual([width, height], [1600, 1067]);
      },
    );

    await context.step(
      "`cover`, the default, crops to the box, and `contain` fits into it",
      async () => {
        const cut = await get(app, "/media/wall/w480-h480-cover.webp");
        assert.deepEqual([cut.width, cut.height], [480, 480]);
        const same = await get(app, "/media/wall/w480-h480.webp");
        assert.equal(same.response.headers.get("etag"), cut.response.headers.get("etag"));
        const within = await get(app, "/media/wall/w480-h240-contain.webp");
        assert.deepEqual([within.width, within.height], [360, 240]);
      },
    );

    await context.step("without a format, Accept decides", async () => {
      for (
        const [accept, format] of [["image/avif,*/*", "avif"], ["image/webp", "webp"], [
          "*/*",
          "jpeg",
        ]]
      ) {
        const { response } = await get(app, "/media/wall/w160", { accept: accept ?? "" });
        assert.equal(response.headers.get("content-type"), `image/${format}`);
        assert.equal(response.headers.get("vary"), "Accept");
      }
    });

    await context.step(
      "transparency is kept, or becomes white in a JPEG",
      async () => {
        const clear = { r: 0, g: 0, b: 0, alpha: 0 };
        const original = await sharp({
          create: { width: 400, height: 300, channels: 4, background: clear },
        }).png().toBuffer();
        const size = { width: 400, height: 300 };
        await storePicture(db, { id: "clear", original, mime: "image/png", ...size });
        const { response, hasAlpha } = await get(app, "/media/clear/w160", { accept: "*/*" });
        assert.equal(response.headers.get("content-type"), "image/png");
        assert.equal(hasAlpha, true);
        for (const format of ["avif", "webp"]) {
          assert.equal((await get(app, `/media/clear/w160.${format}`)).hasAlpha, true, format);
        }
        const jpeg = await (await app.request("/media/clear/w160.jpeg")).bytes();
        const { dominant } = await sharp(jpeg).stats();
        assert.ok(Math.min(dominant.r, dominant.g, dominant.b) > 240);
      },
    );

    await context.step(
      "an opaque WebP becomes a JPEG for clients without WebP and AVIF",
      async () => {
        const original = await pictureFile("webp");
        await storePicture(db, { id: "finished", original, mime: "image/webp" });
        const { response } = await get(app, "/media/finished/w160", { accept: "*/*" });
        assert.equal(response.headers.get("content-type"), "image/jpeg");
      },
    );

    await context.step("a large rendition arrives complete", async () => {
      const grain = crypto.getRandomValues(new Uint8Array(160 * 120 * 3));
      const original = await sharp(grain, { raw: { width: 160, height: 120, channels: 3 } })
        .resize(1280, 960, { kernel: "nearest" }).jpeg({ quality: 95 }).toBuffer();
      await storePicture(db, { id: "grain", original, width: 1280, height: 960 });
      const path = "/media/grain/w1280.png";
      const read = async () => new Uint8Array(await (await app.request(path)).arrayBuffer());
      const first = await read();
      assert.ok(first.length > 500_000);
      assert.deepEqual(await read(), first);
      const head = await app.request(path, { method: "HEAD" });
      assert.equal(head.headers.get("content-length"), `${first.length}`);
    });

    await context.step("a rendition is cached as immutable, with ETag, 304 and HEAD", async () => {
      const { response } = await get(app, "/media/wall/w640.webp");
      assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
      const etag = response.headers.get("etag") ?? "";
      const again = await app.request("/media/wall/w640.webp", {
        headers: { "if-none-match": etag },
      });
      assert.equal(again.status, 304);
      const head = await app.request("/media/wall/w640.webp", { method: "HEAD" });
      assert.equal(head.headers.get("etag"), etag);
      assert.equal(head.headers.get("content-length"), response.headers.get("content-length"));
      assert.equal(await head.text(), "");
    });

    await context.step("headers prevent a picture from being read as anything else", async () => {
      const { headers } = await app.request("/media/wall/w640.webp", { method: "HEAD" });
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'self'/);
      assert.equal(headers.get("content-disposition"), 'inline; filename="wall-w640.webp"');
      assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
      assert.equal(headers.get("set-cookie"), null);
    });

    await context.step("a crop follows the focal point that staff set", async () => {
      const path = "/media/wall/w160-h320-cover.png";
      const before = await app.request(path);
      await before.body?.cancel();
      assert.match(before.headers.get("cache-control") ?? "", /max-age=3600/);
      for (const [x, isRed] of [[0, true], [1, false]] as const) {
        const etag = (await app.request(path, { method: "HEAD" })).headers.get("etag") ?? "";
        await db.updateTable("media_assets").set({ focal_x: x }).where("id", "=", "wall").execute();
        await changed(app, path, etag);
        assert.equal(await reddish(app, path), isRed);
      }
    });

    await context.step("unknown sizes and pictures are refused, and not cached", async () => {
      for (
        const [path, status, kind] of [
          ["/media/wall/w641", 400, "invalid"],
          ["/media/wall/original.jpeg", 400, "invalid"],
          ["/media/wall/w640-h481-cover", 400, "invalid"],
          ["/media/nothing/w640", 404, "not_found"],
          ["/media/nothing%00/w640", 404, "not_found"],
          ["/media/..%2Fwall/w640", 404, "not_found"],
        ] as const
      ) {
        const response = await app.request(path);
        assert.equal(response.status, status, path);
        assert.equal(ErrorBody.parse(await response.json()).error.kind, kind);
        assert.equal(response.headers.get("cache-control"), "no-store");
      }
    });

    await context.step("a broken original gives a placeholder with 404", async () => {
      await storePicture(db, { id: "broken", original: new Uint8Array(1000).fill(7) });
      const { response, width, height } = await get(app, "/media/broken/w320.webp");
      assert.equal(response.status, 404);
      assert.deepEqual([width, height], [320, 213]);
    });
  },
);

/** Waits until the process has noticed the change of a row, so that the ETag changes. */
async function changed(app: TestApp, path: string, etag: string): Promise<void> {
  await until(`${path} has another ETag`, async () => {
    const { headers } = await app.request(path, { method: "HEAD" });
    return headers.get("etag") !== etag;
  });
}

Deno.test("20 concurrent first requests fetch a remote picture once, and other hosts are refused (design §7)", async () => {
  const asked: string[] = [];
  const picture = await twoColours(800, 600);
  const fetchPublic: PublicFetch = (url) => {
    asked.push(String(url));
    return Promise.resolve({
      ok: true,
      url: String(url),
      status: 200,
      headers: new Headers({ "content-type": "image/jpeg" }),
      body: picture,
    });
  };
  await using app = await startApp({
    environment: { ...EMPTY, MEDIA_HOSTS: "pictures.example.com" },
    overrides: { fetchPublic },
  });
  const { db } = app.services;
  await storeAsset(db, { id: "far", remote_url: "https://pictures.example.com/far.jpg" });
  await storeAsset(db, { id: "elsewhere", remote_url: "https://other.example.com/a.jpg" });

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get(app, "/media/far/w320.webp")),
  );
  for (const { response, width, height } of answers) {
    assert.equal(response.status, 200);
    assert.deepEqual([width, height], [320, 240]);
  }
  assert.deepEqual(asked, ["https://pictures.example.com/far.jpg"]);

  const refused = await get(app, "/media/elsewhere/w320.webp");
  assert.equal(refused.response.status, 404);
  assert.deepEqual([refused.width, refused.height], [320, 213]);
  assert.equal(asked.length, 1);
});

Deno.test("no picture address causes a 5xx (§8)", async () => {
  await using app = await startApp({ environment: EMPTY });
  await storePicture(app.services.db, { id: "wall", original: await twoColours(64, 48) });
  const parts = fc.oneof(
    fc.constantFrom(
      "wall",
      "w96",
      "w96-h64",
      "w96-h64-cover",
      ".webp",
      ".avif",
      "..",
      "-",
      "h",
      "%",
      "%00",
      "\\",
    ),
    fc.constantFrom(...RENDITION_WIDTHS.map((width) => `w${width}`)),
    fc.string({ unit: "binary", maxLength: 8 }).map(encodePart),
    fc.string({ maxLength: 8 }),
    fc.integer().map(String),
  );
  const texts = fc.array(parts, { maxLength: 4 }).map((list) => list.join(""));
  const paths = fc.oneof(
    texts.map((spec) => `/media/wall/${spec}`),
    fc.tuple(texts, texts).map(([id, spec]) => `/media/${id}/${spec}`),
  );
  const headers = fc.record({
    accept: fc.oneof(fc.constantFrom("*/*", "image/avif;q=", ";;,"), fc.string({ maxLength: 20 })),
    "if-none-match": fc.oneof(fc.constantFrom("*", '"', "W/"), fc.string({ maxLength: 20 })),
  }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(paths, headers, async (path, sent) => {
      const response = await app.request(path, { headers: sent });
      await response.body?.cancel();
      assert.ok(response.status < 500, `${response.status} for ${path}`);
    }),
    { numRuns: 300 },
  );
});

/** Encodes a path segment. Lone surrogates are replaced, because no client can send them. */
function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

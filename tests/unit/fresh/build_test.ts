/** The build: static files and their caching, transforms, and the output on disk. */
import { tailwind } from "@fresh/plugin-tailwind";
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { asset } from "fresh/runtime";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { createSite } from "./fixtures/site/main.ts";
import { buildFixture, client, type Fetch } from "./helpers.ts";

const root = fileURLToPath(new URL("fixtures/site/", import.meta.url));
const site = client(await buildFixture("site", createSite()));

/** Builds a temporary folder with `files`, after `prepare` configured the builder, and returns a client of the app. */
async function serveFiles(
  files: Record<string, string>,
  prepare: (builder: Builder) => void = () => {},
  mode: "development" | "production" = "production",
): Promise<Fetch> {
  const dir = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(dir, path)), { recursive: true });
      await Deno.writeTextFile(join(dir, path), text);
    }
    const builder = new Builder({ root: dir });
    prepare(builder);
    const applySnapshot = await builder.build({ snapshot: "memory", mode });
    const app = new App().use(staticFiles()).get("/page", () => new Response("page"));
    applySnapshot(app);
    return client(app);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("a static file has a type, a strong ETag, and is revalidated (§4)", async () => {
  const answer = await site("/styles.css");
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("Content-Type"), "text/css; charset=utf-8");
  assert.equal(answer.headers.get("Cache-Control"), "no-cache");
  assert.match(answer.headers.get("ETag") ?? "", /^"[\w-]+"$/);
});

const TYPES: Readonly<Record<string, string>> = {
  "a.mp3": "audio/mpeg",
  "a.csv": "text/csv; charset=utf-8",
  "a.ttf": "font/ttf",
  "a.epub": "application/epub+zip",
  "a.js.map": "application/json; charset=utf-8",
  "A.PNG": "image/png",
  "a.unknown": "application/octet-stream",
};

Deno.test("the extension of a static file determines its content type (§4)", async () => {
  const files = Object.keys(TYPES).map((name) => [`static/${name}`, "x"]);
  const get = await serveFiles(Object.fromEntries(files));
  for (const [name, type] of Object.entries(TYPES)) {
    assert.equal((await get(`/${name}`)).headers.get("Content-Type"), type, name);
  }
});

Deno.test("a request with the ETag of a static file is answered 304 without a body (§4)", async () => {
  const etag = (await site("/styles.css")).headers.get("ETag") ?? "";
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const answer = await site("/styles.css", { headers: { "If-None-Match": value } });
    assert.deepEqual([answer.status, answer.body], [304, ""], value);
    assert.equal(answer.headers.get("ETag"), etag);
  }
  const other = await site("/styles.css", { headers: { "If-None-Match": '"other"' } });
  assert.equal(other.status, 200);
});

Deno.test("a URL from asset() is immutable, and one of an older build redirects to the file (§4)", async () => {
  const answer = await site(asset("/styles.css"));
  assert.equal(answer.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
  const old = await site("/styles.css?__frsh_c=old&x=1");
  assert.deepEqual([old.status, old.headers.get("location")], [307, "/styles.css?x=1"]);
});

Deno.test("staticFiles() answers HEAD, and 405 to POST (§4)", async () => {
  const head = await site("/styles.css", { method: "HEAD" });
  assert.deepEqual([head.status, head.body], [200, ""]);
  const { length } = (await site("/styles.css")).body;
  assert.equal(head.headers.get("Content-Length"), String(length));
  assert.equal((await site("/styles.css", { method: "POST" })).status, 405);
});

Deno.test("hidden files and files outside static/ are not served (§4)", async () => {
  const fetch = await serveFiles({
    "static/.env": "secret",
    "static/.well-known/security.txt": "contact",
    "static/a b/ü.txt": "spaced",
    "secret.txt": "secret",
  });
  assert.equal((await fetch("/.env")).status, 404);
  assert.equal((await fetch("/../secret.txt")).status, 404);
  assert.equal((await fetch("/..%2Fsecret.txt")).status, 404);
  assert.equal((await fetch("/%zz")).status, 404);
  assert.equal((await fetch("/.well-known/security.txt")).body, "contact");
  assert.equal((await fetch("/a%20b/%C3%BC.txt")).body, "spaced");
  assert.equal((await fetch("/page")).body, "page");
});

Deno.test("onTransformStaticFile() chains matching transforms, and skips excluded files (§4)", async () => {
  const fetch = await serveFiles({ "static/a.txt": "a", "static/b.txt": "b" }, (builder) => {
    builder.onTransformStaticFile({ pluginName: "one", filter: /\.txt$/ }, ({ text }) => {
      return { content: `${text}1` };
    });
    builder.onTransformStaticFile(
      { pluginName: "two", filter: /\.txt$/, exclude: ["b.txt"] },
      ({ text, mode }) => ({ content: `${text}2 ${mode}` }),
    );
  });
  assert.equal((await fetch("/a.txt")).body, "a12 production");
  assert.equal((await fetch("/b.txt")).body, "b1");
});

Deno.test("Builder.build() names the file of a transform that fails (§4)", async () => {
  const building = serveFiles({ "static/a.css": "a" }, (builder) => {
    builder.onTransformStaticFile({ pluginName: "bad", filter: /\.css$/ }, () => {
      throw new Error("no such colour");
    });
  });
  await assert.rejects(building, /static\/a\.css: no such colour/);
});

Deno.test("Builder.build() names the file and line of an island that cannot be bundled (§4)", async () => {
  const building = serveFiles({ "islands/Bad.tsx": 'import "./missing.ts";\n' });
  await assert.rejects(building, /islands\/Bad\.tsx:1/);
});

Deno.test("tailwind() compiles the classes that the app uses, minified for production (§4)", async () => {
  const files = {
    "static/styles.css": `@import "${
      createRequire(import.meta.url).resolve("tailwindcss/index.css")
    }";\n@theme { --color-brand: #123456; }\n`,
    "components/Card.tsx": 'export const Card = () => <p class="text-brand p-3">card</p>;\n',
  };
  const { body } = await (await serveFiles(files, tailwind))("/styles.css");
  assert.match(body, /\.text-brand\{color:var\(--color-brand\)\}/);
  assert.match(body, /\.p-3\{/);
  assert.doesNotMatch(body, /\.p-4\{/);
  const readable = await (await serveFiles(files, tailwind, "development"))("/styles.css");
  assert.match(readable.body, /\.text-brand \{\n/);
});

Deno.test("islands share chunks: Preact is shipped once (§4)", async () => {
  const links = await Promise.all(["/", "/signals", "/slots"].map(async (path) => {
    const header = (await site(path)).headers.get("Link") ?? "";
    return [...header.matchAll(/<([^>]+)>/g)].map(([, url = ""]) => url);
  }));
  const urls = [...new Set(links.flat())];
  const bodies = await Promise.all(urls.map(async (url) => (await site(url)).body));
  assert.equal(
    bodies.filter((body) => body.includes("__hmr") || body.includes("insertBefore(")).length >= 1,
    true,
  );
  assert.equal(bodies.filter((body) => body.includes("createElementNS")).length, 1);
});

Deno.test("a page with one small island ships less than 8 kB of compressed script (§4)", async () => {
  const header = (await site("/")).headers.get("Link") ?? "";
  const sizes = await Promise.all(
    [...header.matchAll(/<([^>]+)>/g)].map(async ([, url = ""]) => {
      return gzipSync((await site(url)).body).byteLength;
    }),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total < 8192, `${total} bytes`);
});

Deno.test("Builder.build() writes a server that needs only the app's source (§4)", async () => {
  const outDir = await Deno.makeTempDir();
  try {
    await new Builder({ root, outDir }).build();
    const built = await import(pathToFileURL(join(outDir, "server.js")).href);
    const fetch = async (path: string) => {
      const response: Response = await built.default.fetch(new Request(`http://localhost${path}`));
      return { response, body: await response.text() };
    };
    const home = await fetch("/");
    assert.match(home.body, /frsh:island:Counter/);
    const url = /from"([^"]+)"/.exec(home.body)?.[1] ?? "";
    assert.match(url, /^\/_fresh\/js\/[\w-]+-[A-Z0-9]{8}\.js$/);
    const script = await fetch(url);
    assert.equal(script.response.status, 200);
    assert.match(script.response.headers.get("Cache-Control") ?? "", /immutable/);
    assert.equal((await fetch("/plain")).response.status, 200);
    assert.equal((await fetch("/styles.css")).body, (await site("/styles.css")).body);
  } finally {
    await Deno.remove(outDir, { recursive: true });
  }
});

Deno.test("a second build of the same source has the same URLs (§4)", async () => {
  const urls = async () => {
    const fetch = client(await buildFixture("site", createSite()));
    return (await fetch("/")).headers.get("Link");
  };
  assert.equal(await urls(), await urls());
});

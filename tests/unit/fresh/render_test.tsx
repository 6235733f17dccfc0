/** Rendered pages: documents, `<Head>`, links, assets, islands and policies. */
import { App, csp } from "fresh";
import { asset, assetSrcSet, Head, IS_BROWSER } from "fresh/runtime";
import assert from "node:assert/strict";
import type { ComponentChildren } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { Counter, Counters } from "./fixtures/site/islands/Counter.tsx";
import Panel from "./fixtures/site/islands/Panel.tsx";
import { createSite } from "./fixtures/site/main.ts";
import { type Answer, buildFixture, client, headOf, withoutErrorLog } from "./helpers.ts";

const routing = client(await buildFixture("routing", new App().fsRoutes()));
const site = client(await buildFixture("site", createSite()));

Deno.test("a text is escaped once, alone or beside others, within components or lists", async () => {
  const text = `"Glass" & <Sons>`;
  const Cell = ({ children }: { children?: ComponentChildren }) => <td>{children}</td>;
  const fetch = client(
    new App().get("/", (ctx) =>
      ctx.render(
        <table>
          <Cell>{text}</Cell>
          <Cell>{text} z</Cell>
          <Cell>
            <b>{text}</b>
            {text}
            {[text, [text]]}
          </Cell>
        </table>,
      )),
  );
  const { body } = await fetch("/");
  assert.equal(body.match(/&quot;Glass&quot; &amp; &lt;Sons>/g)?.length, 6);
  assert.doesNotMatch(body, /&amp;(?:amp|quot|lt)/);
});

Deno.test("ctx.render() adds the parts of a document that are missing, and no others (§4)", async () => {
  const fetch = client(
    new App()
      .get("/part", (ctx) => ctx.render(<p>part</p>))
      .get("/body", (ctx) => ctx.render(<body class="b">body</body>))
      .get("/none", (ctx) => ctx.render(null))
      .get("/whole", (ctx) => {
        return ctx.render(
          <html lang="de">
            <head>
              <title>Whole</title>
            </head>
            <body>whole</body>
          </html>,
        );
      }),
  );
  const head = '<head><meta charset="utf-8"></head>';
  const expected: [string, string][] = [
    ["/part", `<!DOCTYPE html><html>${head}<body><p>part</p></body></html>`],
    ["/body", `<!DOCTYPE html><html>${head}<body class="b">body</body></html>`],
    ["/none", `<!DOCTYPE html><html>${head}<body></body></html>`],
    [
      "/whole",
      '<!DOCTYPE html><html lang="de"><head><title>Whole</title></head><body>whole</body></html>',
    ],
  ];
  for (const [path, body] of expected) assert.equal((await fetch(path)).body, body);
});

Deno.test("long constant markup keeps its place, also when repeated or beside text like its placeholder", async () => {
  const drawings = `<p>“${"Ä".repeat(5_000)}”</p>`;
  const words = `<p>${"a".repeat(5_000)}</p>`;
  // Only markup that is created during the rendering has a placeholder.
  const Page = () => (
    <body>
      {jsxTemplate([drawings])}
      <i>{"<!--0:0--> $& –"}</i>
      {jsxTemplate([words])}
      {jsxTemplate([drawings])}
    </body>
  );
  const fetch = client(new App().get("/", (ctx) => ctx.render(<Page />)));
  const { body } = await fetch("/");
  const between = "<i>&lt;!--0:0--&gt; $&amp; –</i>";
  assert.ok(body.endsWith(`<body>${drawings}${between}${words}${drawings}</body></html>`));
  assert.equal((await fetch("/")).body, body);
});

Deno.test("<Head> replaces the title and elements of the same name, and adds the rest (§4)", async () => {
  const answer = await routing("/head");
  assert.deepEqual(headOf(answer), [
    "<title>Page &amp; more</title>",
    '<meta name="description" content="From the page"/>',
    '<link rel="canonical" href="https://example.com/head"/>',
    "<script>const inline = 1;</script>",
  ]);
  assert.match(
    answer.body,
    /<svg><title>Drawing<\/title><\/svg>/,
    "the title of a drawing is kept",
  );
});

Deno.test("<Head> replaces the element with the same key (§4)", async () => {
  const fetch = client(
    new App()
      .appWrapper(({ Component }) => (
        <html>
          <head>
            <meta key="a" name="theme-color" content="white" />
            <meta name="b" content="kept" />
          </head>
          <body>
            <Component />
          </body>
        </html>
      ))
      .get("/", (ctx) =>
        ctx.render(
          <Head>
            <meta key="a" name="theme-color" content="black" />
          </Head>,
        )),
  );
  assert.deepEqual(headOf(await fetch("/")), [
    '<meta name="theme-color" content="black" data-key="a"/>',
    '<meta name="b" content="kept"/>',
  ]);
});

Deno.test("a page without <Head> after one with it keeps the app's own title (§4)", async () => {
  await routing("/head");
  assert.deepEqual(headOf(await routing("/")).slice(0, 1), ["<title>App</title>"]);
});

Deno.test("links to the current page and to its ancestors are marked (§4)", async () => {
  const { body } = await routing("/area/links");
  const links = body.match(/<a [^>]*>\w+/g);
  assert.deepEqual(links, [
    '<a href="/area/links#part" data-current="true" aria-current="page">Here',
    '<a href="/area" data-ancestor="true" aria-current="true">Above',
    '<a href="/" data-ancestor="true" aria-current="true">Home',
    '<a href="/other">Other',
    '<a href="https://example.com/area/links">Outside',
  ]);
});

Deno.test("asset() adds a content hash to the path of a static file, and keeps other URLs (§4)", () => {
  assert.match(asset("/styles.css"), /^\/styles\.css\?__frsh_c=[\w-]+$/);
  const withBase = Reflect.apply(asset, null, ["/styles.css", "/base"]);
  assert.equal(withBase, asset("/styles.css"), "like Fresh's, it takes only the path");
  for (const url of ["/media/1/w320", "https://example.com/styles.css", "styles.css"]) {
    assert.equal(asset(url), url);
  }
  assert.equal(
    assetSrcSet("/favicon.ico 1x, /other.png 2x"),
    `${asset("/favicon.ico")} 1x, /other.png 2x`,
  );
  assert.equal(IS_BROWSER, false);
});

Deno.test("images of static files get asset() URLs automatically (§4)", async () => {
  const fetch = client(
    new App().get("/", (ctx) => {
      return ctx.render(
        <div>
          <img src="/favicon.ico" srcset="/favicon.ico 2x" alt="" />
          <img src="/favicon.ico" data-fresh-disable-lock alt="" />
          <img src="/media/1/w96" alt="" />
        </div>,
      );
    }),
  );
  const images = (await fetch("/")).body.match(/<img [^>]*>/g) ?? [];
  assert.match(
    images[0] ?? "",
    /src="\/favicon\.ico\?__frsh_c=\S+" srcset="\/favicon\.ico\?__frsh_c=\S+ 2x"/,
  );
  assert.match(images[1] ?? "", /src="\/favicon\.ico"/);
  assert.match(images[2] ?? "", /src="\/media\/1\/w96"/);
});

Deno.test("an island has markers, one script, and preloaded bundles (§4)", async () => {
  const answer = await site("/");
  assert.match(
    answer.body,
    /<!--frsh:island:Counter:0:--><button[^>]*>Count: 3<\/button><!--\/frsh:island-->/,
  );
  const scripts = answer.body.match(/<script/g);
  assert.equal(scripts?.length, 1);
  const urls = [...answer.headers.get("Link")?.matchAll(/<([^>]+)>; rel="modulepreload"/g) ?? []];
  assert.ok(urls.length >= 3);
  for (const [, url = ""] of urls) {
    const script = await site(url);
    assert.equal(script.status, 200, url);
    assert.equal(script.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
    assert.match(script.headers.get("Content-Type") ?? "", /^text\/javascript/);
  }
});

Deno.test("a page without an island has no script and preloads nothing (§4)", async () => {
  const answer = await site("/plain");
  assert.doesNotMatch(answer.body, /<script|<template/);
  assert.equal(answer.headers.get("Link"), null);
});

Deno.test("only pages with signals in their props load signals (§4)", async () => {
  assert.match((await site("/signals")).body, /fresh-signals/);
  assert.doesNotMatch((await site("/")).body, /fresh-signals/);
});

Deno.test("an island in the children of another island is an island of its own (§4)", async () => {
  const app = await buildFixture(
    "site",
    new App().get("/", (ctx) => ctx.render(<Panel>{<Counter start={1} />}</Panel>)),
  );
  const { body } = await client(app)("/");
  const markers = body.match(/<!--.*?-->/g);
  assert.deepEqual(markers, [
    "<!--frsh:island:Panel:0:-->",
    "<!--frsh:slot:0:children-->",
    "<!--frsh:island:Counter:1:-->",
    "<!--/frsh:island-->",
    "<!--/frsh:slot-->",
    "<!--/frsh:island-->",
  ]);
});

Deno.test("an island that another island renders is part of that one (§4)", async () => {
  const app = await buildFixture(
    "site",
    new App().get("/", (ctx) => ctx.render(<Counters />)),
  );
  const { body } = await client(app)("/");
  assert.deepEqual(body.match(/<!--.*?-->/g), [
    "<!--frsh:island:Counters:0:-->",
    "<!--/frsh:island-->",
  ]);
});

Deno.test("a page whose island has a function as a prop fails, because functions cannot be serialised (§4)", async () => {
  const app = await buildFixture(
    "site",
    new App().get("/", (ctx) => {
      return ctx.render(<Counter start={(() => 1) as unknown as number} />);
    }),
  );
  const [answer, logged] = await withoutErrorLog(() => client(app)("/"));
  assert.equal(answer.status, 500);
  assert.match(String(logged[0]), /Serializing functions is not supported/);
});

Deno.test("props cannot close the script that contains them (§4)", async () => {
  const { body } = await site("/props");
  assert.equal(body.match(/<\/script>/g)?.length, 1);
  assert.doesNotMatch(body.split("<script")[1] ?? "", /<!--/);
});

Deno.test("with a base path, the bundles of islands load from below it (§4)", async () => {
  const fetch = client(await buildFixture("site", createSite("/base")));
  const answer = await fetch("/base");
  assert.equal(answer.status, 200);
  const url = /from"([^"]+)"/.exec(answer.body)?.[1] ?? "";
  assert.match(url, /^\/base\/_fresh\/js\//);
  assert.equal((await fetch(url)).status, 200);
});

const POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' " +
  "'unsafe-inline'; font-src 'self'; img-src 'self' data:; media-src 'self' data: blob:; " +
  "worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; upgrade-insecure-requests";

Deno.test("csp() sets a strict default, which directives of the same name replace (§4)", async () => {
  const plain = client(new App().use(csp()).get("/", () => new Response()));
  assert.equal((await plain("/")).headers.get("Content-Security-Policy"), POLICY);
  const custom = client(
    new App()
      .use(
        csp({ reportOnly: true, reportTo: "/reports", csp: ["img-src 'self' https://x.example"] }),
      )
      .get("/", () => new Response()),
  );
  const { headers } = await custom("/");
  assert.equal(headers.get("Content-Security-Policy"), null);
  assert.equal(
    headers.get("Content-Security-Policy-Report-Only"),
    POLICY.replace("img-src 'self' data:; ", "") + "; img-src 'self' https://x.example" +
      "; report-to csp-endpoint; report-uri /reports",
  );
  assert.equal(headers.get("Reporting-Endpoints"), 'csp-endpoint="/reports"');
});

Deno.test("csp({ useNonce }) allows the inline scripts and styles of a page, with a new nonce each time (§4)", async () => {
  const fetch = client(
    new App()
      .use(csp({ useNonce: true }))
      .get("/", (ctx) => {
        return ctx.render(
          <html>
            <head>
              <style>{"p{}"}</style>
              <script nonce="own">1</script>
            </head>
            <body />
          </html>,
        );
      })
      .get("/text", () => new Response("text")),
  );
  const [first, second] = [await fetch("/"), await fetch("/")];
  const nonceOf = ({ headers }: Answer) => {
    return /script-src 'self' 'nonce-(\w+)'/.exec(headers.get("Content-Security-Policy") ?? "")
      ?.[1];
  };
  assert.notEqual(nonceOf(first), undefined);
  assert.notEqual(nonceOf(first), nonceOf(second));
  assert.match(first.body, new RegExp(`<style nonce="${nonceOf(first)}">p{}</style>`));
  assert.match(first.body, /<script nonce="own">/);
  assert.equal((await fetch("/text")).headers.get("Content-Security-Policy"), POLICY);
});

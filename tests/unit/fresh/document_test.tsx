/** Additions of the framework to a page: marks of current links, `<Head>` elements and policies. */
import { App, csp } from "fresh";
import { Head } from "fresh/runtime";
import assert from "node:assert/strict";
import { jsxTemplate } from "preact/jsx-runtime";
import { client, headOf } from "./helpers.ts";

function Links() {
  return (
    <nav>
      <a href="/list">All</a>
      <a href="/list/?sort=name#top">ByName</a>
      <a href="/list?sort=price">ByPrice</a>
      <a href="/list" aria-current="step">Own</a>
      <a href="/list" aria-current={false}>None</a>
      <a href="/?x=1">Home</a>
    </nav>
  );
}

const CURRENT = 'data-current="true" aria-current="page"';
const ANCESTOR = 'data-ancestor="true" aria-current="true"';

Deno.test("a link to the page's path is the current page if its query is equal or empty, else an ancestor (§4)", async () => {
  const get = client(new App().get("/list", (ctx) => ctx.render(<Links />)));
  const { body } = await get("/list?sort=name");
  assert.deepEqual(body.match(/<a [^>]*>\w+/g), [
    `<a href="/list" ${CURRENT}>All`,
    `<a href="/list/?sort=name#top" ${CURRENT}>ByName`,
    `<a href="/list?sort=price" ${ANCESTOR}>ByPrice`,
    '<a href="/list" aria-current="step">Own',
    '<a href="/list" aria-current="false">None',
    `<a href="/?x=1" ${ANCESTOR}>Home`,
  ]);
});

Deno.test("<Head> replaces the canonical link and adds stylesheets (§4)", async () => {
  const get = client(
    new App()
      .appWrapper(({ Component }) => (
        <html lang="en">
          <head>
            <link rel="canonical" href="/app" />
            <link rel="stylesheet" href="/app.css" />
          </head>
          <body>
            <Component />
          </body>
        </html>
      ))
      .get("/", (ctx) => {
        return ctx.render(
          <Head>
            <link href="/page" rel="canonical" />
            <link rel="stylesheet" href="/page.css" />
            <link rel="stylesheet" href="/app.css" />
          </Head>,
        );
      }),
  );
  assert.deepEqual(headOf(await get("/")), [
    '<link href="/page" rel="canonical"/>',
    '<link rel="stylesheet" href="/app.css"/>',
    '<link rel="stylesheet" href="/page.css"/>',
  ]);
});

async function policyOf(options: Parameters<typeof csp>[0]): Promise<string[]> {
  const get = client(new App().use(csp(options)).get("/", (ctx) => ctx.render(<p>page</p>)));
  const { headers } = await get("/");
  return (headers.get("Content-Security-Policy") ?? "").split("; ");
}

Deno.test("csp({ useNonce }) replaces 'unsafe-inline' in script, style and default directives (§4)", async () => {
  const names = [
    "default-src",
    "script-src",
    "script-src-elem",
    "style-src",
    "style-src-elem",
    "style-src-attr",
  ];
  const directives = names.map((name) => `${name} 'unsafe-inline' 'unsafe-inline'`);
  const policy = await policyOf({ useNonce: true, csp: [...directives, "x-src 'unsafe-inline'"] });
  for (const name of names) {
    const directive = policy.find((text) => text.startsWith(`${name} `)) ?? "";
    assert.match(directive, /^[\w-]+ ('nonce-\w+') \1$/);
  }
  assert.ok(policy.includes("x-src 'unsafe-inline'"));
});

Deno.test("csp() keeps a directive that is given twice, and omits its default (§4)", async () => {
  const given = ["img-src https://a.example", " img-src https://b.example "];
  const policy = await policyOf({ csp: given });
  const images = policy.filter((text) => text.startsWith("img-src"));
  assert.deepEqual(images, given.map((text) => text.trim()));
});

Deno.test("documents with long constants do not overwrite each other when rendered before they are read", async () => {
  const constants = [10_000, 200_000, 5_000].map((length) => "–".repeat(length));
  // Only markup that is created during the rendering has a placeholder.
  const Page = ({ place }: { place: number }) => (
    <body>
      {jsxTemplate([constants[place] ?? ""])}
      <i>{constants[place]?.repeat(3)}</i>
    </body>
  );
  const handler = new App()
    .get("/:place", (ctx) => ctx.render(<Page place={Number(ctx.params.place)} />))
    .handler();
  const documents = await Promise.all(
    constants.map((_, place) => handler(new Request(`http://localhost/${place}`))),
  );
  const head = '<!DOCTYPE html><html><head><meta charset="utf-8"></head>';
  for (const [place, constant] of constants.entries()) {
    assert.equal(
      await documents[place]?.text(),
      `${head}<body>${constant}<i>${constant.repeat(3)}</i></body></html>`,
    );
  }
});

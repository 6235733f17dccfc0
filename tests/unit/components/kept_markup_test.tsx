/** Markup that is cached by record and other props. */
import { App } from "fresh";
import assert from "node:assert/strict";
import type { JSX } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { keepMarkup } from "@/components/buyer/kept_markup.ts";

Deno.test("keepMarkup() renders again only for another record or other props", () => {
  let rendered = 0;
  const Line = (
    { item, bold, note }: { item: { name: string }; bold?: boolean; note?: string },
  ) => {
    rendered++;
    return <p class={bold ? "bold" : "plain"}>{item.name} {note}</p>;
  };
  const Kept = keepMarkup(Line, ({ item }) => item);
  const one = { name: "One" };
  const markupOf = (element: JSX.Element) => renderToString(element);
  for (let round = 0; round < 2; round++) {
    assert.equal(markupOf(<Kept item={one} />), '<p class="plain">One </p>');
    assert.equal(markupOf(<Kept item={one} bold />), '<p class="bold">One </p>');
    assert.equal(markupOf(<Kept item={one} note="a" />), '<p class="plain">One a</p>');
    assert.equal(markupOf(<Kept item={{ ...one }} note="a" />), '<p class="plain">One a</p>');
  }
  assert.equal(rendered, 5);
});

Deno.test("cached markup contains its long template strings on every page", async () => {
  const long = `<p>${"a".repeat(5_000)}</p>`;
  const Kept = keepMarkup(() => <i>{jsxTemplate([long])}</i>, ({ item }: { item: object }) => item);
  const Outer = keepMarkup(
    ({ item }) => (
      <b>
        <Kept item={item} />
      </b>
    ),
    ({ item }: { item: object }) => item,
  );
  const item = {};
  const page = () => (
    <body>
      <Kept item={item} />
      <Outer item={item} />
    </body>
  );
  const handler = new App().get("/", (ctx) => ctx.render(page())).handler();
  for (let visit = 0; visit < 3; visit++) {
    const html = await (await handler(new Request("http://localhost/"))).text();
    assert.ok(html.includes(`<body><i>${long}</i><b><i>${long}</i></b></body>`), `${visit}`);
  }
});

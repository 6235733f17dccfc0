import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { Picture } from "@/components/ui/Picture.tsx";
import { parseRenditionSpec } from "@/lib/media/browser.ts";

const ITEM = {
  id: "folding-wall",
  alt: "A glass wall folded to one side",
  width: 2000,
  height: 1333,
  placeholder: "#1c2a33",
};
const SIZES = "(min-width: 64rem) 50vw, 100vw";

function attributesOf(html: string, tag: string): Record<string, string> {
  const [, text = ""] = new RegExp(`<${tag}\\b([^>]*)>`).exec(html) ?? [];
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function specsOf(srcset: string | undefined): { width: number; spec: string }[] {
  return (srcset ?? "").split(", ").map((candidate) => {
    const [, spec = "", width] = /^\/media\/folding-wall\/(\S+) (\d+)w$/.exec(candidate) ?? [];
    return { spec, width: Number(width) };
  });
}

Deno.test("Picture offers every width up to its own, and no larger one (§7)", () => {
  const html = renderToString(<Picture item={{ ...ITEM, width: 1000 }} sizes={SIZES} />);
  const img = attributesOf(html, "img");
  assert.deepEqual(specsOf(img.srcset).map(({ spec }) => spec), [
    "w96",
    "w160",
    "w320",
    "w480",
    "w640",
    "w960",
  ]);
  assert.equal(img.src, "/media/folding-wall/w640");
  assert.equal(img.sizes, `auto, ${SIZES}`, "its own width, where browsers know that");
});

Deno.test("Picture with a shape offers valid crops, up to the largest that fits", () => {
  const html = renderToString(<Picture item={ITEM} sizes={SIZES} shape="1:1" />);
  const img = attributesOf(html, "img");
  for (const { spec, width } of specsOf(img.srcset)) {
    const parsed = parseRenditionSpec(spec);
    assert.ok(parsed, spec);
    assert.equal(parsed.width, width);
    assert.deepEqual(parsed.box, { height: width, fit: "cover" });
    assert.ok(width <= 1333);
  }
  assert.equal(img.width, "1333");
  assert.equal(img.height, "1333");
  assert.equal(img.src, "/media/folding-wall/w640-h640-cover");
});

Deno.test("Picture reserves its space and shows its placeholder colour without an inline style (§8)", () => {
  const html = renderToString(<Picture item={ITEM} sizes={SIZES} class="rounded-sm" />);
  assert.equal(attributesOf(html, "svg").viewBox, "0 0 2000 1333");
  assert.equal(attributesOf(html, "rect").fill, ITEM.placeholder);
  assert.equal(attributesOf(html, "img").width, "2000");
  assert.equal(attributesOf(html, "img").height, "1333");
  assert.doesNotMatch(html, /style=/);
  assert.match(html, /^<span class="[^"]*rounded-sm/);
});

Deno.test("Picture loads lazily unless it has priority", () => {
  const lazy = attributesOf(renderToString(<Picture item={ITEM} sizes={SIZES} />), "img");
  assert.deepEqual([lazy.loading, lazy.fetchpriority], ["lazy", "auto"]);
  const lead = attributesOf(renderToString(<Picture item={ITEM} sizes={SIZES} priority />), "img");
  assert.deepEqual([lead.loading, lead.fetchpriority, lead.sizes], ["eager", "high", SIZES]);
});

Deno.test("Picture has its alt text, and a decorative one has an empty alt text", () => {
  const described = renderToString(
    <Picture item={{ ...ITEM, alt: '"Wall" <one>' }} sizes={SIZES} />,
  );
  assert.match(described, /alt="&quot;Wall&quot; &lt;one/);
  const decorative = renderToString(<Picture item={ITEM} sizes={SIZES} decorative />);
  assert.match(decorative, /alt(="")?[ />]/);
  assert.doesNotMatch(decorative, /glass wall/);
});

Deno.test("the alt text of Picture contrasts with the placeholder colour", () => {
  const classOf = (placeholder: string) =>
    attributesOf(renderToString(<Picture item={{ ...ITEM, placeholder }} sizes={SIZES} />), "img")
      .class ?? "";
  for (const dark of ["#000000", "#1c2a33", "#a62a22"]) assert.match(classOf(dark), /is-dark/);
  for (const light of ["#ffffff", "#d9d8d4", "#8b8477", "rebeccapurple"]) {
    assert.doesNotMatch(classOf(light), /is-dark/);
  }
});

Deno.test("a picture of one pixel still has a size", () => {
  const tiny = attributesOf(
    renderToString(<Picture item={{ ...ITEM, width: 1, height: 1 }} sizes={SIZES} shape="2:1" />),
    "img",
  );
  assert.deepEqual([tiny.width, tiny.height, tiny.src], [
    "1",
    "1",
    "/media/folding-wall/w96-h48-cover",
  ]);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseRenditionSpec,
  ratioOf,
  RENDITION_FORMATS,
  RENDITION_SHAPES,
  RENDITION_WIDTHS,
  renditionHref,
  type RenditionSpec,
  src,
  srcSet,
} from "@/lib/media/browser.ts";

const specs: fc.Arbitrary<RenditionSpec> = fc.record({
  width: fc.constantFrom(...RENDITION_WIDTHS),
  shape: fc.option(fc.constantFrom(...RENDITION_SHAPES)),
  fit: fc.constantFrom("cover" as const, "contain" as const),
  format: fc.option(fc.constantFrom(...RENDITION_FORMATS)),
}).map(({ width, shape, fit, format }) => ({
  width,
  box: shape === null ? null : { height: Math.round(width / ratioOf(shape)), fit },
  format,
}));

function specIn(href: string): RenditionSpec | null {
  return parseRenditionSpec(href.split("/").at(-1) ?? "");
}

Deno.test("parseRenditionSpec() reads back what renditionHref() writes (design §7)", () => {
  fc.assert(fc.property(specs, (spec) => {
    assert.deepEqual(specIn(renditionHref("an-id", spec)), spec);
  }));
});

Deno.test("a box without a fit is covered (design §7)", () => {
  assert.deepEqual(parseRenditionSpec("w640-h480"), {
    width: 640,
    box: { height: 480, fit: "cover" },
    format: null,
  });
});

Deno.test("a spec without a height has no box, whatever its fit (design §7)", () => {
  const uncut = { width: 640, box: null, format: null };
  assert.deepEqual(parseRenditionSpec("w640"), uncut);
  assert.deepEqual(parseRenditionSpec("w640-cover"), uncut);
  assert.deepEqual(parseRenditionSpec("w640-contain.webp"), { ...uncut, format: "webp" });
});

Deno.test("parseRenditionSpec() returns null for an invalid spec (design §7)", () => {
  const refused = [
    ["", "w", "640", "w0", "w97", "w0640", "w64", "w19200", "w-640", "W640", " w640", "w640 "],
    ["w640-", "w640-h", "w640-h0", "w640-h01", "w640-h1281", "w640-h99999", "w640-h480-"],
    ["w640-h480-fill", "w640-cover-h480", "h480", "h480-w640"],
    ["w640.", "w640.gif", "w640.svg", "w640.jpg", "w640.WEBP", "w640.webp.avif", "w640\n"],
    ["w640/../x", "w640%20", "w640?", "w６４０", "w640-h480-cover.webp\0", "__proto__"],
  ].flat();
  for (const text of refused) assert.equal(parseRenditionSpec(text), null, JSON.stringify(text));
});

Deno.test("srcSet() offers valid specs, of which only the smallest may be wider than the picture (design §7)", () => {
  const pictures = fc.record({
    width: fc.integer({ min: 1, max: 20_000 }),
    shape: fc.option(fc.constantFrom(...RENDITION_SHAPES), { nil: undefined }),
  });
  fc.assert(fc.property(pictures, (picture) => {
    const offers = srcSet("an-id", picture).split(", ").map((offer) => offer.split(" "));
    assert.ok(offers.length > 0);
    for (const [index, [href = "", width]] of offers.entries()) {
      const spec = specIn(href);
      assert.equal(`${spec?.width}w`, width);
      assert.ok(index === 0 || (spec?.width ?? 0) <= picture.width);
    }
    assert.ok(offers.some(([href]) => href === src("an-id", picture)));
  }));
});

Deno.test("a picture has a closed set of sizes: nine shapes at eight widths (design §7)", () => {
  const heights = Array.from({ length: 9_999 }, (_, index) => index + 1);
  const read = RENDITION_WIDTHS.map((width) =>
    heights.filter((height) => parseRenditionSpec(`w${width}-h${height}`) !== null)
  );
  assert.deepEqual(read.map(({ length }) => length), RENDITION_WIDTHS.map(() => 9));
  assert.deepEqual(read[4], [320, 360, 427, 480, 640, 853, 960, 1138, 1280]);
});

Deno.test("renditionHref() escapes an id to one path segment", () => {
  assert.equal(
    renditionHref("a/b ?#ü", { width: 96, box: null, format: "png" }),
    "/media/a%2Fb%20%3F%23%C3%BC/w96.png",
  );
});

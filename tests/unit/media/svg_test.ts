/** The sanitised file of a drawing (SVG) that staff upload, and its size (spec §2.12). */
import assert from "node:assert/strict";
import { INGEST_LIMITS } from "@/lib/media/mod.ts";
import { drawSvg } from "@/lib/media/ingest/svg.ts";
import { svgFile } from "@/tests/helpers/pictures.ts";

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

/** Returns the sanitised file with a longer side of 100 pixels, or the reason of the refusal. */
async function drawnAt100(file: string | Uint8Array): Promise<string> {
  const drawing = await drawSvg(typeof file === "string" ? new TextEncoder().encode(file) : file);
  return "reason" in drawing ? drawing.reason : new TextDecoder().decode(drawing.at(100));
}

/** Returns the sanitised content of a drawing. */
async function kept(inside: string): Promise<string> {
  const written = await drawnAt100(`<svg ${XMLNS} viewBox="0 0 4 2">${inside}</svg>`);
  return written.replace(/^<svg [^>]*>|<\/svg>$/g, "");
}

Deno.test("a drawing keeps its view box and shape, whatever its own size (§2.12)", async () => {
  const sized = async (attributes: string) =>
    /^<svg xmlns="[^"]*" xmlns:xlink="[^"]*" ([^>]*)>/.exec(
      await drawnAt100(`<svg ${XMLNS} ${attributes}/>`),
    )?.[1] ?? null;
  const plain = 'viewBox="0 0 40 20" width="100" height="50"';
  assert.equal(await sized('viewBox="0 0 40 20"'), plain);
  assert.equal(await sized('viewBox=" 0,0 , 40 20 "'), plain);
  assert.equal(await sized('width="40" height="20"'), plain);
  assert.equal(await sized('width=" 40 px " height="20px"'), plain);
  assert.equal(await sized('viewBox="0 0 40 20" x="7" y="7" width="9cm" height="1"'), plain);
  assert.equal(
    await sized('viewBox="-5 3 20 40"'),
    'viewBox="-5 3 20 40" width="50" height="100"',
  );
  const { drawnSide, minSide } = INGEST_LIMITS;
  const longest = drawnSide / minSide;
  assert.equal(
    await sized(`viewBox="0 0 ${longest} 1"`),
    `viewBox="0 0 ${longest} 1" width="100" height="1"`,
  );
  for (
    const sizeless of [
      `viewBox="0 0 ${longest + 1} 1"`,
      'viewBox="0 0 40"',
      'viewBox="0 0 40 20 5"',
      'viewBox="0 a 40 20"',
      'viewBox="0 0 0 20"',
      'viewBox="0 0 -40 -20"',
      'viewBox="0 0 40 -20"',
      'width="40mm" height="20mm"',
    ]
  ) {
    assert.equal(await drawnAt100(`<svg ${XMLNS} ${sizeless}/>`), "broken", sizeless);
  }
});

Deno.test("a drawing has at least one pixel in each direction, however small it is drawn (§2.12)", async () => {
  const drawing = await drawSvg(new TextEncoder().encode(`<svg ${XMLNS} viewBox="0 0 100 1"/>`));
  assert.ok("at" in drawing);
  assert.match(new TextDecoder().decode(drawing.at(10)), / width="10" height="1"/);
});

Deno.test("a drawing keeps its elements, attributes and texts, and nothing else (§2.12)", async () => {
  const unchanged = [
    '<mask id="m"><path d="M0 0"></path></mask>',
    '<image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="></image>',
    '<use xlink:href="#m"></use>',
    "<style>.a{fill:red}</style>",
    '<text xml:space="preserve">a &lt;b&gt; &amp; c</text>',
    '<path id="a&amp;b&quot;&lt;" d=""></path>',
  ];
  for (const inside of unchanged) {
    assert.equal(
      await drawnAt100(svgFile(inside)).then((file) => file.includes(inside)),
      true,
      inside,
    );
  }
  assert.equal(await kept("<metadata>x</metadata><filter id='f'/><animate/>"), "");
  assert.equal(
    await kept('<g filter="url(#f)" xmlns="urn:x" a:b="c" xmlns:a="urn:a"/>'),
    "<g></g>",
  );
  assert.equal(
    await kept('<a href="https://example.com/" fill="red"><g/></a>'),
    '<g fill="red"><g></g></g>',
  );
});

Deno.test("a drawing of 4 MB is the largest that is read (§2.12)", async () => {
  const ofSize = (size: number) => {
    const [start, end] = [`<svg ${XMLNS} viewBox="0 0 4 2"><!--`, "--></svg>"];
    return drawnAt100(start + " ".repeat(size - start.length - end.length) + end);
  };
  assert.match(await ofSize(INGEST_LIMITS.maxSvgBytes), /^<svg /);
  assert.equal(await ofSize(INGEST_LIMITS.maxSvgBytes + 1), "too_large");
});

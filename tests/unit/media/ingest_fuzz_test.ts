/** Randomly damaged files: each is accepted or refused, and nothing else happens (§8). */
import assert from "node:assert/strict";
import fc from "fast-check";
import sharp from "sharp";
import { drawSvg } from "@/lib/media/ingest/svg.ts";
import { normaliseHere } from "@/lib/media/ingest/normalise_here.ts";
import { receive } from "@/lib/media/ingest/receive.ts";
import { withScratch } from "@/lib/media/ingest/scratch.ts";
import { inPieces, pictureFile, svgFile } from "@/tests/helpers/pictures.ts";

const FILES = await Promise.all([
  ...(["jpeg", "png", "webp", "avif"] as const).map((format) =>
    pictureFile(format, { width: 90, height: 60 })
  ),
  svgFile('<defs><g id="a"><path d="M0 0L9 9"/></g></defs><use href="#a"/><text>x</text>'),
]);

const damages = fc.array(
  fc.record({
    /** Position in thousandths of the file; nearly all doubles would be in its first bytes. */
    at: fc.nat(1_000),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    how: fc.constantFrom("replace", "insert", "cut"),
  }),
  { minLength: 1, maxLength: 4 },
);

function damaged(
  file: Uint8Array,
  list: readonly { at: number; bytes: Uint8Array; how: string }[],
): Uint8Array {
  return list.reduce((bytes, { at, bytes: put, how }) => {
    const place = Math.floor((at / 1_000) * bytes.length);
    const rest = bytes.subarray(how === "insert" ? place : place + put.length);
    return Uint8Array.of(...bytes.subarray(0, place), ...(how === "cut" ? [] : put), ...rest);
  }, file);
}

Deno.test("a damaged file is accepted or refused, and never causes another error (§8)", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES), damages, async (file, list) => {
      await withScratch(folder, async (scratch) => {
        const sent = await receive(inPieces(damaged(file, list)), `${scratch}/sent`);
        if ("reason" in sent) return;
        const drawing = sent.kind === "svg" ? await Deno.readFile(sent.path) : new Uint8Array();
        const original = await normaliseHere({ ...sent, drawing }, `${scratch}/original`);
        if ("reason" in original) return assert.match(original.message, /^It .*\.$/);
        accepted++;
        const { format, width, height } = await sharp(original.path).metadata();
        assert.deepEqual([`image/${format}`, width, height], [
          original.mime,
          original.width,
          original.height,
        ]);
      });
    }),
    { numRuns: 300 },
  );
  assert.ok(accepted > 5, `${accepted} were accepted: some damage does no harm`);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
  await Deno.remove(folder);
});

/** Markup of a drawing, harmless and harmful. */
const BITS = [
  "<g>",
  "</g>",
  "<rect width='9' height='9'/>",
  "<script>alert(1)</script>",
  "<SCRIPT/>",
  "<rect ONLOAD='x()'/>",
  "<g onclick='x()'/>",
  "<image href='http://a.test/x.png'/>",
  "<image xlink:href='data:image/svg+xml;base64,AAAA'/>",
  "<use href='#a'/>",
  "<a href='https://a.test/'><rect/></a>",
  "<style>*{fill:url(http://a.test)}</style>",
  "<rect style='fill:url(#a)'/>",
  "<rect fill=\"url('//a.test')\"/>",
  "<foreignObject/>",
  "<iframe src='https://a.test/'/>",
  "<animate attributeName='href' to='https://a.test'/>",
  "<set attributeName='onload' to='x()'/>",
  "<?xml-stylesheet href='https://a.test/x.css'?>",
  "<![CDATA[<script>]]>",
  "&lt;script&gt;",
  "<!-- <script> -->",
  "<x:g xmlns:x='http://a.test'/>",
  "plain text",
];

Deno.test("a drawing that is accepted has no active content and no references to other hosts (§8)", async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...BITS), { maxLength: 5 }), async (bits) => {
      const drawing = await drawSvg(svgFile(bits.join("")));
      if ("reason" in drawing) return;
      drawn++;
      const text = new TextDecoder().decode(drawing.at(600));
      const own = text.replaceAll(/xmlns(:xlink)?="http:\/\/www\.w3\.org[^"]*"/g, "");
      assert.doesNotMatch(own, /<(script|iframe|foreignobject|animate|set|a|x:g)\b/i);
      assert.doesNotMatch(own, /\bon\w+=|a\.test|javascript:|<\?|<!/i);
    }),
    { numRuns: 500 },
  );
  assert.ok(drawn > 20, `${drawn} drawn`);
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { FoldedQuote } from "../../../components/buyer/FoldedQuote.tsx";
import {
  aboutStart,
  markName,
  quoteLines,
  type QuotePart,
} from "../../../components/buyer/quote_lines.ts";
import {
  type QuoteBlock,
  type QuoteOpening,
  quoteView,
} from "../../../components/buyer/quote_view.ts";

const INTRO =
  "Rain tightness asks at which pressure of the wind water first appears on the inside of a wall. " +
  "Wind load asks at which pressure the wall is still safe, and that is another question, for a wall that stands in a gale may leak in a squall.";
const ROWS = [
  "Gull: Rain to 2 psf; Wind to 40 psf",
  "Heron Lite: Rain to 3 psf; Wind to 30 psf",
  "Heron Storm: Rain to 15 psf; Wind to 75 psf",
];
const TABLE = `${INTRO}\n\n${ROWS.join("\n")}\n\nAsk us before you order.`;

const textOf = (parts: readonly QuotePart[]) => parts.map(({ text }) => text).join("");
const named = (parts: readonly QuotePart[]) =>
  parts.filter(({ isName }) => isName).map(({ text }) => text);

/** A block in words: prose as it is, rows as lists of label and values. */
function told(block: QuoteBlock | undefined): string | string[][] | undefined {
  if (block === undefined || block.kind === "prose") return block && textOf(block.parts);
  return block.rows.map(({ label, values }) => [textOf(label), textOf(values)]);
}

function open(text: string, name: string | null, heading: string | null = null): QuoteOpening {
  const { opening } = quoteView({ text, heading, name });
  assert.ok(opening);
  return opening;
}

Deno.test("a row of a table is shown as a row, between the prose around it", () => {
  const { blocks } = quoteView({ text: TABLE, heading: null, name: null });
  assert.deepEqual(blocks.map(told), [
    INTRO,
    [
      ["Gull", "Rain to 2 psf; Wind to 40 psf"],
      ["Heron Lite", "Rain to 3 psf; Wind to 30 psf"],
      ["Heron Storm", "Rain to 15 psf; Wind to 75 psf"],
    ],
    "Ask us before you order.",
  ]);
});

Deno.test("what only looks a little like a row is prose", () => {
  for (
    const line of [
      "Note: the wall leaks",
      "It comes in two kinds: wood; steel.",
      "It is new. It folds: left; right",
      "https://news.example; more",
      ": a; b",
      "Walls:\nwood",
    ]
  ) assert.ok(quoteLines(line).every(({ row }) => row === null), line);
  assert.ok(quoteLines("Height: 10 ft\nWidth: 40 ft").every(({ row }) => row !== null));
});

Deno.test("an opening is the row that names what is quoted, and no other", () => {
  const opening = open(TABLE, "Heron Lite");
  assert.deepEqual(told(opening.block), [["Heron Lite", "Rain to 3 psf; Wind to 30 psf"]]);
  assert.deepEqual([opening.hasLeadIn, opening.hasMore], [true, true]);
});

Deno.test("an opening begins at the line that names what is quoted, after what is left out", () => {
  const text =
    `${INTRO}\nAll of them fold.\nNobody expected heron\u0020lite to be so quiet.\nIt is.`;
  const opening = open(text, "Heron Lite");
  assert.equal(told(opening.block), "Nobody expected heron lite to be so quiet.\nIt is.");
  assert.deepEqual([opening.hasLeadIn, opening.hasMore], [true, false]);
  assert.deepEqual(opening.block.kind === "prose" && named(opening.block.parts), ["heron lite"]);
});

Deno.test("an opening begins at the sentence, where the line is long", () => {
  const opening = open(`${INTRO} Heron Lite answers both. Ask us.`, "Heron Lite");
  assert.equal(told(opening.block), "Heron Lite answers both. Ask us.");
  assert.equal(opening.hasLeadIn, true);
});

Deno.test("an opening on a phone still shows the name", () => {
  const before = "A building has at most one place for such a wall. Heron Storm faces hurricanes.";
  const opening = open(`${before} Estuary Vista shows hardly a line. ${INTRO}`, "Estuary Vista");
  assert.ok(String(told(opening.block)).startsWith("Estuary Vista shows hardly a line."));
});

Deno.test("an opening begins with the passage where its heading names what is quoted, or nothing does", () => {
  const text = `Heron Lite\n\n${INTRO}\nHeron Lite is quiet.`;
  const opening = open(text, "Heron Lite", "Heron Lite");
  assert.equal(opening.hasLeadIn, false);
  assert.ok(String(told(opening.block)).startsWith("Rain tightness"));
  const unnamed = open(`Rain\n\n${TABLE}`, "Finch", "Rain");
  assert.equal(unnamed.hasLeadIn, false);
  assert.ok(String(told(unnamed.block)).startsWith("Rain tightness"));
});

Deno.test("a heading above the line that names what is quoted is no lead-in", () => {
  assert.equal(open(`Rain\n\nHeron stays dry. ${INTRO}`, "Heron", "Rain").hasLeadIn, false);
});

Deno.test("a table without the name opens with its first rows", () => {
  const text = Array.from({ length: 20 }, (_, row) => `Measure ${row}: ${row} inches`).join("\n");
  const opening = open(text, "Heron");
  assert.equal(opening.block.kind === "rows" && opening.block.rows.length, 3);
  assert.equal(opening.hasMore, true);
});

Deno.test("a name is marked as whole words, in any case, and with any signs in it", () => {
  const marked = (text: string, name: string | null) => named(markName(text, name));
  assert.deepEqual(marked("Heron, HERON and herons", "Heron"), ["Heron", "HERON"]);
  assert.deepEqual(marked("The Heron (2.0) folds", "Heron (2.0)"), ["Heron (2.0)"]);
  assert.deepEqual(marked("Heron 210 folds", "Heron 2.0"), []);
  assert.deepEqual(marked("Überwall and überwall", "überwall"), ["Überwall", "überwall"]);
  assert.deepEqual(marked("Heron", " "), []);
  assert.deepEqual(marked("Heron", null), []);
});

Deno.test("no word of a passage is lost or changed, whatever it says (§4.1)", () => {
  const words = fc.constantFrom("Heron", "lite", "a", ": ", "; ", "\n", "\n\n", ". ", " ", "psf");
  const text = fc.array(words, { maxLength: 80 }).map((all) => all.join(""));
  const bare = (all: string) => all.replace(/[\s:]/g, "");
  fc.assert(fc.property(text, fc.constantFrom(null, "Heron", "a"), (text, name) => {
    const { blocks, opening } = quoteView({ text, heading: null, name });
    const shown = blocks.map((block) => [told(block)].flat(2).join(""));
    assert.equal(bare(shown.join("")), bare(text));
    if (blocks.every(({ kind }) => kind === "prose")) assert.equal(shown.join(""), text);
    const start = aboutStart({ text, heading: null, name });
    if (opening === null) return;
    const opened = bare([told(opening.block)].flat(2).join(""));
    assert.ok(bare(text.slice(start)).startsWith(opened));
  }));
});

Deno.test("FoldedQuote marks the name in the opening and in the whole, and escapes all of it", () => {
  const html = renderToString(
    <FoldedQuote
      text={`${TABLE}\n<b>Heron Lite</b>`}
      heading={null}
      cite={null}
      name="Heron Lite"
    />,
  );
  assert.equal(html.match(/<mark ?>Heron Lite<\/mark>/g)?.length, 3);
  assert.match(html, /<tr ?><th scope="row"><mark ?>Heron Lite<\/mark><\/th><td>Rain to 3 psf/);
  assert.match(html, /[^;]&lt;b><mark ?>/);
  assert.doesNotMatch(html.split("</summary>")[0] ?? "", /Gull|<table/);
});

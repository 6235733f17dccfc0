import assert from "node:assert/strict";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { FoldedQuote } from "@/components/buyer/FoldedQuote.tsx";
import {
  aboutStart,
  markName,
  quoteLines,
  type QuotePart,
} from "@/components/buyer/quote_lines.ts";
import { type QuoteBlock, type QuoteOpening, quoteView } from "@/components/buyer/quote_view.ts";

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
const namesIn = (parts: readonly QuotePart[]) =>
  parts.filter(({ isName }) => isName).map(({ text }) => text);

/** Returns a block as plain data: the text of prose, or the label and values of each row. */
function plain(block: QuoteBlock | undefined): string | string[][] | undefined {
  if (block === undefined || block.kind === "prose") return block && textOf(block.parts);
  return block.rows.map(({ label, values }) => [textOf(label), textOf(values)]);
}

function open(text: string, name: string | null, heading: string | null = null): QuoteOpening {
  const { opening } = quoteView({ text, heading, name });
  assert.ok(opening);
  return opening;
}

Deno.test("quoteView() shows table rows as rows, between the prose around them", () => {
  const { blocks } = quoteView({ text: TABLE, heading: null, name: null });
  assert.deepEqual(blocks.map(plain), [
    INTRO,
    [
      ["Gull", "Rain to 2 psf; Wind to 40 psf"],
      ["Heron Lite", "Rain to 3 psf; Wind to 30 psf"],
      ["Heron Storm", "Rain to 15 psf; Wind to 75 psf"],
    ],
    "Ask us before you order.",
  ]);
});

Deno.test("quoteLines() reads a line that only resembles a row as prose", () => {
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

Deno.test("the opening is the table row with the name, and no other", () => {
  const opening = open(TABLE, "Heron Lite");
  assert.deepEqual(plain(opening.block), [["Heron Lite", "Rain to 3 psf; Wind to 30 psf"]]);
  assert.deepEqual([opening.hasLeadIn, opening.hasMore], [true, true]);
});

Deno.test("the opening starts at the line with the name, after skipped text", () => {
  const text =
    `${INTRO}\nAll of them fold.\nNobody expected heron\u0020lite to be so quiet.\nIt is.`;
  const opening = open(text, "Heron Lite");
  assert.equal(plain(opening.block), "Nobody expected heron lite to be so quiet.\nIt is.");
  assert.deepEqual([opening.hasLeadIn, opening.hasMore], [true, false]);
  assert.deepEqual(opening.block.kind === "prose" && namesIn(opening.block.parts), ["heron lite"]);
});

Deno.test("the opening starts at the sentence with the name when the line is long", () => {
  const opening = open(`${INTRO} Heron Lite answers both. Ask us.`, "Heron Lite");
  assert.equal(plain(opening.block), "Heron Lite answers both. Ask us.");
  assert.equal(opening.hasLeadIn, true);
});

Deno.test("the opening starts at the sentence with the name when a phone would cut it off", () => {
  const before = "A building has at most one place for such a wall. Heron Storm faces hurricanes.";
  const opening = open(`${before} Estuary Vista shows hardly a line. ${INTRO}`, "Estuary Vista");
  assert.ok(String(plain(opening.block)).startsWith("Estuary Vista shows hardly a line."));
});

Deno.test("the opening starts with the passage when the heading has the name, or nothing has", () => {
  const text = `Heron Lite\n\n${INTRO}\nHeron Lite is quiet.`;
  const opening = open(text, "Heron Lite", "Heron Lite");
  assert.equal(opening.hasLeadIn, false);
  assert.ok(String(plain(opening.block)).startsWith("Rain tightness"));
  const unnamed = open(`Rain\n\n${TABLE}`, "Finch", "Rain");
  assert.equal(unnamed.hasLeadIn, false);
  assert.ok(String(plain(unnamed.block)).startsWith("Rain tightness"));
});

Deno.test("a heading above the line with the name is not skipped text", () => {
  assert.equal(open(`Rain\n\nHeron stays dry. ${INTRO}`, "Heron", "Rain").hasLeadIn, false);
});

Deno.test("the opening of a table without the name is its first three rows", () => {
  const text = Array.from({ length: 20 }, (_, row) => `Measure ${row}: ${row} inches`).join("\n");
  const opening = open(text, "Heron");
  assert.equal(opening.block.kind === "rows" && opening.block.rows.length, 3);
  assert.equal(opening.hasMore, true);
});

Deno.test("markName() marks a name as whole words, in any case, with any characters", () => {
  const marked = (text: string, name: string | null) => namesIn(markName(text, name));
  assert.deepEqual(marked("Heron, HERON and herons", "Heron"), ["Heron", "HERON"]);
  assert.deepEqual(marked("The Heron (2.0) folds", "Heron (2.0)"), ["Heron (2.0)"]);
  assert.deepEqual(marked("Heron 210 folds", "Heron 2.0"), []);
  assert.deepEqual(marked("Überwall and überwall", "überwall"), ["Überwall", "überwall"]);
  assert.deepEqual(marked("Heron", " "), []);
  assert.deepEqual(marked("Heron", null), []);
});

Deno.test("quoteView() loses and changes no word of a passage (§4.1)", () => {
  const words = fc.constantFrom("Heron", "lite", "a", ": ", "; ", "\n", "\n\n", ". ", " ", "psf");
  const text = fc.array(words, { maxLength: 80 }).map((all) => all.join(""));
  const bare = (all: string) => all.replace(/[\s:]/g, "");
  fc.assert(fc.property(text, fc.constantFrom(null, "Heron", "a"), (text, name) => {
    const { blocks, opening } = quoteView({ text, heading: null, name });
    const shown = blocks.map((block) => [plain(block)].flat(2).join(""));
    assert.equal(bare(shown.join("")), bare(text));
    if (blocks.every(({ kind }) => kind === "prose")) assert.equal(shown.join(""), text);
    const start = aboutStart({ text, heading: null, name });
    if (opening === null) return;
    const opened = bare([plain(opening.block)].flat(2).join(""));
    assert.ok(bare(text.slice(start)).startsWith(opened));
  }));
});

Deno.test("FoldedQuote marks the name in the opening and in the whole passage, and escapes markup", () => {
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

import assert from "node:assert/strict";
import fc from "fast-check";
import { cutDocument, MIN_WORDS } from "@/lib/corpus/import/cut.ts";
import type { Block } from "@/lib/corpus/import/document.ts";
import { MAX_WORDS } from "@/lib/corpus/import/layout.ts";
import { countWords, sentencesOf } from "@/lib/corpus/import/sentences.ts";

/** Builds a sentence of `words` words, which differs from those with another `name`. */
function sentence(words: number, name: number): string {
  return `Sentence${name}${" word".repeat(Math.max(0, words - 1))}.`;
}

function paragraph(...lengths: number[]): Block {
  return { kind: "paragraph", text: lengths.map(sentence).join(" ") };
}

function heading(level: number, text: string): Block {
  return { kind: "heading", level, text };
}

function sizes(blocks: Block[]): number[] {
  return cutDocument("Title", blocks).passages.map(({ text }) => countWords(text));
}

function headings(blocks: Block[]): (string | null)[] {
  return cutDocument("Title", blocks).passages.map(({ heading }) => heading);
}

const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), fc.nat()), {
      minLength: 1,
      maxLength: 8,
    }).map((parts): Block => ({
      kind: "paragraph",
      text: parts.map(([words, name]) => sentence(words, name)).join(" "),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ level: fc.integer({ min: 1, max: 4 }), name: fc.nat({ max: 5 }) })
      .map(({ level, name }) => heading(level, `Heading ${name}`)),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.integer({ min: 1, max: 220 }), { minLength: 1, maxLength: 6 })
      .map((lengths): Block => ({ kind: "list", items: lengths.map(sentence) })),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(fc.string({ unit: "grapheme-ascii" }), fc.constant("50")), {
      minLength: 1,
      maxLength: 5,
    }).map((rows): Block => ({
      kind: "table",
      header: ["Model", "STC"],
      rows: rows.map(([label, value]) => [label.replace(/\s+/g, " ").trim(), value]),
    })),
  },
);
const anyDocument = fc.array(anyBlock, { maxLength: 25 });

Deno.test("cutDocument() returns verbatim slices of the text, in order and without overlap (§6)", () => {
  fc.assert(fc.property(anyDocument, (blocks) => {
    const { text, passages } = cutDocument("Title", blocks);
    let from = 0;
    for (const [index, passage] of passages.entries()) {
      const at = text.indexOf(passage.text, from);
      assert.ok(at >= from, `passage ${index + 1} is not a slice`);
      assert.equal(passage.seq, index + 1);
      assert.equal(passage.text, passage.text.trim());
      assert.notEqual(passage.text, "");
      from = at + passage.text.length;
    }
  }));
});

Deno.test("cutDocument() keeps every sentence, and keeps it whole (§6)", () => {
  fc.assert(fc.property(anyDocument, (blocks) => {
    const lines = cutDocument("Title", blocks).passages.flatMap(({ text }) => text.split(/\n+/))
      .flatMap(sentencesOf);
    const sentences = new Set(lines);
    for (const block of blocks) {
      const texts = block.kind === "paragraph"
        ? [block.text]
        : block.kind === "list"
        ? block.items
        : [];
      for (const expected of texts.flatMap(sentencesOf)) {
        assert.ok(sentences.has(expected), expected);
      }
    }
  }));
});

Deno.test("cutDocument() exceeds 180 words only for a single sentence (§6)", () => {
  fc.assert(fc.property(anyDocument, (blocks) => {
    for (const { text } of cutDocument("Title", blocks).passages) {
      const lines = text.split(/\n+/).flatMap(sentencesOf);
      assert.ok(countWords(text) <= MAX_WORDS || lines.length === 1, text);
    }
  }));
});

Deno.test("cutDocument() leaves no passage under 60 words that it could join with a neighbour (§6)", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (lengths) => {
    const words = sizes([paragraph(...lengths)]);
    for (const [index, size] of words.entries()) {
      const next = words[index + 1];
      if (next === undefined || Math.min(size, next) >= MIN_WORDS) continue;
      assert.ok(size + next > MAX_WORDS, `${size} and ${next} were not joined`);
    }
  }));
});

Deno.test("cutDocument() returns the same passages for the same blocks (§6)", () => {
  fc.assert(fc.property(anyDocument, (blocks) => {
    assert.deepEqual(cutDocument("T", blocks), cutDocument("T", structuredClone(blocks)));
  }));
});

Deno.test("cutDocument() does not join sections that are long enough (§6)", () => {
  const blocks = [heading(2, "A"), paragraph(40, 40), heading(2, "B"), paragraph(50, 30)];
  assert.deepEqual(headings(blocks), ["A", "B"]);
  assert.deepEqual(sizes(blocks), [80, 80]);
});

Deno.test("cutDocument() joins a short section with the next under the same parent (§6)", () => {
  const blocks = [heading(2, "A"), paragraph(30), heading(2, "B"), paragraph(60)];
  const { passages } = cutDocument("Title", blocks);
  assert.equal(passages.length, 1);
  assert.equal(passages[0]?.heading, "A");
  assert.match(passages[0]?.text ?? "", /\.\n\nB\n\nSentence/);
});

Deno.test("cutDocument() does not join sections with different parents (§6)", () => {
  const blocks = [
    heading(2, "A"),
    heading(3, "A1"),
    paragraph(30),
    heading(2, "B"),
    heading(3, "B1"),
    paragraph(30),
  ];
  assert.deepEqual(headings(blocks), ["A1", "B1"]);
});

Deno.test("cutDocument() joins a scrap of a few words with any neighbour that has room (§6)", () => {
  const blocks = [
    heading(2, "A"),
    heading(3, "A1"),
    paragraph(80, 90),
    heading(2, "B"),
    heading(3, "Contact"),
    { kind: "paragraph", text: "Call us" } as const,
    heading(2, "C"),
    heading(3, "C1"),
    paragraph(90, 80),
  ];
  const { passages } = cutDocument("Title", blocks);
  for (const { text } of passages) assert.ok(countWords(text) > 6, text);
  assert.equal(passages.filter(({ text }) => text.includes("Call us")).length, 1);
  assert.ok(passages.every(({ heading }) => heading === "A1" || heading === "C1"));
  assert.deepEqual(sizes([{ kind: "paragraph", text: "Call us" }]), [2]);
});

Deno.test("cutDocument() puts the parent's heading before one that is used twice (§6)", () => {
  const blocks = [
    heading(2, "Glass"),
    heading(3, "Sizes"),
    paragraph(70),
    heading(2, "Steel"),
    heading(3, "Sizes"),
    paragraph(70),
    heading(3, "Weights"),
    paragraph(70),
  ];
  assert.deepEqual(headings(blocks), ["Glass: Sizes", "Steel: Sizes", "Weights"]);
});

Deno.test("cutDocument() starts no section at a heading that repeats the title (§6)", () => {
  assert.deepEqual(headings([heading(1, "Title"), paragraph(70)]), [null]);
  assert.deepEqual(headings([heading(2, "Title"), paragraph(70)]), [null]);
});

Deno.test("cutDocument() keeps a sentence of over 180 words whole (§6)", () => {
  assert.deepEqual(sizes([paragraph(30, 250, 30)]), [30, 250, 30]);
});

Deno.test("cutDocument() writes table rows as lines that are readable on their own (§6)", () => {
  const table: Block = {
    kind: "table",
    header: ["Model", "STC", "Thickness"],
    rows: [["932", "50", "4 in."], ["933", "", "4.5 in."], ["", "55", "5 in."]],
  };
  const { text } = cutDocument("Title", [table]);
  assert.equal(
    text,
    "932: STC 50; Thickness 4 in.\n933: Thickness 4.5 in.\nSTC 55; Thickness 5 in.",
  );
});

Deno.test("cutDocument() omits the column header “Value” in a table of properties (§6)", () => {
  const table: Block = {
    kind: "table",
    header: ["Property", "Value"],
    rows: [["Weight", "8 lb."]],
  };
  assert.equal(cutDocument("Title", [table]).text, "Weight: 8 lb.");
});

Deno.test("cutDocument() cuts a long table between rows (§6)", () => {
  const rows = Array.from({ length: 100 }, (_, index) => [`Model ${index}`, `${index}`]);
  const { passages } = cutDocument("Title", [{ kind: "table", header: ["Model", "STC"], rows }]);
  assert.ok(passages.length > 1);
  for (const { text } of passages) assert.match(text, /^(Model \d+: STC \d+(\n|$))+$/);
});

Deno.test("cutDocument() keeps a list together with the line that introduces it (§6)", () => {
  const blocks: Block[] = [
    paragraph(40, 40),
    { kind: "paragraph", text: "It comes with these parts, all of them in the box:" },
    { kind: "list", items: [sentence(40, 7), sentence(30, 8)] },
  ];
  const [first, second] = cutDocument("Title", blocks).passages;
  assert.ok(!first?.text.includes("It comes with"));
  assert.ok(second?.text.startsWith("It comes with"));
});

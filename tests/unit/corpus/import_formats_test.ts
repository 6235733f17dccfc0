import assert from "node:assert/strict";
import { decodeText } from "@/lib/corpus/import/charset.ts";
import type { Block, ParsedDocument } from "@/lib/corpus/import/document.ts";
import { readDumpLine } from "@/lib/corpus/import/dump.ts";
import { parseContent } from "@/lib/corpus/import/parse.ts";
import { asUnreadable } from "@/lib/corpus/import/parser.ts";
import { recognise } from "@/lib/corpus/import/content.ts";
import { aPdf, type PdfLine } from "@/tests/helpers/pdf.ts";

type Path = { path: string; mediaType?: string };

async function parse(
  source: string | Uint8Array<ArrayBuffer>,
  file: Path,
): Promise<ParsedDocument> {
  const content = recognise(typeof source === "string" ? bytes(source) : source, file);
  assert.ok(content.format !== "dump");
  return await parseContent(content).catch((error) => {
    throw asUnreadable(error);
  });
}

async function blocksOf(source: string, path: string): Promise<readonly Block[]> {
  return (await parse(source, { path })).blocks;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function binary(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const FORMATS: readonly (readonly [what: string, content: string, file: Path, format: string])[] = [
  ["Markdown by its name", "# A\n\ntext", { path: "a.md" }, "markdown"],
  ["Markdown by its front matter", "---\ntitle: A\n---\ntext", { path: "a.txt" }, "markdown"],
  ["Markdown by its media type", "text", { path: "a", mediaType: "text/markdown" }, "markdown"],
  ["a page named .md", "<!DOCTYPE html><p>text", { path: "a.md" }, "html"],
  ["a page after a comment", "<!-- saved -->\n<html><p>text", { path: "a" }, "html"],
  ["a fragment by its name", "<p>text</p>", { path: "a.HTML" }, "html"],
  ["text named .html", "only text", { path: "a.html" }, "text"],
  ["a dump by its content", '{"body":"a"}\n{"body":"b"}\n', { path: "a.txt" }, "dump"],
  ["a dump of one line", '{"body":"a"}', { path: "a.txt" }, "dump"],
  ["a dump whose first line is long", `{"body":"${"a".repeat(3_000)}"}\n`, { path: "a" }, "dump"],
  ["a dump after a blank line", '\n{"body":"a"}\n', { path: "a.txt" }, "dump"],
  ["a dump by its name", "[]\n", { path: "a.jsonl" }, "dump"],
  ["text in braces", "{not json}\n", { path: "a.txt" }, "text"],
  ["text", "some words", { path: "a.txt" }, "text"],
  ["a PDF by its header", "%PDF-1.4\n", { path: "a.md" }, "pdf"],
  ["text named .pdf", "some words", { path: "a.pdf" }, "text"],
];

for (const [what, content, file, format] of FORMATS) {
  Deno.test(`recognise() detects ${what} as ${format} (§6)`, () => {
    assert.equal(recognise(bytes(content), file).format, format);
  });
}

const REFUSED: readonly (readonly [what: string, content: string, path: string, reason: RegExp])[] =
  [
    ["a zip archive named .pdf", "PK\x03\x04\x14\0\0\0", "bomb.pdf", /^is a zip archive/],
    ["a gzip archive", "\x1f\x8b\x08\0", "a.md", /^is a gzip archive/],
    ["a picture", "\x89PNG\r\n\x1a\n", "a.html", /^is a picture/],
    ["a program named .md", "\x7fELF\x02\x01", "a.md", /^is a program/],
    ["RTF named .txt", "{\\rtf1\\ansi A wall.\\par}", "a.txt", /^is an RTF document: use/],
    ["RTF named .md", "{\\rtf1 A wall.}", "a.md", /^is an RTF document/],
    ["PostScript", "%!PS-Adobe-3.0\n/Times findfont", "a.txt", /^is a PostScript document/],
    [
      "bytes named .md",
      "\x01\x02\x03\x90\x00\x05ab\xff",
      "a.md",
      /^is a binary file: use Markdown/,
    ],
    [
      "control characters",
      "\x01\x02\x03\x04\x05".repeat(50),
      "a.txt",
      /^is a binary file: use Markdown/,
    ],
    ["an empty file", "", "a.md", /^is empty/],
    ["white space", " \n\n ", "a.md", /^is empty/],
  ];

for (const [what, content, path, reason] of REFUSED) {
  Deno.test(`recognise() refuses ${what} (§6)`, () => {
    assert.throws(() => recognise(binary(content), { path }), {
      name: "UnreadableFile",
      message: reason,
    });
  });
}

Deno.test("recognise() refuses random bytes named .md (§6)", () => {
  const random = crypto.getRandomValues(new Uint8Array(4_096));
  random[0] = 0x41;
  assert.throws(() => recognise(random, { path: "a.md" }), { name: "UnreadableFile" });
});

const CHARSETS:
  readonly (readonly [what: string, bytes: number[], mediaType: string, text: string])[] = [
    ["a little-endian byte order mark", [0xff, 0xfe, 0x41, 0, 0xe9, 0], "", "Aé"],
    ["a big-endian byte order mark", [0xfe, 0xff, 0, 0x41], "", "A"],
    [
      "UTF-8 rather than the declared charset",
      [0x41, 0xc3, 0xa9],
      "text/html; charset=iso-8859-1",
      "Aé",
    ],
    ["the charset of the media type", [0x83, 0x41], "text/html; charset=Shift_JIS", "ア"],
    ["Windows-1252 if no charset is declared", [0x41, 0x93, 0xe9, 0x94], "", "A“é”"],
    ["Windows-1252 if the charset is unknown", [0x41, 0xe9], "text/html; charset=klingon", "Aé"],
  ];

for (const [what, given, mediaType, text] of CHARSETS) {
  Deno.test(`decodeText() decodes by ${what} (§6)`, () => {
    assert.equal(decodeText(Uint8Array.from(given), mediaType), text);
  });
}

Deno.test("decodeText() decodes a page by the charset of its <meta> element (§6)", () => {
  const page = binary(
    '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>\xed\xc9\xd2',
  );
  assert.match(decodeText(page), /мир/i);
});

Deno.test("parseContent() reads Markdown without its code, markup and pictures (§6)", async () => {
  const source = [
    "# Title",
    "First *line*\nand `second` line with a [link](x) and ![picture](y).",
    "- one\n- two\n  - inner\n",
    "```js\nlet code;\n```",
    "<div>markup</div>",
    "> quoted",
    "| A | B |\n|---|---|\n| 1 | **2** |",
    "a<br>b &amp; c",
  ].join("\n\n");
  assert.deepEqual(await blocksOf(source, "a.md"), [
    { kind: "heading", level: 1, text: "Title" },
    { kind: "paragraph", text: "First line and second line with a link and ." },
    { kind: "list", items: ["one", "two", "inner"] },
    { kind: "paragraph", text: "quoted" },
    { kind: "table", header: ["A", "B"], rows: [["1", "2"]] },
    { kind: "paragraph", text: "a b & c" },
  ]);
});

Deno.test("parseContent() reads the text and lists of front matter (§6)", async () => {
  const { declared } = await parse("---\ntitle: A\nsystems: [a, b]\n---\ntext", { path: "a.md" });
  assert.deepEqual(declared, { title: "A", systems: ["a", "b"] });
});

Deno.test("parseContent() refuses front matter with YAML aliases, which can expand without end (§6)", async () => {
  const bomb = "---\na: &a [x]\nb: [*a, *a]\n---\ntext";
  await assert.rejects(parse(bomb, { path: "a.md" }), /with YAML aliases/);
});

Deno.test("parseContent() reads the blocks of HTML in document order (§6)", async () => {
  const page = `<html><body><main><h1>Title</h1>loose text<p>One<br>line</p><h2>Part</h2>
    <ul><li>one<li>two <b>bold</b><ol><li>inner</ol></ul><pre>code</pre>
    <dl><dt>Weight:<dd>8 lb.</dl><div>in a <span>division</span></div></main></body></html>`;
  assert.deepEqual(await blocksOf(page, "a.html"), [
    { kind: "heading", level: 1, text: "Title" },
    { kind: "paragraph", text: "loose text" },
    { kind: "paragraph", text: "One line" },
    { kind: "heading", level: 2, text: "Part" },
    { kind: "list", items: ["one", "two bold", "inner"] },
    { kind: "list", items: ["Weight: 8 lb."] },
    { kind: "paragraph", text: "in a division" },
  ]);
});

Deno.test("parseContent() keeps HTML table values under their columns, with spanning cells (§6)", async () => {
  const page = `<html><body><main><table><thead><tr><th>Model<th>STC<th>Weight</tr></thead>
    <tr><td>932<td>50<td rowspan=2>8 lb.</tr><tr><td>933<td>52</tr></table></main></body></html>`;
  assert.deepEqual(await blocksOf(page, "a.html"), [{
    kind: "table",
    header: ["Model", "STC", "Weight"],
    rows: [["932", "50", "8 lb."], ["933", "52", "8 lb."]],
  }]);
});

Deno.test("parseContent() removes bidirectional control characters (§2.1)", async () => {
  const bidirectional = "A \u202ewall\u202c \u2067of\u200f glass";
  for (
    const [source, path] of [[bidirectional, "a.txt"], [bidirectional, "a.md"], [
      `<p>${bidirectional}</p>`,
      "a.html",
    ]]
  ) {
    assert.deepEqual(await blocksOf(source ?? "", path ?? ""), [
      { kind: "paragraph", text: "A wall of glass" },
    ]);
  }
});

Deno.test("parseContent() finds the title and the canonical URL of HTML (§6)", async () => {
  const page = `<html><head><title>A wall | Walls Inc.</title>
    <link rel="canonical" href="https://example.com/a"></head><body><p>text</p></body></html>`;
  assert.deepEqual((await parse(page, { path: "a.html" })).found, {
    title: "A wall",
    url: "https://example.com/a",
  });
});

const HEADINGS: readonly (readonly [what: string, heading: string])[] = [
  ["a button", "Quiet walls<button>Copy link</button>"],
  ["an element that acts as a button", 'Quiet walls <span role="button">Share</span>'],
  ["a permalink sign", 'Quiet walls<a href="#quiet-walls">#</a>'],
  [
    "a permalink pilcrow",
    'Quiet walls<a class="headerlink" href="#quiet" title="Permalink">\u00b6</a>',
  ],
  ["a permalink in words", 'Quiet walls <a class="anchor" href="#quiet">Link to this heading</a>'],
  ["a picture with a title", "<svg><title>Link</title></svg>Quiet walls"],
  ["a permalink around its words", '<a class="anchor" href="#quiet">Quiet walls</a>'],
  ["a button around its words", "<button>Quiet walls<svg><title>Open</title></svg></button>"],
  [
    "a permalink around its words, and a sign",
    '<a href="#q">\u00a7</a><a class="anchor" href="#q">Quiet walls</a>',
  ],
  [
    "an element that acts as a button around its words",
    '<span role="button" tabindex="0">Quiet walls</span>',
  ],
  ["a link elsewhere in its words", '<a href="/quiet">Quiet</a> walls'],
];

for (const [what, inner] of HEADINGS) {
  Deno.test(`parseContent() reads only the words of an HTML heading with ${what} (§6)`, async () => {
    const page = `<html><body><main><h1>${inner}</h1><p>Text.</p><h2>${inner}</h2></main></body>`;
    const { found, blocks } = await parse(page, { path: "a.html" });
    assert.equal(found.title, "Quiet walls");
    assert.deepEqual(blocks.flatMap((block) => block.kind === "heading" ? [block.text] : []), [
      "Quiet walls",
      "Quiet walls",
    ]);
  });
}

Deno.test("parseContent() removes generated anchors from Markdown headings (§6)", async () => {
  const source = [
    "# C# and walls [#](#c-and-walls)",
    "## Quiet walls {#quiet}",
    "## [Quiet walls](#quiet)",
    "## Quiet walls\u00b6",
    "## Room #",
    "## Room 3 #",
  ].join("\n\n");
  const headings = (await blocksOf(source, "a.md")).map((block) => Reflect.get(block, "text"));
  assert.deepEqual(headings, [
    "C# and walls",
    "Quiet walls",
    "Quiet walls",
    "Quiet walls",
    "Room",
    "Room 3",
  ]);
});

Deno.test("parseContent() reads paragraphs and lists of plain text, and joins hyphenated words (§6)", async () => {
  assert.deepEqual(
    await blocksOf("One para-\ngraph\nof lines.\n\n- a\n- b\r\n\r\nLast.", "a.txt"),
    [
      { kind: "paragraph", text: "One paragraph of lines." },
      { kind: "list", items: ["a", "b"] },
      { kind: "paragraph", text: "Last." },
    ],
  );
});

Deno.test("parseContent() reads headings and paragraphs of a PDF, without page headers and footers (§6)", async () => {
  const pages: PdfLine[][] = [
    [[18, 700, "Acoustics"], [10, 670, "The wall reaches its class in the"], [
      10,
      658,
      "laboratory.",
    ]],
    [[10, 700, "A second page says more."]],
    [[10, 700, "And so does a third."]],
  ];
  const framed = pages.map((lines, index): PdfLine[] => [
    [8, 780, "Walls Inc. data sheet"],
    ...lines,
    [8, 20, `Page ${index + 1}`],
  ]);
  const document = await parse(aPdf(framed), { path: "a.pdf" });
  assert.deepEqual(document.blocks, [
    { kind: "heading", level: 1, text: "Acoustics" },
    { kind: "paragraph", text: "The wall reaches its class in the laboratory." },
    { kind: "paragraph", text: "A second page says more." },
    { kind: "paragraph", text: "And so does a third." },
  ]);
});

Deno.test("parseContent() refuses a PDF without text and a truncated PDF (§6)", async () => {
  await assert.rejects(parse(aPdf([[]]), { path: "a.pdf" }), /without text/);
  await assert.rejects(parse("%PDF-1.7\n1 0 obj\n", { path: "a.pdf" }), /cannot be read/);
});

Deno.test("readDumpLine() reads a document, identified by its URL or its id (§6)", () => {
  const line = { id: 7, title: "A", type: "blog", body: "<p>text</p>" };
  assert.deepEqual(readDumpLine(JSON.stringify(line), "dump.jsonl"), {
    declared: { source: "cms-dump", source_key: "dump.jsonl#7", title: "A", type: "blog" },
    content: { format: "html", text: "<p>text</p>" },
  });
  const addressed = readDumpLine(
    JSON.stringify({
      ...line,
      format: "markdown",
      url: "https://example.com/a",
      source: "cms-view",
    }),
    "dump.jsonl",
  );
  assert.equal(addressed.content.format, "markdown");
  assert.deepEqual(addressed.declared, {
    source: "cms-view",
    title: "A",
    type: "blog",
    url: "https://example.com/a",
  });
});

Deno.test("readDumpLine() refuses an invalid line (§6)", () => {
  assert.throws(() => readDumpLine("{", "d"), /^UnreadableFile: is not valid JSON/);
  assert.throws(() => readDumpLine("[]", "d"), /is not a valid line of a dump/);
  assert.throws(() => readDumpLine('{"id":1}', "d"), /“body”/);
});

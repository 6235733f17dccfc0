/** How comments and docstrings are written: in plain English, subject first (design §11). */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The folders and files with comments. */
const SOURCES = [
  "app.ts",
  "dev.ts",
  "main.ts",
  "components",
  "islands",
  "lib",
  "migrations",
  "routes",
  "scripts",
  "tests",
];

/** Unmistakable smells, and the plain form. A pattern belongs here only if it never hits a good sentence. */
const SMELLS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /^What\b/, instead: "name the thing: the outcome, the limit, the input of …" },
  { pattern: /^Who\b/, instead: "name the person or the code" },
  { pattern: /^(Gives|Says|Tells)\b/, instead: "Returns, formats, reports …" },
  { pattern: /^(Told|Hears)\b/, instead: "Called with …, receives …" },
  { pattern: /\bwhom?ever\b/i, instead: "name the person or the code" },
  { pattern: /\bthat which\b/i, instead: "name the thing" },
  { pattern: /, for (it|they|there|nobody|none)\b/, instead: "because …" },
  { pattern: /(?<!\bthere )\bis none\b/i, instead: "is not a …, has no …" },
  { pattern: /\bunless told otherwise\b/i, instead: "by default" },
  { pattern: /\bgives? way\b/i, instead: "is replaced, is evicted, yields" },
  { pattern: /\bas (it|they) stands?\b/i, instead: "unchanged" },
  { pattern: /\b(lest|whence)\b/i, instead: "so that … not, from where" },
];

/** Matches any smell anywhere in a file. Parsing takes time, so files without a match are not parsed. */
const SUSPICIOUS = new RegExp(
  SMELLS.map(({ pattern }) => pattern.source.replace(/^\^/, "")).join("|"),
  "i",
);

Deno.test("comments are in plain English", async () => {
  const faults: string[] = [];
  let files = 0;
  for (const folder of SOURCES) {
    for await (const path of sourcesAt(folder)) {
      files++;
      const source = await Deno.readTextFile(ROOT + path);
      if (!SUSPICIOUS.test(source.replaceAll(/\s+(\*|\/\/)?\s*/g, " "))) continue;
      for (const { text, line } of commentsIn(path, source)) {
        for (const { pattern, instead } of SMELLS) {
          if (pattern.test(text)) faults.push(`${path}:${line}: (${instead}) ${text}`);
        }
      }
    }
  }
  assert.ok(files > 200, `only ${files} files were found`);
  assert.deepEqual(faults, []);
});

Deno.test("no document has a phrase that docs/voice.md rules out", async () => {
  const names = (await Array.fromAsync(Deno.readDir(`${ROOT}docs`))).map(({ name }) => name)
    .filter((name) => name.endsWith(".md") && name !== "voice.md");
  assert.ok(names.length > 5);
  const texts = names.map((name) => Deno.readTextFile(`${ROOT}docs/${name}`));
  const found = (await Promise.all(texts)).flatMap((text) => text.match(/.*\bwhoever\b.*/gi) ?? []);
  assert.deepEqual(found, []);
});

Deno.test("each smell is found, and plain sentences pass", () => {
  const hits = (text: string) => SMELLS.filter(({ pattern }) => pattern.test(text)).length;
  for (
    const text of [
      "What a check came to.",
      "Who asks.",
      "Gives what `write` writes.",
      "Told once about each outage.",
      "The view is valid until whoever keeps it copies it.",
      "Stores that which it came with.",
      "Sorted, for it is read in order.",
      "A number in digits; `1e3` is none.",
      "64 KiB unless told otherwise.",
      "Those known longest give way.",
      "A refusal as it stands.",
      "Kept, lest it be lost.",
    ]
  ) assert.equal(hits(text), 1, text);
  for (
    const text of [
      "The outcome of a connectivity check (spec §4.10).",
      "Whether a path is a test. Null when there is none.",
      "Returns what `load` returns, for tests and for commands.",
    ]
  ) assert.equal(hits(text), 0, text);
});

Deno.test("only comments are read, not strings that look like them", () => {
  const source = [
    'const url = "http://a/* b */"; // One,',
    "// and more.",
    "/**",
    " * Two,",
    " * three.",
    " */",
    "f(`// ${url}`);",
  ].join("\n");
  assert.deepEqual(commentsIn("a.ts", source), [
    { text: "One, and more.", line: 1 },
    { text: "Two, three.", line: 3 },
  ]);
});

async function* sourcesAt(path: string): AsyncGenerator<string> {
  if (/\.tsx?$/.test(path)) yield path;
  else if (!/\.\w+$/.test(path)) {
    for await (const { name } of Deno.readDir(ROOT + path)) yield* sourcesAt(`${path}/${name}`);
  }
}

/**
 * Returns the comments of a file, found by Deno's own parser, without their marks and line breaks. Consecutive line
 * comments count as one.
 */
function commentsIn(path: string, source: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  Deno.lint.runPlugin(
    {
      name: "comments",
      rules: {
        all: {
          create: ({ sourceCode }) => ({
            Program() {
              let end = 0;
              for (const { type, value, range } of sourceCode.getAllComments()) {
                const text = value.replaceAll(/^\s*\* ?/gm, "").replaceAll(/\s+/g, " ").trim();
                const last = found.at(-1);
                const isNext = type === "Line" && /^\n[ \t]*$/.test(source.slice(end, range[0]));
                if (last && isNext) last.text += ` ${text}`;
                else found.push({ text, line: source.slice(0, range[0]).split("\n").length });
                end = range[1];
              }
            },
          }),
        },
      },
    },
    path,
    source,
  );
  return found;
}

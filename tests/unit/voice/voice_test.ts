/** How the service speaks (docs/voice.md). With `VOICE=list` it prints every text of more than twelve words. */
import assert from "node:assert/strict";
import { everyText, isProse, sentencesOf, wordsIn } from "./sentences.ts";

/** Texts longer than this are for review, sentence by sentence. */
const REVIEWED_WORDS = 12;
/** Longest sentence. */
const MAX_WORDS = 28;
/** Code whose texts are also lines of the log, which people search with a keyboard. */
const LOGS = /^lib\//;
/** What a model is told. */
const UNSHOWN = /^lib\/assistant\/model\//;

const told = await everyText();

/** Turns that make a reader stop, and what stands for them. */
const TURNS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /, for (it|they|there|none|nobody|no|tracks)\b/, instead: "because" },
  { pattern: /\b[Ww]hoever\b/, instead: "name the person: the buyer, the person who …" },
  { pattern: /\bis none\b/, instead: "there is no …" },
  { pattern: /\bfrom then on\b/, instead: "from now on, or nothing" },
  { pattern: /\bas good as\b/, instead: "say what it is" },
  { pattern: /\bnobody can be\b/i, instead: "say who can do what" },
  { pattern: /^(Of|From|To|With) (every|each|the) [a-z ]+ (is|are) /, instead: "subject first" },
  { pattern: /\bmade of the (name|label)\b/, instead: "Leave it empty to make it from the name" },
  { pattern: /\b(edition|silent rules?|patient)\b/i, instead: "the table of terms" },
];

Deno.test("every text over twelve words reads as docs/voice.md asks", async () => {
  const texts = told.filter(({ text }) => wordsIn(text) > REVIEWED_WORDS && isProse(text));
  if (Deno.env.get("VOICE") === "list") {
    const lines = texts.map(({ path, line, text }) => `${path}:${line}: ${text}\n`);
    await Deno.stdout.write(new TextEncoder().encode(lines.join("")));
  }
  assert.ok(texts.length > 100, `only ${texts.length} texts were found`);
  const faults = texts.flatMap(({ path, line, text }) =>
    sentencesOf(text).filter((sentence) => wordsIn(sentence) > MAX_WORDS)
      .map((sentence) => `${path}:${line}: ${wordsIn(sentence)} words: ${sentence}`)
  );
  assert.deepEqual(faults, []);
});

Deno.test("no text, however short, has a turn that docs/voice.md rules out", () => {
  const faults = told.filter(({ path, text }) => !UNSHOWN.test(path) && text.includes(" "))
    .flatMap(({ path, line, text }) =>
      TURNS.filter(({ pattern }) => pattern.test(text))
        .map(({ instead }) => `${path}:${line}: (${instead}) ${text}`)
    );
  assert.deepEqual(faults, []);
});

/** An apostrophe or a quotation mark of a typewriter beside a word. */
const STRAIGHT = /\p{L}'[\p{L}\s.,;:)]|\s'\p{L}|(^|[\s(])"\p{L}|\p{L}"[\s.,;:)]/u;
/** Attributes of markup and a header with a file name. */
const CODE = /="|\bfilename=/;

Deno.test("apostrophes and quotation marks are those of print, in the demo too", async () => {
  const straight = told.filter(({ path, text }) =>
    STRAIGHT.test(text) && !CODE.test(text) && !UNSHOWN.test(path) &&
    (isProse(text) || !LOGS.test(path))
  )
    .map(({ path, line, text }) => `${path}:${line}: ${text}`);
  for await (const path of demoFiles()) {
    const [, prose = ""] = (await Deno.readTextFile(path)).split("\n---\n");
    straight.push(...prose.split("\n").filter((line) => STRAIGHT.test(line)));
  }
  assert.deepEqual(straight, []);
  for (const text of ["a window's price", "the guests' way", 'its "body" has', "say 'yes'."]) {
    assert.match(text, STRAIGHT);
  }
  for (const text of ["a window’s price", "“body”", "10' 6\" high", "'self'"]) {
    assert.doesNotMatch(text, STRAIGHT);
  }
});

/** The demo's documents, as Markdown with a head. */
async function* demoFiles(
  folder = new URL("../../../migrations/seed/demo/corpus/", import.meta.url),
) {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory) continue;
    for await (const file of Deno.readDir(new URL(`${name}/`, folder))) {
      if (file.name.endsWith(".md")) yield new URL(`${name}/${file.name}`, folder);
    }
  }
}

Deno.test("sentencesOf() and wordsIn() count what a reader does", () => {
  assert.deepEqual(sentencesOf("It folds. It stays put: always! Why?"), [
    "It folds.",
    "It stays put:",
    "always!",
    "Why?",
  ]);
  assert.equal(wordsIn("A 10-foot wall, the buyers’ own … and “quiet”"), 8);
});

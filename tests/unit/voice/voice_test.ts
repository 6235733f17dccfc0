/** Checks the texts of the service by docs/voice.md. `VOICE=list` prints every text of more than twelve words. */
import assert from "node:assert/strict";
import { everyText, isProse, sentencesOf, wordsIn } from "./sentences.ts";

/** Sentences of texts longer than this are limited to {@linkcode MAX_WORDS}. */
const REVIEWED_WORDS = 12;
const MAX_WORDS = 28;
/** Code whose texts are also log lines, which people search for with a keyboard. */
const LOGS = /^lib\//;
/** Code whose texts are sent to the model and not shown to people. */
const UNSHOWN = /^lib\/assistant\/model\//;

const texts = await everyText();

/** Phrases that make a reader stop, and the plain form. */
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

Deno.test("no sentence of a text over twelve words is too long (docs/voice.md)", async () => {
  const reviewed = texts.filter(({ text }) => wordsIn(text) > REVIEWED_WORDS && isProse(text));
  if (Deno.env.get("VOICE") === "list") {
    const lines = reviewed.map(({ path, line, text }) => `${path}:${line}: ${text}\n`);
    await Deno.stdout.write(new TextEncoder().encode(lines.join("")));
  }
  assert.ok(reviewed.length > 100, `only ${reviewed.length} texts were found`);
  const faults = reviewed.flatMap(({ path, line, text }) =>
    sentencesOf(text).filter((sentence) => wordsIn(sentence) > MAX_WORDS)
      .map((sentence) => `${path}:${line}: ${wordsIn(sentence)} words: ${sentence}`)
  );
  assert.deepEqual(faults, []);
});

Deno.test("no text has a phrase that docs/voice.md rules out", () => {
  const faults = texts.filter(({ path, text }) => !UNSHOWN.test(path) && text.includes(" "))
    .flatMap(({ path, line, text }) =>
      TURNS.filter(({ pattern }) => pattern.test(text))
        .map(({ instead }) => `${path}:${line}: (${instead}) ${text}`)
    );
  assert.deepEqual(faults, []);
});

/** A straight apostrophe or quotation mark next to a word. */
const STRAIGHT = /\p{L}'[\p{L}\s.,;:)]|\s'\p{L}|(^|[\s(])"\p{L}|\p{L}"[\s.,;:)]/u;
/** Attributes of markup and a header with a file name. */
const CODE = /="|\bfilename=/;

Deno.test("texts and the demo have typographic apostrophes and quotation marks", async () => {
  const straight = texts.filter(({ path, text }) =>
    STRAIGHT.test(text) && !CODE.test(text) && !UNSHOWN.test(path) &&
    (isProse(text) || !LOGS.test(path))
  )
    .map(({ path, line, text }) => `${path}:${line}: ${text}`);
  let documents = 0;
  for await (const path of demoFiles()) {
    documents++;
    const [, prose = ""] = (await Deno.readTextFile(path)).split("\n---\n");
    straight.push(...prose.split("\n").filter((line) => STRAIGHT.test(line)));
  }
  assert.ok(documents > 50, `only ${documents} documents were found`);
  assert.deepEqual(straight, []);
  for (const text of ["a window's price", "the guests' way", 'its "body" has', "say 'yes'."]) {
    assert.match(text, STRAIGHT);
  }
  for (const text of ["a window’s price", "“body”", "10' 6\" high", "'self'"]) {
    assert.doesNotMatch(text, STRAIGHT);
  }
});

/** Yields the demo's documents, which are Markdown files with front matter. */
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

Deno.test("sentencesOf() splits at . ! ? and :, and wordsIn() counts hyphenated words as one", () => {
  assert.deepEqual(sentencesOf("It folds. It stays put: always! Why?"), [
    "It folds.",
    "It stays put:",
    "always!",
    "Why?",
  ]);
  assert.equal(wordsIn("A 10-foot wall, the buyers’ own … and “quiet”"), 8);
});

/** How the service speaks (docs/voice.md). With `VOICE=list` it prints every text of more than twelve words. */
import assert from "node:assert/strict";
import { sentencesOf, toldTexts, wordsIn } from "./sentences.ts";

/** Texts longer than this are for review, sentence by sentence. */
const REVIEWED_WORDS = 12;
/** Longest sentence. */
const MAX_WORDS = 28;

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
  const texts = await toldTexts(REVIEWED_WORDS);
  if (Deno.env.get("VOICE") === "list") {
    const lines = texts.map(({ path, line, text }) => `${path}:${line}: ${text}\n`);
    await Deno.stdout.write(new TextEncoder().encode(lines.join("")));
  }
  assert.ok(texts.length > 100, `only ${texts.length} texts were found`);
  const faults = texts.flatMap(({ path, line, text }) => [
    ...sentencesOf(text).filter((sentence) => wordsIn(sentence) > MAX_WORDS)
      .map((sentence) => `${path}:${line}: ${wordsIn(sentence)} words: ${sentence}`),
    ...TURNS.filter(({ pattern }) => pattern.test(text))
      .map(({ instead }) => `${path}:${line}: (${instead}) ${text}`),
  ]);
  assert.deepEqual(faults, []);
});

Deno.test("sentencesOf() and wordsIn() count what a reader does", () => {
  assert.deepEqual(sentencesOf("It folds. It stays put: always! Why?"), [
    "It folds.",
    "It stays put:",
    "always!",
    "Why?",
  ]);
  assert.equal(wordsIn("A 10-foot wall, the buyers’ own … and “quiet”"), 8);
});

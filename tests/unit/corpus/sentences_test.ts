import assert from "node:assert/strict";
import fc from "fast-check";
import { countWords, gapAfter, sentencesOf } from "@/lib/corpus/import/sentences.ts";

const LINES: Readonly<Record<string, readonly string[]>> = {
  "plain sentences": ["The wall is closed.", "Is it locked?", "It is!"],
  "decimals and units": [
    "A gap of 1.5 in. remains between panels.",
    "It weighs 8.25 lb. per foot.",
  ],
  "a unit before a capital, which ends no sentence": ["Panels are 4 in. STC 52 is reached."],
  "numbers": ["See No. 5 and Fig. 3 before you start.", "Then go on."],
  "Latin": ["Use glass, e.g. Laminated glass, i.e. Two panes.", "Not vinyl etc. At all."],
  "names": ["Dr. Ray of the U.S. Army wrote it.", "J. Doe checked it."],
  "comparisons": ["It is STC 50 vs. STC 45.", "That can be heard."],
  "quotes": ['The guide says "Level it first."', "Then hang the panels."],
  "an ellipsis": ["It goes up ... and down again."],
  "Japanese": ["パネルです。", "厚さは百ミリです。"],
};

for (const [name, sentences] of Object.entries(LINES)) {
  Deno.test(`sentencesOf() finds the sentences of a line with ${name} (§6)`, () => {
    const line = sentences.map((text, index) =>
      index < sentences.length - 1 ? text + gapAfter(text) : text
    ).join("");
    assert.deepEqual(sentencesOf(line), sentences);
  });
}

Deno.test("sentencesOf() returns sentences that joined are the line again (§6)", () => {
  const word = fc.constantFrom(
    "wall",
    "1.5",
    "in.",
    "No.",
    "STC",
    "Fig.",
    "U.S.",
    "4",
    "ok?",
    "Yes!",
    "a",
  );
  fc.assert(fc.property(fc.array(word, { minLength: 1 }), (words) => {
    const line = words.join(" ");
    const sentences = sentencesOf(line);
    const joined = sentences.map((text, index) =>
      index < sentences.length - 1 ? text + gapAfter(text) : text
    ).join("");
    assert.equal(joined, line);
  }));
});

Deno.test("countWords() counts words, in scripts without spaces too (§6)", () => {
  assert.equal(countWords("The panel is 4 in. thick – or 5."), 8);
  assert.equal(countWords("—"), 1);
  assert.ok(countWords("このパネルの厚さは百ミリです。") > 5);
});

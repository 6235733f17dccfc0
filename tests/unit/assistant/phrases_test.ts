import assert from "node:assert/strict";
import { fold } from "../../../lib/assistant/scope/fold.ts";
import { phrasesOf } from "../../../lib/assistant/scope/phrases.ts";
import { PHRASES } from "../../../lib/assistant/scope/phrases/index.ts";
import { hasPhrase } from "../../../lib/assistant/scope/phrases/match.ts";
import { sentencesOf } from "../../../lib/assistant/scope/sentences.ts";
import { attacks, benign, PARTS } from "../../assistant/scope/sets.ts";

/** Sentences that are tried, of all lists. */
const EVERY = 12;

Deno.test("phrases are found as though each were held against every sentence (§4.5)", async () => {
  const texts: string[] = [];
  for (const part of PARTS) {
    texts.push(...(await attacks(part)).map(({ message }) => message), ...await benign(part));
  }
  const sentences = texts.flatMap((text) => sentencesOf(fold(text)))
    .filter((_, index) => index % EVERY === 0);
  let found = 0;
  for (const sentence of sentences) {
    // With every bit set, nothing is passed over for a part that has no word.
    const open = { ...sentence, marks: -1, classes: -1, named: -1 };
    const kinds = PHRASES.filter(({ phrase }) => hasPhrase(open, phrase)).map(({ kind }) => kind);
    assert.deepEqual(
      [...phrasesOf(sentence)].toSorted(),
      [...new Set(kinds)].toSorted(),
      sentence.words.map(({ text }) => text).join(" "),
    );
    found += kinds.length;
  }
  assert.ok(sentences.length > 300 && found > 30, `${sentences.length} ${found}`);
});

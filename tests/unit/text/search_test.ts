/** Search in short texts, as in the lists of buyers and staff (design §10). */
import assert from "node:assert/strict";
import { hasWords, searchOf, searchWords } from "@/lib/text/mod.ts";

Deno.test("hasWords() finds all words anywhere in a text, without case and accents", () => {
  const found = (text: string, q: string) => hasWords(text, searchWords(q));
  assert.equal(found("Café front, Montréal", "montreal CAFÉ"), true);
  assert.equal(found("Café front, Montréal", "ront"), true);
  assert.equal(found("Café front, Montréal", "cafe pier"), false);
  assert.equal(found("Café front, Montréal", "  "), true);
});

Deno.test("searchOf() trims a search, and cuts it to 100 code units without half a character", () => {
  assert.equal(searchOf(new URLSearchParams({ q: "  pier 9 " })), "pier 9");
  assert.equal(
    searchOf(new URLSearchParams({ q: `${"x".repeat(99)}😀` })),
    `${"x".repeat(99)}\uFFFD`,
  );
  assert.equal(searchOf(new URLSearchParams()), "");
});

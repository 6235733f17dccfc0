import assert from "node:assert/strict";
import { turnHash } from "@/lib/assistant/mod.ts";

Deno.test("turnHash() returns the published FNV-1a values, over UTF-8 (§4.7)", () => {
  for (
    const [text, hash] of [
      ["", "811c9dc5"],
      ["a", "e40c292c"],
      ["b", "e70c2de5"],
      ["foobar", "bf9cf968"],
    ]
  ) assert.equal(turnHash(text ?? ""), hash);
  assert.equal(turnHash("é"), "1e9de8c1");
  assert.notEqual(turnHash("é"), turnHash("e\u0301"));
  assert.match(turnHash("54 dB".repeat(5_000)), /^[0-9a-f]{8}$/);
});

import assert from "node:assert/strict";
import { isNestedWithin } from "@/lib/text/mod.ts";

const CASES: [text: string, levels: number, isWithin: boolean][] = [
  ["[]", 1, true],
  ["[[]]", 1, false],
  ['[{"a":"b"},{"a":"b"}]', 2, true],
  ['[{"a":["b"]}]', 2, false],
  ['[{"a":"[[[{{{"}]', 2, true],
  [String.raw`[{"a":"\"[[["}]`, 2, true],
  [String.raw`[{"a":"\\"},[[]]]`, 2, false],
  ["[".repeat(1_000_000), 2, false],
  ["7", 0, true],
];

for (const [text, levels, isWithin] of CASES) {
  Deno.test(`isNestedWithin() is ${isWithin} for ${text.slice(0, 25)} and ${levels} levels`, () => {
    assert.equal(isNestedWithin(text, levels), isWithin);
  });
}

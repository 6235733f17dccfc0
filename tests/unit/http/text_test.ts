import assert from "node:assert/strict";
import fc from "fast-check";
import { isBalanced, isVisible, withoutDirections } from "@/lib/http/mod.ts";

const OPENING = ["\u202a", "\u202b", "\u202d", "\u202e"];
const ISOLATING = ["\u2066", "\u2067", "\u2068"];
const CONTROLS = [...OPENING, ...ISOLATING, "\u202c", "\u2069"];
const MARKS = ["\u200e", "\u200f", "\u061c"];

/** Texts in which every direction control is closed, at any depth. */
const balanced = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: fc.constantFrom("a", "א", " ", ...MARKS) }),
    fc.tuple(tie("text"), tie("text")).map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom(...OPENING), tie("text")).map(([open, text]) =>
      `${open}${text}\u202c`
    ),
    fc.tuple(fc.constantFrom(...ISOLATING), tie("text")).map(([open, text]) =>
      `${open}${text}\u2069`
    ),
  ),
})).text;

Deno.test("isBalanced() accepts texts that close every control that they open (§2.2)", () => {
  fc.assert(fc.property(balanced, (text) => assert.ok(isBalanced(text), JSON.stringify(text))));
});

Deno.test("isBalanced() refuses an additional or crossed control (§2.2)", () => {
  fc.assert(
    fc.property(balanced, fc.constantFrom(...CONTROLS), fc.nat(), (text, control, at) => {
      const place = at % (text.length + 1);
      assert.equal(isBalanced(text.slice(0, place) + control + text.slice(place)), false);
    }),
  );
  for (const crossed of ["\u202a\u2067\u202c\u2069", "\u2069\u2066", "\u2067\n\u2069"]) {
    assert.equal(isBalanced(crossed), false, JSON.stringify(crossed));
  }
});

Deno.test("isBalanced() handles 100,000 controls (§8)", () => {
  assert.equal(isBalanced("\u202a".repeat(100_000)), false);
  assert.equal(isBalanced("\u202a".repeat(50_000) + "\u202c".repeat(50_000)), true);
});

Deno.test("isVisible() is true for letters, signs and pictures, and false for characters without a glyph (§2.2)", () => {
  for (const text of ["a", "日", "٣", "-", "🪟", "\u200b.\u200b", "é", "\u0301a"]) {
    assert.ok(isVisible(text), JSON.stringify(text));
  }
  const unseen = ["", " ", "\t\n", "\u00ad", "\u034f", "\u180e", "\u2028", "\ufff9", "\ud800"];
  for (const text of [...unseen, ...CONTROLS, ...MARKS, "\u200b".repeat(120)]) {
    assert.ok(!isVisible(text), JSON.stringify(text));
  }
});

Deno.test("withoutDirections() removes direction controls and marks, and nothing else (§2.1)", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "א", "🪟", ...CONTROLS, ...MARKS) }),
      (text) => {
        const kept = withoutDirections(text);
        assert.ok(isBalanced(kept));
        assert.equal(kept, [...text].filter((unit) => ["a", "א", "🪟"].includes(unit)).join(""));
      },
    ),
  );
});

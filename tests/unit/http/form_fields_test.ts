import assert from "node:assert/strict";
import type { z } from "zod";
import {
  checkboxField,
  idField,
  lineField,
  optionalLineField,
  optionalParagraphField,
  paragraphField,
  wholeNumberField,
} from "../../../lib/http/mod.ts";

const ENTER = "Enter a value";
const UNPRINTABLE = "Remove the characters that cannot be printed";
const UNSEEN = "Enter something that can be seen, or leave this empty";
const TURNING = "Remove the invisible characters that turn the direction of text";
const WHOLE = "Enter a whole number from 1 to 99";
const ID = "Use letters, digits, - and _, up to 100, beginning with a letter or digit";

/** What a field makes of a text, or what it says is wrong. */
function outcome(schema: z.ZodType, text: string | undefined): unknown {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : { says: parsed.error.issues[0]?.message };
}

const CASES: readonly [string, z.ZodType, string | undefined, unknown][] = [
  ["a line is trimmed, blanks within are one", lineField(), "  Two \t words\n", "Two words"],
  ["a line must be there", lineField(), "   ", { says: ENTER }],
  ["a line that was not sent is missing", lineField(), undefined, { says: ENTER }],
  ["a line has a limit", lineField(3), "four", { says: "Use at most 3 characters" }],
  ["a line is text, whatever it looks like", lineField(), "<b>=1+1</b>", "<b>=1+1</b>"],
  ["a line has no NUL", lineField(), "a\u0000b", { says: UNPRINTABLE }],
  ["a line has no other control character", lineField(), "a\u0007b", { says: UNPRINTABLE }],
  ["a line has no half of a character", lineField(), "a\ud800b", { says: UNPRINTABLE }],
  ["a line keeps every whole character", lineField(), "Größe 日本 🪟", "Größe 日本 🪟"],
  ["a line of blanks of all kinds is missing", lineField(), "\u2003\u00a0\u2800\u3000", {
    says: ENTER,
  }],
  ["a line of zero-width characters is missing", lineField(), "\u200b\u200d\u2060\ufeff", {
    says: ENTER,
  }],
  ["a line of fillers and tags is missing", lineField(), "\u3164\u115f\u{e0041}\ufe0f", {
    says: ENTER,
  }],
  ["a line of directions is missing", lineField(), "\u200e\u200f\u061c\u202a\u202c", {
    says: ENTER,
  }],
  ["a paragraph that nobody sees is missing", paragraphField(), "\u200b\n\u200b", { says: ENTER }],
  ["an optional line that nobody sees is refused", optionalLineField(), "\u200b", { says: UNSEEN }],
  ["an optional paragraph, too", optionalParagraphField(), "\u2063", { says: UNSEEN }],
  [
    "a line may join its letters and colour its signs",
    lineField(),
    "می\u200cخواهم ❤\ufe0f",
    "می\u200cخواهم ❤\ufe0f",
  ],
  [
    "a line may hold what turns and turns back",
    lineField(),
    "Wall \u2067א\u2069 9",
    "Wall \u2067א\u2069 9",
  ],
  ["a line turns nothing behind it", lineField(), "Wall \u202egnp", { says: TURNING }],
  ["a line closes nothing before it", optionalLineField(), "\u2069Wall", { says: TURNING }],
  ["a paragraph closes on the line where it opened", paragraphField(), "a\u2067b\nc\u2069", {
    says: TURNING,
  }],
  ["an optional line may be empty", optionalLineField(), " ", null],
  ["an optional line may be absent", optionalLineField(), undefined, null],
  ["an optional line is checked where given", optionalLineField(), "\u0001", { says: UNPRINTABLE }],
  ["a paragraph keeps its lines", paragraphField(), " one\r\ntwo\tthree ", "one\ntwo\tthree"],
  ["a paragraph must be there", paragraphField(), "\r\n", { says: ENTER }],
  ["a paragraph has a limit", paragraphField(2), "abc", { says: "Use at most 2 characters" }],
  ["an optional paragraph may be empty", optionalParagraphField(), "", null],
  ["an id is trimmed", idField(), " heron-45 ", "heron-45"],
  ["an id begins with a letter or digit", idField(), "-heron", { says: ID }],
  ["an id has at most 100 characters", idField(), "a".repeat(101), { says: ID }],
  ["an id is no path", idField(), "../etc", { says: ID }],
  ["a number is whole", wholeNumberField({ min: 1, max: 99 }), " 42 ", 42],
  ["a number has no fraction", wholeNumberField({ min: 1, max: 99 }), "4.2", { says: WHOLE }],
  ["a number has no exponent", wholeNumberField({ min: 1, max: 99 }), "1e1", { says: WHOLE }],
  ["a number is no word", wholeNumberField({ min: 1, max: 99 }), "NaN", { says: WHOLE }],
  ["a number has bounds", wholeNumberField({ min: 1, max: 99 }), "100", { says: WHOLE }],
  ["a number may be signed", wholeNumberField({ min: -5, max: 5 }), "-5", -5],
  ["a long number is out of bounds", wholeNumberField({ min: 1, max: 99 }), "9".repeat(400), {
    says: WHOLE,
  }],
  ["a box that is ticked is sent", checkboxField(), "on", true],
  ["a box that is not ticked is not sent", checkboxField(), undefined, false],
];

for (const [name, schema, text, wanted] of CASES) {
  Deno.test(`fields: ${name} (§7)`, () => assert.deepEqual(outcome(schema, text), wanted));
}

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
} from "@/lib/http/mod.ts";

const ENTER = "Enter a value";
const UNPRINTABLE = "Remove the characters that cannot be printed";
const UNSEEN = "Enter something that can be seen, or leave this empty";
const TURNING = "Remove the invisible characters that turn the direction of text";
const WHOLE = "Enter a whole number from 1 to 99";
const ID = "Use letters, digits, - and _, up to 100, beginning with a letter or digit";

/** Returns the value that a field parses from a text, or its error message as `says`. */
function outcome(schema: z.ZodType, text: string | undefined): unknown {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : { says: parsed.error.issues[0]?.message };
}

const CASES: readonly [string, z.ZodType, string | undefined, unknown][] = [
  ["a line is trimmed, blanks within are one", lineField(), "  Two \t words\n", "Two words"],
  ["a line is required", lineField(), "   ", { says: ENTER }],
  ["an absent line is missing", lineField(), undefined, { says: ENTER }],
  ["a line has a limit", lineField(3), "four", { says: "Use at most 3 characters" }],
  ["a line may look like markup or a formula", lineField(), "<b>=1+1</b>", "<b>=1+1</b>"],
  ["a line has no NUL", lineField(), "a\u0000b", { says: UNPRINTABLE }],
  ["a line has no other control character", lineField(), "a\u0007b", { says: UNPRINTABLE }],
  ["a line has no lone surrogate", lineField(), "a\ud800b", { says: UNPRINTABLE }],
  ["a line keeps every other character", lineField(), "Größe 日本 🪟", "Größe 日本 🪟"],
  ["a line has composed accents", lineField(1), "e\u0301", "\u00e9"],
  ["an optional line has composed accents", optionalLineField(1), "o\u0308", "\u00f6"],
  ["a paragraph has composed accents", paragraphField(1), "e\u0301", "\u00e9"],
  ["an optional paragraph has composed accents", optionalParagraphField(1), "e\u0301", "\u00e9"],
  ["a line of blanks of all kinds is missing", lineField(), "\u2003\u00a0\u2800\u3000", {
    says: ENTER,
  }],
  ["a line of zero-width characters is missing", lineField(), "\u200b\u200d\u2060\ufeff", {
    says: ENTER,
  }],
  ["a line of fillers and tags is missing", lineField(), "\u3164\u115f\u{e0041}\ufe0f", {
    says: ENTER,
  }],
  ["a line of direction controls is missing", lineField(), "\u200e\u200f\u061c\u202a\u202c", {
    says: ENTER,
  }],
  ["a paragraph of invisible characters is missing", paragraphField(), "\u200b\n\u200b", {
    says: ENTER,
  }],
  ["an optional line of invisible characters is refused", optionalLineField(), "\u200b", {
    says: UNSEEN,
  }],
  ["an optional paragraph of invisible characters is refused", optionalParagraphField(), "\u2063", {
    says: UNSEEN,
  }],
  [
    "a line may have joiners and variation selectors",
    lineField(),
    "می\u200cخواهم ❤\ufe0f",
    "می\u200cخواهم ❤\ufe0f",
  ],
  [
    "a line may have balanced direction controls",
    lineField(),
    "Wall \u2067א\u2069 9",
    "Wall \u2067א\u2069 9",
  ],
  ["a line leaves no direction control open", lineField(), "Wall \u202egnp", { says: TURNING }],
  ["a line closes no control that it did not open", optionalLineField(), "\u2069Wall", {
    says: TURNING,
  }],
  ["a paragraph closes each control on its line", paragraphField(), "a\u2067b\nc\u2069", {
    says: TURNING,
  }],
  ["an optional line may be empty", optionalLineField(), " ", null],
  ["an optional line may be absent", optionalLineField(), undefined, null],
  ["an optional line is checked if given", optionalLineField(), "\u0001", { says: UNPRINTABLE }],
  ["a paragraph keeps its lines", paragraphField(), " one\r\ntwo\tthree ", "one\ntwo\tthree"],
  ["a paragraph is required", paragraphField(), "\r\n", { says: ENTER }],
  ["a paragraph has a limit", paragraphField(2), "abc", { says: "Use at most 2 characters" }],
  ["an optional paragraph may be empty", optionalParagraphField(), "", null],
  ["an id is trimmed", idField(), " heron-45 ", "heron-45"],
  ["an id begins with a letter or digit", idField(), "-heron", { says: ID }],
  ["an id has at most 100 characters", idField(), "a".repeat(101), { says: ID }],
  ["an id is no path", idField(), "../etc", { says: ID }],
  ["a number is whole", wholeNumberField({ min: 1, max: 99 }), " 42 ", 42],
  ["a number has no fraction", wholeNumberField({ min: 1, max: 99 }), "4.2", { says: WHOLE }],
  ["a number has no exponent", wholeNumberField({ min: 1, max: 99 }), "1e1", { says: WHOLE }],
  ["a number is not a word", wholeNumberField({ min: 1, max: 99 }), "NaN", { says: WHOLE }],
  ["a number has bounds", wholeNumberField({ min: 1, max: 99 }), "100", { says: WHOLE }],
  ["a number may be signed", wholeNumberField({ min: -5, max: 5 }), "-5", -5],
  ["a long number is out of bounds", wholeNumberField({ min: 1, max: 99 }), "9".repeat(400), {
    says: WHOLE,
  }],
  ["a ticked box is true", checkboxField(), "on", true],
  ["a box that is not sent is false", checkboxField(), undefined, false],
  ["a box that a client sends as true is true", checkboxField(), "true", true],
  ["a box that a client sends as false is false", checkboxField(), "false", false],
  ["a box that a client sends as 0 is false", checkboxField(), "0", false],
  ["a box that a client sends empty is false", checkboxField(), "", false],
];

for (const [name, schema, text, wanted] of CASES) {
  Deno.test(`fields: ${name} (§7)`, () => assert.deepEqual(outcome(schema, text), wanted));
}

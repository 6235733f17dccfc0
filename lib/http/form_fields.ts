/** Schemas of the fields of admin forms. Their messages are shown beside the field. */
import { z } from "zod";
import { ID_PATTERN } from "../text/mod.ts";
import { isBalanced, isVisible } from "./text.ts";

/** Maximum characters of a line, name or label. */
const LINE = 120;
/** Maximum characters of a paragraph. */
const PARAGRAPH = 2_000;

/** Control characters other than tab and newline. Postgres cannot store U+0000, and nobody types the others. */
const UNPRINTABLE = /[^\P{Cc}\t\n]/u;

/**
 * Returns the schema of a required line: trimmed, with runs of white space collapsed to one space. Accents are composed, as
 * in all typed texts, so that texts that look the same are equal.
 */
export function lineField(max: number = LINE, missing: string = "Enter a value") {
  return z.string(missing).transform(onOneLine)
    .pipe(printable(max).refine(isVisible, missing));
}

/** Returns the schema of an optional line; empty gives null. */
export function optionalLineField(max: number = LINE) {
  return z.string().default("").transform(onOneLine).pipe(optional(max)).transform(nullIfEmpty);
}

/** Returns the schema of a required text of several lines. */
export function paragraphField(max: number = PARAGRAPH, missing: string = "Enter a value") {
  return z.string(missing).transform(tidy)
    .pipe(printable(max).refine(isVisible, missing));
}

/** Returns the schema of an optional text of several lines; empty gives null. */
export function optionalParagraphField(max: number = PARAGRAPH) {
  return z.string().default("").transform(tidy).pipe(optional(max)).transform(nullIfEmpty);
}

/** Returns the schema of a record id: letters, digits, `-` and `_`, at most 100 characters (spec §2.5). */
export function idField() {
  return z.string("Enter an id").trim().regex(
    ID_PATTERN,
    "Use letters, digits, - and _, up to 100, beginning with a letter or digit",
  );
}

/** Returns the schema of a whole number from `min` to `max`, inclusive. */
export function wholeNumberField({ min, max }: { min: number; max: number }) {
  const message = `Enter a whole number from ${min} to ${max}`;
  return z.string(message).trim().regex(/^[+-]?\d{1,9}$/, message).transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** Values that a client sends for a box that is not ticked; a browser sends no field then. */
const UNTICKED: ReadonlySet<string> = new Set(["", "0", "false", "off"]);

/** Returns whether the posted value of a checkbox ticks it: any value but empty, `0`, `false` and `off`. */
export function isTicked(value: string | null | undefined): boolean {
  return typeof value === "string" && !UNTICKED.has(value);
}

/** Returns the schema of a checkbox; see {@linkcode isTicked}. */
export function checkboxField() {
  return z.string().optional().transform(isTicked);
}

function printable(max: number) {
  return z.string().max(max, `Use at most ${max} characters`)
    .refine(
      (text) => !UNPRINTABLE.test(text) && text.isWellFormed(),
      "Remove the characters that cannot be printed",
    )
    .refine(isBalanced, "Remove the invisible characters that turn the direction of text");
}

function optional(max: number) {
  return printable(max).refine(
    (text) => text === "" || isVisible(text),
    "Enter something that can be seen, or leave this empty",
  );
}

function tidy(text: string): string {
  return text.normalize("NFC").replaceAll("\r\n", "\n").trim();
}

function onOneLine(text: string): string {
  return tidy(text).replaceAll(/\s+/g, " ");
}

function nullIfEmpty(text: string): string | null {
  return text === "" ? null : text;
}

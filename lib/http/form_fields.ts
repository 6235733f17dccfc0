/** What the fields of staff's forms accept, in words that stand beside the field. */
import { z } from "zod";
import { isBalanced, isVisible } from "./text.ts";

/** Longest line, name or label. */
const LINE = 120;
/** Longest paragraph. */
const PARAGRAPH = 2_000;

/** The database stores neither, and nothing that a person types holds them. */
const UNPRINTABLE = /[^\P{Cc}\t\n]/u;

/** One line that must be there: trimmed, blanks within made one. */
export function lineField(max: number = LINE, missing: string = "Enter a value") {
  return z.string(missing).transform((text) => text.trim().replaceAll(/\s+/g, " "))
    .pipe(printable(max).refine(isVisible, missing));
}

/** One line that may be left empty, which gives null. */
export function optionalLineField(max: number = LINE) {
  return z.string().default("").transform((text) => text.trim().replaceAll(/\s+/g, " "))
    .pipe(optional(max)).transform(nullIfEmpty);
}

/** Text of several lines that must be there. */
export function paragraphField(max: number = PARAGRAPH, missing: string = "Enter a value") {
  return z.string(missing).transform(tidy)
    .pipe(printable(max).refine(isVisible, missing));
}

/** Text of several lines that may be left empty, which gives null. */
export function optionalParagraphField(max: number = PARAGRAPH) {
  return z.string().default("").transform(tidy).pipe(optional(max)).transform(nullIfEmpty);
}

/** An id as records carry it (spec §2.5). */
export function idField() {
  return z.string("Enter an id").trim().regex(
    /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/,
    "Use letters, digits, - and _, up to 100, beginning with a letter or digit",
  );
}

/** A whole number within bounds. */
export function wholeNumberField({ min, max }: { min: number; max: number }) {
  const message = `Enter a whole number from ${min} to ${max}`;
  return z.string(message).trim().regex(/^[+-]?\d{1,9}$/, message).transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** A checkbox: absent is off. */
export function checkboxField() {
  return z.string().optional().transform((value) => value !== undefined);
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
  return text.replaceAll("\r\n", "\n").trim();
}

function nullIfEmpty(text: string): string | null {
  return text === "" ? null : text;
}

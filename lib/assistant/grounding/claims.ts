/** Parses an answer into its claims: reads sentences with the lines and short sentences that belong to them. Pure. */
import { type Claim, claimOf } from "./claim.ts";
import { without } from "./negation.ts";
import { type Span, splitSentences } from "./sentences.ts";
import { termsOf } from "./terms.ts";

/** The beginning of a list item, after the end of the line before it. */
const ITEM = /\n[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+$/;

/**
 * Parses the sentences of an answer. A line that only names systems is the subject of the list items below it, so they
 * are read as "Heron: weighs 75 pounds".
 */
export function claimsOf(text: string, named: readonly string[]): Claim[] {
  let subject = "";
  let before = 0;
  return joinedLines(text, splitSentences(text)).map((span) => {
    const gap = text.slice(before, span.start);
    before = span.end;
    const words = text.slice(span.start, span.end);
    const isSubject = named.length > 0 && !/[\p{L}\p{N}]/u.test(without(words, named));
    if (isSubject) subject = words;
    else if (gap.includes("\n") && !ITEM.test(gap)) subject = "";
    if (isSubject || subject === "") return claimOf(text, span, named);
    const whole = `${subject}: ${words}`;
    return { ...claimOf(whole, { start: 0, end: whole.length }, named), ...span };
  });
}

/** Between two lines of one sentence: no end mark, bullet or blank line, and a small letter goes on. */
const GOES_ON = /^[^.!?…:;][ \t]*\n[ \t]*\p{Ll}$/u;

/** Joins lines of one sentence. Each of them alone may be below the claim-length floor. */
function joinedLines(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && GOES_ON.test(text.slice(last.end - 1, span.start + 1))) {
      joined[joined.length - 1] = { start: last.start, end: span.end };
    } else joined.push(span);
  }
  return joined;
}

/** Fewest sentences below the claim-length floor that are claims when they follow each other. */
const FEWEST_FRAGMENTS = 3;

/** Matches sentences that say nothing about the subject. */
const COURTESY =
  /^\W*(?:hello|hi|yes|no|sure|certainly|absolutely|of course|sorry|thanks?(?: you)?(?: for asking)?|(?:good|great) (?:question|news)|(?:happy|glad) to help)\W*$/i;

/**
 * Makes claims of the sentences of a paragraph that are below the claim-length floor when there are several in a row:
 * "Costs nothing. Ships today. Never breaks."
 */
export function claimFragments(text: string, claims: readonly Claim[]): readonly Claim[] {
  const runs: Claim[][] = [];
  for (const claim of claims) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const goesOn = last !== undefined && !last.isSubstantive && !claim.isSubstantive &&
      !/\n\s*\n/.test(text.slice(last.end, claim.start));
    if (goesOn) run?.push(claim);
    else runs.push([claim]);
  }
  return runs.flatMap((run) =>
    run.filter(saysSomething).length < FEWEST_FRAGMENTS
      ? run
      : run.map((claim) => ({ ...claim, isSubstantive: saysSomething(claim) }))
  );
}

/** Whether a sentence has a significant word besides the names of systems, and is no courtesy. */
export function saysSomething({ text, systems }: Claim): boolean {
  return !COURTESY.test(text) && termsOf(without(text, systems)).length > 0;
}

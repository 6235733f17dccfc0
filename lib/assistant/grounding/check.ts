/**
 * The grounding guard: checks that the retrieved passages support every sentence of an answer (spec §4.5).
 * Pure and deterministic; scans each text a bounded number of times.
 */
import { hasName } from "@/lib/text/mod.ts";
import { compare, type Comparison } from "./compare.ts";
import { type GroundingPassage, prepare, type Prepared } from "./passages.ts";
import { without } from "./negation.ts";
import { type Span, splitSentences } from "./sentences.ts";
import { type Claim, claimOf } from "./claim.ts";

/** An answer and the material that may support it. */
interface GroundingInput {
  readonly text: string;
  readonly passages: readonly GroundingPassage[];
  /** The journey envelope, which also counts as material (spec §4.5). */
  readonly envelope?: string | null;
  /** Names of all systems: what is said of one must come from a passage that names it. */
  readonly systems?: readonly string[];
}

/** The guard's verdict on one sentence. */
interface GroundedSentence {
  /** Offsets in the answer, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 0 to 1. A sentence below the claim-length floor has 1. */
  readonly score: number;
  /** Key of the best-matching passage; null if that is the envelope, or if nothing matches. */
  readonly key: string | null;
  /** Offsets in the passage's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** The unsupported words, figures and names; empty for a grounded sentence. */
  readonly missing: readonly string[];
}

/** The guard's verdict on an answer. */
export interface GroundingVerdict {
  readonly grounded: boolean;
  /** The lowest score of a substantive sentence, from 0 to 1; 1 if no sentence is substantive. */
  readonly score: number;
  readonly sentences: readonly GroundedSentence[];
}

/** The threshold: a sentence that scores less is not grounded. */
const GROUNDED_FROM = 0.45;
/** Most missing words of a sentence that matches nothing. */
const MAX_MISSING = 20;
/** Factor on the score of a sentence whose figures, negations or names contradict its passage. */
const CONTRADICTED = 0.5;

/**
 * Checks an answer against its material (spec §4.5). A sentence is grounded when enough of its significant words occur
 * in the passages and the envelope, or when it quotes a passage verbatim. One ungrounded sentence blocks the whole
 * answer. Sentences below the claim-length floor are exempt. `strict` adds the second layer of the guard
 * (`ASSISTANT_STRICT_GROUNDING`): the figures (by value), negations and proper names of a sentence must come from one
 * passage.
 */
export function checkGrounding(
  { text, passages, envelope, systems = [] }: GroundingInput,
  { strict }: { readonly strict: boolean } = { strict: true },
): GroundingVerdict {
  const material = passages.map(prepare);
  if (envelope) material.push(prepare({ key: null, text: envelope }));
  const named = systems.filter((name) => hasName(text, name));
  const sentences = claimsOf(text, named).map((claim) => checkClaim(claim, { material, strict }));
  const score = sentences.reduce((least, sentence) => Math.min(least, sentence.score), 1);
  return { grounded: score >= GROUNDED_FROM, score, sentences };
}

/** The beginning of a list item, after the end of the line before it. */
const ITEM = /\n[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+$/;

/**
 * Parses the sentences of an answer. A line that only names systems is the subject of the list items below it, so they
 * are read as "Heron: weighs 75 pounds".
 */
function claimsOf(text: string, named: readonly string[]): Claim[] {
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

interface Against {
  readonly material: readonly Prepared[];
  readonly strict: boolean;
}

function checkClaim(claim: Claim, { material, strict }: Against): GroundedSentence {
  const { start, end } = claim;
  const nowhere = { key: null, from: 0, to: 0 };
  if (!claim.isSubstantive) return { start, end, score: 1, ...nowhere, missing: [] };
  const unfounded = { start, end, score: 0, ...nowhere, missing: wordsOf(claim) };
  if (claim.isEndless) return unfounded;
  const union = shareInAll(claim, material);
  let best: Comparison | null = null;
  for (const passage of material) {
    const compared = compare(claim, { passage, material, union });
    if (best === null || worth(compared, strict) > worth(best, strict)) best = compared;
  }
  if (best === null) return unfounded;
  const score = worth(best, strict);
  const stands = score >= GROUNDED_FROM;
  const { passage: { key }, from, to } = best;
  const where = key === null || best.likeness === 0 ? nowhere : { key, from, to };
  const missing = stands ? [] : [...strict ? best.contradictions : [], ...best.missing];
  return { start, end, score, ...where, missing: [...new Set(missing)] };
}

/** Returns a comparison's score. A contradiction in strict mode keeps it below the threshold. */
function worth({ likeness, contradictions }: Comparison, strict: boolean): number {
  return strict && contradictions.length > 0
    ? Math.min(likeness, GROUNDED_FROM * 1.8) * CONTRADICTED
    : likeness;
}

/** Returns the share of a claim's words that occur anywhere in the material. */
function shareInAll({ terms }: Claim, material: readonly Prepared[]): number {
  if (terms.length === 0) return material.length > 0 ? 1 : 0;
  const found = terms.filter(({ stem }) =>
    material.some(({ places, labels }) => places.has(stem) || labels.has(stem))
  );
  return found.length / terms.length;
}

function wordsOf({ terms, figures, text }: Claim): string[] {
  return [
    ...figures.map((figure) => text.slice(figure.start, figure.end)),
    ...terms.map((term) => text.slice(term.start, term.end)),
  ].slice(0, MAX_MISSING);
}

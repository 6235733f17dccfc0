/**
 * The grounding guard: checks that the retrieved passages support every sentence of an answer (spec §4.5).
 * Pure and deterministic; scans each text a bounded number of times.
 */
import { hasName } from "@/lib/text/mod.ts";
import type { Envelope } from "../journey.ts";
import { compare, type Comparison } from "./compare.ts";
import { type GroundingPassage, partAbout, prepare, type Prepared } from "./passages.ts";
import { type Context, contextOf, repeatsAnswer, wishesOf } from "./context.ts";
import { DENIAL } from "./negation.ts";
import type { Span } from "./sentences.ts";
import { blank, speaksOfSystem, withoutWishing } from "./wishes.ts";
import { type Claim, claimOf } from "./claim.ts";
import { figuresUnsaid, wordBesides } from "./said.ts";
import { eachOfList, partsBySystem } from "./each.ts";
import { claimFragments, claimsOf, saysSomething } from "./claims.ts";

/** An answer and the material that may support it. */
interface GroundingInput {
  readonly text: string;
  readonly passages: readonly GroundingPassage[];
  /** The journey envelope, in lines or as the model gets it, which also counts as material (spec §4.5). */
  readonly envelope?: Envelope | string | null;
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
/** Margin by which a passage that says the opposite must be more like the claim than the one that supports it. */
const CLEARLY = 0.1;
/** Factor on the score of a sentence whose figures, negations or names contradict its passage. */
const CONTRADICTED = 0.5;

/**
 * Checks an answer against its material (spec §4.5). A sentence is grounded when enough of its significant words occur
 * in the passages and the envelope, or when it quotes a passage verbatim. One ungrounded sentence blocks the whole
 * answer. Sentences below the claim-length floor are exempt. `strict` adds the second layer of the guard
 * (`ASSISTANT_STRICT_GROUNDING`): the figures (by value), negations and proper names of a sentence must come from one
 * passage, and the buyer's answers support no claim about a system.
 */
export function checkGrounding(
  { text, passages, envelope, systems = [] }: GroundingInput,
  { strict }: { readonly strict: boolean } = { strict: true },
): GroundingVerdict {
  const prepared = passages.map((passage) => prepare(passage, systems));
  const context = envelope ? contextOf(envelope) : null;
  const named = systems.filter((name) => hasName(text, name));
  const claims = claimsOf(text, named);
  const sentences = strict
    ? claimFragments(text, claims).map((claim, at, all) =>
      checkBeside(claim, { before: all[at - 1], text, prepared, context })
    )
    : claims.map((claim) => {
      const material = context === null ? prepared : [...prepared, context.whole];
      return checkClaim(claim, { material, strict });
    });
  const score = sentences.reduce((least, sentence) => Math.min(least, sentence.score), 1);
  return { grounded: score >= GROUNDED_FROM, score, sentences };
}

interface Material {
  readonly prepared: readonly Prepared[];
  readonly context: Context | null;
}

/**
 * Checks a claim, and if it is too short to claim anything by itself or refers back, also what it says after a sentence about
 * the buyer's wishes: "You asked for 50 dB. It does that."
 */
function checkBeside(
  claim: Claim,
  { before, text, ...material }: Material & {
    readonly before: Claim | undefined;
    readonly text: string;
  },
): GroundedSentence {
  const alone = checkStrictly(claim, material);
  const { context } = material;
  if (before === undefined || context === null || alone.score < GROUNDED_FROM) return alone;
  const between = text.slice(before.end, claim.start);
  const refersBack = speaksOfSystem(claim.text, claim.systems)
    ? !/\n\s*\n/.test(between)
    : !claim.isSubstantive && !between.includes("\n");
  if (claim.figures.length > 0 || !refersBack) return alone;
  if (wishesOf(before, context).length === 0) return alone;
  const joined = `${before.text.replace(/[.!?]{1,3}$/, "")}, ${claim.text}`;
  const systems = [...new Set([...before.systems, ...claim.systems])];
  const together = checkStrictly(part({ ...claim, systems }, joined), material);
  return together.score < GROUNDED_FROM ? together : alone;
}

/**
 * Checks a claim as {@linkcode checkSystems} does, unless the buyer did not say what it says they did, or it goes on that
 * their wish is met. No passage can support either, although one may have the words.
 */
function checkStrictly(claim: Claim, material: Material): GroundedSentence {
  const { context } = material;
  const unsaid = figuresUnsaid(claim, context);
  if (unsaid.length > 0) {
    return { ...checkClaim(claim, { material: [], strict: true }), missing: unsaid };
  }
  const besides = wordBesides(claim);
  if (besides !== null) {
    const selection = context === null || besides.isBare ? [] : [context.selection];
    const met = { ...part(claim, besides.text), isSubstantive: true };
    const checked = checkClaim(met, { material: selection, strict: true });
    const isResolved = besides.resolved !== null &&
      checkSystems(part(claim, besides.resolved), material).score >= GROUNDED_FROM;
    if (checked.score < GROUNDED_FROM && !isResolved) return checked;
  }
  return checkSystems(claim, material);
}

/**
 * Checks a claim, and what it says of several systems for each of them. A claim that fails as a whole may still hold for
 * each of its systems. Then all of its words must occur in the material, because a word between two systems may say how
 * they relate: "… and outdoes Heron Lite with STC 32".
 */
function checkSystems(claim: Claim, material: Material): GroundedSentence {
  const whole = checkWhole(claim, material);
  const listed = eachOfList(claim);
  if (listed.length === 0 && whole.score >= GROUNDED_FROM) return whole;
  const parts = (listed.length > 0 ? listed : partsBySystem(claim)).map((text) =>
    part(claim, text)
  );
  const isWorded = parts.every((each) => shareInAll(each, material.prepared) === 1);
  if (whole.score < GROUNDED_FROM && !isWorded) return whole;
  const [least = whole] = parts.map((each) => checkWhole(each, material))
    .toSorted((a, b) => a.score - b.score);
  return least;
}

/**
 * Checks a claim against the passages and the selection. If they do not support it, what it says of the buyer's wishes
 * may come from the buyer's answers, and the rest is checked on its own.
 */
function checkWhole(claim: Claim, { prepared, context }: Material): GroundedSentence {
  if (context === null) return checkClaim(claim, { material: prepared, strict: true });
  const { selection, whole } = context;
  const offered = { material: [...prepared, selection], strict: true };
  const wished = { material: [...prepared, whole], strict: true };
  const alone = checkClaim(claim, offered);
  if (alone.score >= GROUNDED_FROM) return alone;
  if (repeatsAnswer(claim, context)) return checkClaim(claim, wished);
  const wishes = wishesOf(claim, context);
  if (wishes.length === 0) return alone;
  const parts = [
    ...wishes.map((span) =>
      checkClaim(part(claim, withoutWishing(claim.text.slice(span.start, span.end))), wished)
    ),
    checkClaim(restOf(claim, wishes), offered),
  ];
  const [least = alone] = parts.toSorted((a, b) => a.score - b.score);
  if (least.score < GROUNDED_FROM) return least;
  const sourced = parts.find(({ key }) => key !== null) ?? least;
  return { ...sourced, score: least.score };
}

/** Returns what a claim says besides the wishes. What it says of a system is never below the claim-length floor. */
function restOf(claim: Claim, wishes: readonly Span[]): Claim {
  const rest = part(claim, blank(claim.text, wishes));
  const isSubstantive = rest.isSubstantive ||
    saysSomething(rest) && speaksOfSystem(rest.text, rest.systems);
  return { ...rest, isSubstantive };
}

/** Parses a part of a claim, which keeps the claim's place in the answer. */
function part({ start, end, systems }: Claim, text: string): Claim {
  return { ...claimOf(text, { start: 0, end: text.length }, systems), start, end };
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
  if (claim.isEndless || strict && claim.posesAsPerson) return unfounded;
  const union = shareInAll(claim, material);
  const compared = material.map((passage) =>
    compare(claim, {
      passage: strict ? partAbout(passage, claim.systems) : passage,
      material,
      union,
    })
  );
  const best = decisive(compared, strict);
  if (best === undefined) return unfounded;
  const score = worth(best, strict);
  const stands = score >= GROUNDED_FROM;
  const { passage: { key }, from, to } = best;
  const where = key === null || best.likeness === 0 ? nowhere : { key, from, to };
  const missing = stands ? [] : [...strict ? best.contradictions : [], ...best.missing];
  return { start, end, score, ...where, missing: [...new Set(missing)] };
}

/**
 * Returns the comparison that decides on a claim: the one with the best score, unless another passage is clearly more like
 * the claim and says the opposite.
 */
function decisive(compared: readonly Comparison[], strict: boolean): Comparison | undefined {
  const best = greatest(compared, (each) => worth(each, strict));
  const denying = compared.filter(({ contradictions }) => contradictions.includes(DENIAL));
  const denial = strict ? greatest(denying, ({ likeness }) => likeness) : undefined;
  const isDenied = denial !== undefined && best !== undefined &&
    denial.likeness > best.likeness + CLEARLY;
  return isDenied ? denial : best;
}

/** Returns the first of the greatest. */
function greatest(
  compared: readonly Comparison[],
  valueOf: (comparison: Comparison) => number,
): Comparison | undefined {
  let best: Comparison | undefined;
  for (const each of compared) {
    if (best === undefined || valueOf(each) > valueOf(best)) best = each;
  }
  return best;
}

/** Returns a comparison's score. A contradiction in strict mode keeps it below the threshold. */
function worth({ likeness, contradictions }: Comparison, strict: boolean): number {
  return strict && contradictions.length > 0
    ? Math.min(likeness, GROUNDED_FROM * 1.8) * CONTRADICTED
    : likeness;
}

/** Returns the share of a claim's words that occur anywhere in the material. */
function shareInAll({ telling: terms }: Claim, material: readonly Prepared[]): number {
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

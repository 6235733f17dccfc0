/** Decides how much of the buyer's context supports a claim: what a buyer wishes for is not what a system offers. Pure. */
import { SELECTION_LINE } from "../journey.ts";
import type { Claim } from "./claim.ts";
import { sameFigure } from "./figures.ts";
import { prepare, type Prepared } from "./passages.ts";

/** The buyer's context, prepared for comparison. */
export interface Context {
  /** All of it: the selection and the buyer's answers. */
  readonly whole: Prepared;
  /** The lines about the selection alone. */
  readonly selection: Prepared;
  /** The lines with the buyer's answers. */
  readonly answers: readonly Prepared[];
}

/** Prepares the "Buyer context:" block. */
export function contextOf(envelope: string): Context {
  const lines = envelope.split("\n");
  return {
    whole: prepareText(envelope),
    selection: prepareText(lines.filter((line) => SELECTION_LINE.test(line)).join("\n")),
    answers: lines.filter((line) => !SELECTION_LINE.test(line)).map(prepareText),
  };
}

function prepareText(text: string): Prepared {
  return prepare({ key: null, text });
}

/** Matches a statement of what the buyer asked for: "You need …", "your opening", but not "gives you …". */
const WISH =
  /\byour\b|\byou(?:['’](?:ve|d|re))?\s+(?:(?:also|only|have|had|would|are|were)\s+){0,2}(?:ask|answer|choose|chose|gave|indicat|like|look|mention|need|open|plan|prefer|said|say|search|select|specif|told|want|wish)/i;
/** A subject that stands for a system. */
const IT = /^\W*(?:its?|this|that|these|those|they|both)\b/i;

/** Matches the condition at the beginning of a claim: "For an opening of 20 to 24 feet, …". */
const CONDITION = /^\W*for\s[^,]+,/i;

/**
 * Returns the part of the buyer's context that may support a claim. The buyer's answers ("How quiet must it be: 50 dB")
 * support a claim about the buyer's wish, or one that only repeats an answer, but none about a system.
 */
export function contextFor(claim: Claim, { whole, selection, answers }: Context): Prepared {
  const isOfBuyer = WISH.test(claim.text) ||
    !IT.test(claim.text) && answers.some((answer) => hasAll(claim, answer)) ||
    isForAnswers(claim, answers);
  return isOfBuyer ? whole : selection;
}

function hasAll({ terms, figures }: Claim, line: Prepared): boolean {
  return terms.every(({ stem }) => line.places.has(stem)) &&
    figures.every((figure) => line.figures.some((other) => sameFigure(figure, other)));
}

/** Whether the condition of a claim has figures of the answers, and the rest of the claim has none of them. */
function isForAnswers({ text, figures }: Claim, answers: readonly Prepared[]): boolean {
  const end = CONDITION.exec(text)?.[0].length ?? 0;
  const answered = figures.filter((figure) =>
    answers.some((line) => line.figures.some((other) => sameFigure(figure, other)))
  );
  return answered.length > 0 && answered.every(({ start }) => start < end);
}

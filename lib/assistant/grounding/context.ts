/** Decides what the buyer's context supports: what a buyer wishes for is not what a system offers. Pure. */
import { type Envelope, envelopeFrom } from "../journey.ts";
import type { Claim } from "./claim.ts";
import { comparisonsIn } from "./compared.ts";
import { answersFigure, type Figure } from "./figures.ts";
import { prepare, type Prepared } from "./passages.ts";
import type { Span } from "./sentences.ts";
import { countNegations } from "./terms.ts";
import { wishesIn } from "./wishes.ts";

/** The buyer's context, prepared for comparison. */
export interface Context {
  /** All of it: the selection and the buyer's answers. */
  readonly whole: Prepared;
  /** The lines about the selection alone. */
  readonly selection: Prepared;
  /** The lines with the buyer's answers. */
  readonly answers: readonly Prepared[];
}

/** Prepares the envelope, in lines or as the model gets it. */
export function contextOf(envelope: Envelope | string): Context {
  const { selection, answers } = typeof envelope === "string" ? envelopeFrom(envelope) : envelope;
  return {
    whole: prepareText([...selection, ...answers].join("\n")),
    selection: prepareText(selection.join("\n")),
    answers: answers.map(prepareText),
  };
}

function prepareText(text: string): Prepared {
  return prepare({ key: null, text });
}

/** A subject that stands for a system. */
const IT = /^\W*(?:its?|this|that|these|those|they|both)\b/i;

/** Whether a claim without a figure only repeats one of the buyer's answers, and does not say it of a system. */
export function repeatsAnswer({ text, terms, figures }: Claim, { answers }: Context): boolean {
  return figures.length === 0 && !IT.test(text) &&
    answers.some(({ places }) => terms.every(({ stem }) => places.has(stem)));
}

/**
 * Returns the parts of a claim that speak of the buyer's wishes ("You asked for 50 dB", "your opening of 20 feet"), in
 * order. Only these may be supported by the buyer's answers; all else that the claim says needs a passage.
 */
export function wishesOf(claim: Claim, { answers, selection }: Context): readonly Span[] {
  const { text, systems, figures } = claim;
  const answered = figures.filter((figure) =>
    answers.some((line) => line.figures.some((other) => answersFigure(other, figure)))
  );
  const isSelected = countNegations(text) === 0 &&
    systems.every((name) => selection.text.includes(name));
  const isSize = ({ dimension }: Figure) =>
    dimension === null || dimension === "length" || dimension === "area";
  return wishesIn(text, {
    systems,
    sizes: answered.filter(isSize),
    others: answered.filter((figure) => !isSize(figure)),
    compared: comparisonsIn(claim, answered),
    isSelected,
  });
}

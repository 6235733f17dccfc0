/** A question of a buyer, an architect or a facility manager, with the answer that the demo corpus allows. */
export interface Asked {
  readonly kind: Kind;
  /** Systems that the page shows; the first is the recommended one unless the page compares them. */
  readonly of: readonly string[];
  readonly page: "results" | "comparing";
  /** The buyer's earlier questions, oldest first. They are asked first. */
  readonly earlier: readonly string[];
  readonly text: string;
  /** Words of a passage that answers; `null`: the corpus has no answer; `refused`: the service must not look for one. */
  readonly says: RegExp | null | "refused";
  /** Name of the system that the quotation must be about. */
  readonly about: string | null;
}

/** The kinds of questions. */
type Kind = "plain" | "none" | "hostile" | "follow-up" | "abroad" | "typo" | "long" | "parts";

/**
 * Returns a function that makes questions of a kind. Its first argument names the systems: `heron-lite` for a result,
 * `heron-lite / quarry-panel` for a comparison, each with ` @ Heron Lite` for the system that the answer is about.
 * Earlier questions come last.
 */
function askedAs(kind: Kind) {
  return (systems: string, text: string, says: Asked["says"], ...earlier: string[]): Asked => {
    const [place = "", about = null] = systems.split(" @ ");
    const of = place.split(" / ");
    return { kind, of, page: of.length > 1 ? "comparing" : "results", earlier, text, says, about };
  };
}

export const plain = askedAs("plain");
export const none = askedAs("none");
export const hostile = askedAs("hostile");
export const next = askedAs("follow-up");
export const abroad = askedAs("abroad");
export const typo = askedAs("typo");
export const long = askedAs("long");

/** Makes a message with several questions; `says` has words for each, in order. */
export function parts(systems: string, text: string, ...says: RegExp[]): Asked {
  const all = says.map(({ source }) => `(?=[^]*(?:${source}))`).join("");
  return askedAs("parts")(systems, text, new RegExp(all));
}

/** The sentence of an answer for the second of two questions, where no source answers it. */
export const NOT_THE_SECOND = /As for the second, no source says/;

/** The types of sentences and words that the scope guard reads. */

/** A word of a sentence. */
export interface Word {
  readonly text: string;
  /** Its concepts (`Concept`). */
  readonly bits: number;
  /** Its marks (`Mark`). */
  readonly marks: number;
  /** Its classes, which phrases are made of (`Class`). */
  readonly classes: number;
  /** Whether it names the buyer's side, and the language it indicates (`Whose`). */
  readonly whose: number;
  /** Its hints (`Hint`). */
  readonly hints: number;
  /** A filter bit, shared by some of the words that phrases name; 0 for any other word. */
  readonly named: number;
  /** Indices in `PHRASES` of the phrases whose rarest element it can be. */
  readonly phrases: readonly number[];
  /** Whether it is inside quotation marks. */
  readonly quoted: boolean;
  /** Whether a comma, a colon or the like precedes it. */
  readonly breaks: boolean;
}

/** A sentence. Its bit sets are the unions of those of its words. */
export interface Sentence {
  readonly words: readonly Word[];
  readonly bits: number;
  readonly marks: number;
  readonly classes: number;
  readonly whose: number;
  readonly hints: number;
  readonly named: number;
  /** Whether it ends with a question mark. */
  readonly asks: boolean;
}

/** The types of sentences and words that the scope guard reads. */

/** The bit sets of a word, or of all words of a sentence. */
interface Bits {
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
}

/** A word of a sentence. */
export interface Word extends Bits {
  readonly text: string;
  /** Indices in `PHRASES` of the phrases whose rarest element it can be. */
  readonly phrases: readonly number[];
  /** Whether it is inside quotation marks. */
  readonly quoted: boolean;
  /** Whether a comma, a colon or the like precedes it. */
  readonly breaks: boolean;
}

/** A sentence. Its bit sets are the unions of those of its words. */
export interface Sentence extends Bits {
  readonly words: readonly Word[];
  /** Whether it ends with a question mark. */
  readonly asks: boolean;
}

/** A sentence as the scope guard reads it. */

/** A word of a sentence. */
export interface Word {
  readonly text: string;
  /** What it can stand for (`Concept`). */
  readonly bits: number;
  /** What else (`Mark`). */
  readonly marks: number;
  /** And the classes that phrases are made of (`Class`). */
  readonly classes: number;
  /** Whose people it names, and in which language it can be (`Whose`). */
  readonly whose: number;
  /** What it says at sight (`Hint`). */
  readonly hints: number;
  /** A bit that few words of phrases share; 0 for a word that no phrase names. */
  readonly named: number;
  /** Phrases whose rarest part it can be, by their place in `PHRASES`. */
  readonly phrases: readonly number[];
  /** Whether it stands in quotation marks. */
  readonly quoted: boolean;
  /** Whether a comma, a colon or the like stands before it. */
  readonly breaks: boolean;
}

/** A sentence, with everything that its words can stand for together. */
export interface Sentence {
  readonly words: readonly Word[];
  readonly bits: number;
  readonly marks: number;
  readonly classes: number;
  readonly whose: number;
  readonly hints: number;
  readonly named: number;
  readonly asks: boolean;
}

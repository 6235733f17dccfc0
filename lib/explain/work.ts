/** Bounds the work of an explanation, which can grow with the product of many questions. */
import type { Boxes } from "./boxes.ts";

/** Thrown when the work of a search is spent. */
export class TooMuch extends Error {}

/**
 * Counts the work of one search in words of the box sets that it compares, so that a limit means the same time for a
 * few rules and for thousands.
 */
export class Work {
  #left: number;

  constructor(words: number) {
    this.#left = words;
  }

  /** Counts one comparison of a set. @throws {TooMuch} past the limit. */
  spend({ length }: Boxes): void {
    this.#left -= length;
    if (this.#left < 0) throw new TooMuch();
  }
}

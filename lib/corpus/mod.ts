/**
 * Corpus: the documents that evidence is quoted from.
 */
export { CitedPassage } from "./schema.ts";

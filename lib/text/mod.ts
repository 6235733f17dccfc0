/**
 * Text: pure functions on text that every room may use, and browser code too. Imports no packages.
 */
export { canonicalJson } from "./canonical_json.ts";
export { inSentence } from "./sentence.ts";

/**
 * Text: pure functions on text that every room may use, and browser code too. Imports no packages.
 */
export { canonicalJson } from "./canonical_json.ts";
export { ID_PATTERN } from "./id.ts";
export { hasName, inSentence } from "./sentence.ts";

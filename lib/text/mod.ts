/**
 * Text: pure functions on text that every room may use, and browser code too. Imports no packages. Formats of `Intl` are
 * marked as pure, so that a script for browsers has only those that it uses.
 */
export { canonicalJson } from "./canonical_json.ts";
export { compareNames } from "./compare_names.ts";
export { compareText } from "./compare_text.ts";
export { formatCount } from "./format_count.ts";
export { formatDate, formatDay, formatMoment } from "./format_date.ts";
export { formatList } from "./format_list.ts";
export { ID_PATTERN } from "./id.ts";
export { isNestedWithin } from "./json_nesting.ts";
export { askedPage, type ListPage, pageOf } from "./page.ts";
export { readJson } from "./read_json.ts";
export { hasWords, MAX_SEARCH, plainText, searchOf, searchWords } from "./search.ts";
export { hasName, inSentence, withFullStop } from "./sentence.ts";
export { truncate } from "./truncate.ts";
export { webAddress } from "./web_address.ts";

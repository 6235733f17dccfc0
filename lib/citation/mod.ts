/**
 * Citation: a result as it was on the day its link was made. The link carries the version of the catalog and the
 * moment; the audit log gives the catalog of that moment back, and with it the pick of then and what has changed.
 */
export { CATALOG_ENTITIES, rewindCatalog } from "./rewind.ts";
export { formatMark, type Mark, parseMark } from "./mark.ts";
export { type CitedChange, type CitedResult, readCited } from "./cited.ts";

/**
 * Citation: a link to a result that shows what was recommended when the link was made (decision 0023).
 *
 * The link carries a **mark**: the catalog's version and the time. From the audit log, the catalog of that time is
 * **rewound**: the current catalog with all later changes undone. Selecting from it gives the former pick, and
 * comparing both catalogs gives the changes since.
 */
export { CATALOG_ENTITIES, rewindCatalog } from "./rewind.ts";
export { formatMark, parseMark } from "./mark.ts";
export { type CitedChange, type CitedResult, type LostResult, readCited } from "./cited.ts";

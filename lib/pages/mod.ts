/**
 * Pages: the texts and pictures of buyer pages that staff can change (design §7).
 *
 * A *page definition* in code lists a page's *fields* (texts with their defaults) and *slots* (each holds one picture).
 * Only what staff have changed is stored. The *page copy* is the current content of all pages, held in memory.
 */
export { findPage, PAGE_LIST, type PageDefinition, type PageField, PAGES } from "./definitions.ts";
export { checkSlots, pageEntity, type PageRecord } from "./entity.ts";
export { openPages, type PageCopy } from "./reader.ts";

/**
 * Pages: the words and pictures of the pages that buyers see, which staff may change.
 *
 * The pages are defined in code, each with the texts that it comes with; only what staff have changed is
 * stored. A *slot* is a place for one picture.
 */
export {
  type FieldOf,
  findPage,
  PAGE_LIST,
  type PageDefinition,
  type PageField,
  type PageId,
  PAGES,
  type PageSlot,
  type SlotOf,
} from "./definitions.ts";
export { checkSlots, pageEntity, type PageRecord } from "./entity.ts";
export { openPages, type PageCopy } from "./reader.ts";

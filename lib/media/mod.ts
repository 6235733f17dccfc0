/**
 * Media: the pictures and videos that the catalog, the projects and the result show.
 *
 * An asset is named by its id alone; its URL is the rendition endpoint `/media/<id>/<spec>`.
 */
export { type MediaEdition, openMediaEditions } from "./edition.ts";
export { countLibrary, type LibraryPage, queryLibrary } from "./library/list.ts";
export {
  COVERAGES,
  formatLibraryQuery,
  LIBRARY_SORTS,
  type LibraryDefaults,
  type LibraryFilter,
  type LibraryQuery,
  type LibrarySort,
  type LibraryTag,
  MEDIA_TYPES,
  parseLibraryQuery,
  SOURCES,
  USAGES,
} from "./library/query.ts";
export { GalleryItem, LibraryItem, MediaItem } from "./schema.ts";
export { SHOWN_COLUMNS, type ShownAsset, toGalleryItem, toMediaItem } from "./view.ts";

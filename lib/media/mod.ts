/**
 * Media: the pictures and videos that the catalog, the projects and the result show.
 *
 * An asset is named by its id alone; its URL is the rendition endpoint `/media/<id>/<spec>`.
 */
export { type MediaEdition, openMediaEditions } from "./edition.ts";
export { GalleryItem, MediaItem } from "./schema.ts";
export { SHOWN_COLUMNS, type ShownAsset, toGalleryItem, toMediaItem } from "./view.ts";

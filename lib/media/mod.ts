/**
 * Media: the images and videos that the catalog, the projects and the result show (spec §2.12).
 *
 * An **asset** is one image or video, uploaded by staff or synced from the CMS. Callers know it by its id alone; its
 * URL is the **rendition** endpoint `/media/<id>/<spec>`, which resizes the stored **original** on demand (design
 * §7). A **tag** says what an asset shows: a system, a project, an option, or a **category** of the library's own
 * vocabulary. A **link** puts an asset in a place: a system's gallery, beside an option, or on a page. A **shot
 * group** holds shots of one scene.
 *
 * - `ingest/` accepts uploads and imports remote originals: it checks them, normalises them and stores them.
 * - `renditions/` makes, caches and serves renditions.
 * - `library/` lists, filters and counts assets for staff (spec §4.8); `inspect/` reads what the admin screens show.
 * - `changes/` writes assets, links, shot groups and categories with their audit entries: one record at a time with a
 *   version check, or many assets in one transaction.
 * - `proposals/` proposes tags from an asset's texts. A proposed tag has no effect until somebody accepts it.
 * - `result/` picks the pictures of a recommendation (spec §2.1).
 */
export { groupAssets, setAltText, tagAssets, untagAssets } from "./changes/actions.ts";
export {
  assetEntity,
  type AssetRecord,
  readAssets,
  type Tag,
  tagKey,
  waitForProjects,
} from "./changes/asset.ts";
export { type BulkOutcome, MAX_BULK } from "./changes/bulk.ts";
export {
  CATEGORY_AXES,
  type CategoryAxis,
  categoryEntity,
  type CategoryRecord,
  categoryUses,
  listCategories,
  type ListedCategory,
} from "./changes/categories.ts";
export { deleteAssets, type DeletionOutcome } from "./changes/delete.ts";
export { GROUP_NAME_LENGTH } from "./changes/groups.ts";
export {
  galleryEntity,
  type GalleryRecord,
  linkAsset,
  type LinkOwner,
  lockAssets,
  lockUses,
  type OptionPicture,
  optionPictureEntity,
  saveGallery,
  saveOptionPicture,
  unlinkAsset,
} from "./changes/links.ts";
export { ASSET_LIMITS, saveAsset } from "./changes/save.ts";
export {
  digestOfSyncedImages,
  lockSyncedImages,
  NEW_ID,
  readSyncedImages,
  type SyncedImage,
  syncedImageText,
  type SyncedImageWrite,
  type SyncedTag,
  writeNewImages,
  writeSyncedImages,
} from "./changes/synced.ts";
export { takeBackChanges } from "./changes/take_back.ts";
export { withLive, withoutLive } from "./changes/tags.ts";
export { type AssetUse, whereUsed } from "./changes/uses.ts";
export { inspectAsset, type Inspection } from "./inspect/asset.ts";
export { type AssetNote, assetNotes } from "./inspect/notes.ts";
export { retryImport } from "./inspect/retry.ts";
export { currentFacets } from "./inspect/facets.ts";
export { type MediaUpkeep, mediaUpkeep } from "./inspect/upkeep.ts";
export {
  categoryNames,
  findGroupByName,
  groupName,
  groupNames,
  tagNames,
} from "./inspect/vocabulary.ts";
export { type LibraryFacets, libraryFacets } from "./library/facets.ts";
export { holdLibrary } from "./library/hold.ts";
export {
  countLibrary,
  exportLibrary,
  type LibraryPage,
  matchingIds,
  MOST_IN_FILE,
  queryLibrary,
} from "./library/list.ts";
export { countFromCms, findNamedAssets, type NamedAsset } from "./library/named.ts";
export {
  COVERAGES,
  formatLibraryQuery,
  type LibraryQuery,
  parseLibraryQuery,
  TAG_TYPES,
  type TagRef,
  type TagType,
} from "./library/query.ts";
export { answerRendition } from "./renditions/answer.ts";
export { openRenditions } from "./renditions/open.ts";
export type { Renditions } from "./renditions/renditions.ts";
export { hasPicture } from "./result/read.ts";
export { drawnIllustrations } from "./result/illustrations.ts";
export type { AnsweredFactor } from "./result/match.ts";
export { type IndexedMedia, type MediaIndexOptions, openMediaIndex } from "./result/index.ts";
export { createMediaReader, type MediaReader } from "./result/reader.ts";
export type { Primaries, ResultMedia, ResultQuestion } from "./result/result_media.ts";
export { toSelectionMediaAsset } from "./result/selection_media.ts";
export {
  Gallery,
  GalleryItem,
  IllustrationRanking,
  LibraryItem,
  MediaItem,
  RankedIllustration,
  SelectionMediaAsset,
} from "./schema.ts";
export type { Described, ProposalField, Term, Vocabulary } from "./proposals/proposal.ts";
export { proposeSoon, proposeTags, unseenAssets } from "./proposals/propose.ts";
export { readTexts } from "./proposals/read_texts.ts";
export {
  acceptSure,
  decideTags,
  type DecisionAction,
  findReview,
  findSure,
  isToDecide,
  type ReviewPlace,
  type SureProposals,
} from "./proposals/review.ts";
export { readVocabulary } from "./proposals/vocabulary.ts";
export { SHOWN_COLUMNS, toMediaItem } from "./view.ts";
export { INGEST_LIMITS } from "./ingest/limits.ts";
export { readOriginal } from "./ingest/originals.ts";
export type { RefusalReason } from "./ingest/refusal.ts";
export { type ImportOutcome, importRemote, type ImportServices } from "./ingest/remote.ts";
export { addVideo, ingestFile, type IngestOutcome } from "./ingest/upload.ts";
export { parseVideoId } from "./ingest/video.ts";

/** Converts stored assets to their wire shapes; no asset leaves the process in another way (design §7). */
import type { Selectable } from "kysely";
import type { Database } from "../db/mod.ts";
import type { GalleryItem, MediaItem } from "./schema.ts";

/** The columns that {@linkcode toMediaItem} needs. */
export const SHOWN_COLUMNS = [
  "id",
  "type",
  "title",
  "alt_text",
  "width",
  "height",
  "placeholder",
  "video_id",
] as const;

/** An asset row with {@linkcode SHOWN_COLUMNS} alone. */
export type ShownAsset = Pick<
  Selectable<Database["media_assets"]>,
  (typeof SHOWN_COLUMNS)[number]
>;

/** Size in pixels reserved on the page for a remote picture that has not been imported, so its real size is unknown. */
export const UNKNOWN_SIZE = { width: 1600, height: 1067 };
const NEUTRAL = "#d9d8d4";

/**
 * Converts an asset to the wire shape (design §7). An unknown size becomes {@linkcode UNKNOWN_SIZE}, a missing
 * placeholder a neutral grey and a missing alternative text the empty string.
 *
 * @param playerUrl URL of the video host's player; the video's id is appended as a path segment.
 */
export function toMediaItem(asset: ShownAsset, playerUrl: string): MediaItem {
  const { id, type, title, alt_text: alt, width, height, placeholder, video_id: videoId } = asset;
  return {
    id,
    type,
    title,
    alt: alt ?? "",
    ...(width === null || height === null ? UNKNOWN_SIZE : { width, height }),
    placeholder: placeholder ?? NEUTRAL,
    embed: videoId === null ? null : { videoId, playerUrl: `${playerUrl}/${videoId}` },
  };
}

/** Converts an asset in a system's gallery to the wire shape (design §7); see {@linkcode toMediaItem}. */
export function toGalleryItem(
  asset: ShownAsset & { readonly position: number; readonly isPrimary: boolean },
  playerUrl: string,
): GalleryItem {
  const { position, isPrimary } = asset;
  return { ...toMediaItem(asset, playerUrl), position, primary: isPrimary };
}

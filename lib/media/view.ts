/** The only way in which a stored picture leaves the process (design §7). */
import type { Selectable } from "kysely";
import type { Database } from "../db/mod.ts";
import type { GalleryItem, MediaItem } from "./schema.ts";

/** The columns of an asset that are shown. */
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

/** What is read of an asset to show it. */
export type ShownAsset = Pick<
  Selectable<Database["media_assets"]>,
  (typeof SHOWN_COLUMNS)[number]
>;

/** Size that is reserved for a remote picture whose own nobody knows yet. */
export const UNKNOWN_SIZE = { width: 1600, height: 1067 };
const NEUTRAL = "#d9d8d4";

/**
 * A picture as it is shown (design §7).
 *
 * @param playerUrl address of the video host's player, to which the id of a video is added.
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

/** A picture with its place in a gallery (design §7). */
export function toGalleryItem(
  asset: ShownAsset & { readonly position: number; readonly isPrimary: boolean },
  playerUrl: string,
): GalleryItem {
  const { position, isPrimary } = asset;
  return { ...toMediaItem(asset, playerUrl), position, primary: isPrimary };
}

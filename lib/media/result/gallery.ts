/** Builds the gallery of a system and chooses its primary picture (spec §2.1). */
import { compareText } from "@/lib/text/mod.ts";
import type { Gallery, GalleryItem, MediaItem } from "../schema.ts";

/** Builds a gallery, sorted by position, then id. A null display mode means a grid. Returns null when it has no items. */
export function toGallery(
  items: readonly GalleryItem[],
  displayMode: Gallery["displayMode"] | null,
): Gallery | null {
  if (items.length === 0) return null;
  return { items: items.toSorted(byPosition), displayMode: displayMode ?? "grid" };
}

/** Returns the primary image, or the first image by position when the primary is a video or unset; null without images. */
export function primaryOf(items: readonly GalleryItem[]): GalleryItem | null {
  const images = items.filter(({ type }) => type === "image").toSorted(byPosition);
  return images.find(({ primary }) => primary) ?? images[0] ?? null;
}

/** Returns the picture without its position and primary flag in a gallery. */
export function withoutPlace({ position: _, primary: __, ...item }: GalleryItem): MediaItem {
  return item;
}

function byPosition(a: GalleryItem, b: GalleryItem): number {
  return a.position - b.position || compareText(a.id, b.id);
}

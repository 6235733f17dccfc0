/** The pictures of a system, and the one that stands for it (spec §2.1). */
import type { Gallery, GalleryItem, MediaItem } from "../schema.ts";

/** A gallery in the order of its positions, in which none is missing; null where there is nothing to show. */
export function toGallery(
  items: readonly GalleryItem[],
  displayMode: Gallery["displayMode"] | null,
): Gallery | null {
  if (items.length === 0) return null;
  return { items: items.toSorted(byPosition), displayMode: displayMode ?? "grid" };
}

/** The primary picture, or the first image where that is a video or nobody has chosen one; null without any. */
export function primaryOf(items: readonly GalleryItem[]): GalleryItem | null {
  const images = items.filter(({ type }) => type === "image").toSorted(byPosition);
  return images.find(({ primary }) => primary) ?? images[0] ?? null;
}

/** The picture itself, wherever it stands in its gallery. */
export function withoutPlace({ position: _, primary: __, ...item }: GalleryItem): MediaItem {
  return item;
}

function byPosition(a: GalleryItem, b: GalleryItem): number {
  return a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

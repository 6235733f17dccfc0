/** The pictures that match a buyer's answers and the recommended system, and their wire shape (spec §2.1, design §6). */
import { src } from "../rendition_spec.ts";
import type { MediaItem, SelectionAxis, SelectionMediaAsset } from "../schema.ts";

/** Maximum number of selection pictures in a result (design §6). */
export const MAX_SELECTION_MEDIA = 12;

/** A picture with its score and the axes that earned it. */
export interface ScoredPicture {
  readonly item: MediaItem;
  readonly score: number;
  readonly matchedAxes: SelectionAxis[];
  /** The systems that it shows, recommended or not, sorted. */
  readonly systemIds: readonly string[];
}

/** Cached wire shapes, by scored picture. */
const assets = new WeakMap<ScoredPicture, SelectionMediaAsset>();

/** Converts a scored picture to its wire shape (spec §2.1). Repeated calls return the same object. */
export function toSelectionMediaAsset(picture: ScoredPicture): SelectionMediaAsset {
  const { item: { id, alt, title, width }, score, matchedAxes } = picture;
  return assets.getOrInsertComputed(
    picture,
    () => ({ src: src(id, { width }, 960), alt, title, score, matchedAxes }),
  );
}

/** Scores the pictures that match a buyer's answers and the recommended system (spec §2.1, design §6). */
import { src } from "../rendition_spec.ts";
import type { MediaItem, SelectionAxis, SelectionMediaAsset } from "../schema.ts";
import {
  axesOf,
  byGalleryOrder,
  matchesOf,
  scoreOf,
  type TaggedPicture,
  type WantedTag,
} from "./match.ts";

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

/**
 * Returns the pictures with a wanted tag, best first: one of each shot group, at most {@linkcode MAX_SELECTION_MEDIA}.
 * Pictures in the gallery of the recommended system are not excluded.
 */
export function scoreSelectionMedia(
  pictures: readonly TaggedPicture[],
  wanted: readonly WantedTag[],
): ScoredPicture[] {
  const scored = pictures.map((picture) => {
    const matchedAxes = axesOf(matchesOf(picture, wanted));
    return { picture, matchedAxes, score: scoreOf(matchedAxes) };
  })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || byGalleryOrder(a.picture, b.picture));
  const shown = new Set<string>();
  return scored.filter(({ picture: { shotGroupId } }) => {
    if (shotGroupId === null) return true;
    const isFirst = !shown.has(shotGroupId);
    shown.add(shotGroupId);
    return isFirst;
  })
    .slice(0, MAX_SELECTION_MEDIA)
    .map(({ picture: { item, tags }, score, matchedAxes }) => ({
      item,
      score,
      matchedAxes,
      systemIds: tags.filter(({ type }) => type === "system").map(({ ref }) => ref).toSorted(),
    }));
}

/** Cached wire shapes, by scored picture. */
const assets = new WeakMap<ScoredPicture, SelectionMediaAsset>();

/** Converts a scored picture to its wire shape (spec §2.1). Repeated calls return the same object. */
export function toSelectionMediaAsset(picture: ScoredPicture): SelectionMediaAsset {
  let asset = assets.get(picture);
  if (asset === undefined) {
    const { item: { id, alt, title, width }, score, matchedAxes } = picture;
    asset = { src: src(id, { width }, 960), alt, title, score, matchedAxes };
    assets.set(picture, asset);
  }
  return asset;
}

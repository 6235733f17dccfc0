/** Types of the pictures of a result and of the question they are chosen for (spec §2.1). */
import type { Gallery, GalleryItem, IllustrationRanking } from "../schema.ts";
import type { AnsweredFactor, NamedSystem } from "./match.ts";
import type { ScoredPicture } from "./selection_media.ts";

/** Primary pictures by system id. Systems without one are left out. */
export type Primaries = ReadonlyMap<string, GalleryItem>;

/** The recommended system and the answers to choose pictures for. */
export interface ResultQuestion {
  readonly lead: NamedSystem;
  /** In asking order. */
  readonly answers: readonly AnsweredFactor[];
  /**
   * Systems that buyers must not see. A picture that shows no other system is not chosen by its tags. The same list must
   * be the same object, because what is derived from it is cached.
   */
  readonly hiddenSystemIds?: readonly string[];
}

/** The pictures of a result (spec §2.1). */
export interface ResultMedia {
  readonly primaries: Primaries;
  /** The gallery of the recommended system; null when it is empty. */
  readonly gallery: Gallery | null;
  readonly selection: readonly ScoredPicture[];
  readonly illustrations: IllustrationRanking;
}

/** What a result asks of the library, and what it gets (spec §2.1). */
import type { Gallery, GalleryItem, IllustrationRanking } from "../schema.ts";
import type { AnsweredFactor, NamedSystem } from "./match.ts";
import type { ScoredPicture } from "./selection_media.ts";

/** The picture that stands for each system that has one. */
export type Primaries = ReadonlyMap<string, GalleryItem>;

/** What a result shows pictures for. */
export interface ResultQuestion {
  readonly lead: NamedSystem;
  /** In asking order. */
  readonly answers: readonly AnsweredFactor[];
}

/** The pictures of a result (spec §2.1). */
export interface ResultMedia {
  readonly primaries: Primaries;
  /** Of the lead. */
  readonly gallery: Gallery | null;
  readonly selection: readonly ScoredPicture[];
  readonly illustrations: IllustrationRanking;
}

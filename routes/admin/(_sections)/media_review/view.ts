/** The view of one picture under review. */
import {
  type AssetRecord,
  isToDecide,
  readTexts,
  type Tag,
  tagKey,
  type TagType,
  type Vocabulary,
} from "@/lib/media/mod.ts";
import { reasonOf } from "./labels.ts";

/** A tag with its name and the reason for its proposal. */
export interface TagView {
  readonly type: TagType;
  readonly ref: string;
  /** Null when the term is retired or no longer exists. */
  readonly name: string | null;
  readonly state: Tag["state"];
  readonly confidence: number | null;
  readonly reason: string;
}

/** The tags of a picture by state, each list with the highest confidence first. */
export interface ReviewedTags {
  readonly proposed: readonly TagView[];
  readonly live: readonly TagView[];
  readonly rejected: readonly TagView[];
}

/** Names the tags of a picture, and derives the reason of each proposal from its present texts. */
export function reviewedTags(asset: AssetRecord, vocabulary: Vocabulary): ReviewedTags {
  const names = new Map(vocabulary.map((term) => [tagKey(term), term.name]));
  const read = readTexts({ ...asset, tags: [] }, vocabulary);
  const reasons = new Map(read.map((proposal) => [tagKey(proposal), proposal]));
  const views = asset.tags.map((tag) => ({
    type: tag.type,
    ref: tag.ref,
    name: names.get(tagKey(tag)) ?? null,
    state: tag.state,
    confidence: tag.confidence,
    reason: reasonOf(reasons.get(tagKey(tag))),
  })).sort((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1));
  const inState = (state: Tag["state"]) => views.filter((view) => view.state === state);
  const proposed = views.filter(isToDecide);
  return { proposed, live: inState("live"), rejected: inState("rejected") };
}

/** What the review of one picture shows. */
import {
  type AssetRecord,
  isToDecide,
  readTexts,
  type Tag,
  tagKey,
  type TagType,
  type Vocabulary,
} from "../../../../lib/media/mod.ts";
import { reasonOf } from "./labels.ts";

/** A tag with what is said of it. */
export interface TagView {
  readonly type: TagType;
  readonly ref: string;
  /** Null for what is retired or gone. */
  readonly name: string | null;
  readonly state: Tag["state"];
  readonly confidence: number | null;
  readonly reason: string;
}

/** Tags of a picture by what is to do: those to decide, the likeliest first, those it has, and those refused. */
export interface ReviewedTags {
  readonly proposed: readonly TagView[];
  readonly live: readonly TagView[];
  readonly rejected: readonly TagView[];
}

/** Names a picture's tags, and reads once more why each was proposed. */
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

/** The view of one picture under review. */
import {
  type AssetRecord,
  type ProposalField,
  readTexts,
  type Tag,
  tagKey,
  type TagRef,
  type Vocabulary,
} from "@/lib/media/mod.ts";

/** A tag with its name and the reason for its proposal. */
export interface TagView extends Tag {
  readonly name: string;
  /** Whether its record is neither retired nor gone, so that the tag can be accepted. */
  readonly isKnown: boolean;
  readonly reason: string;
}

const PLACES: Readonly<Record<ProposalField, string>> = {
  title: "The title says",
  altText: "The alt text says",
  filename: "The file name says",
};

/**
 * Names the tags of a picture, the highest confidence first, and derives the reason of each proposal from its present
 * texts, which may no longer contain it.
 */
export function viewTags(
  asset: AssetRecord,
  vocabulary: Vocabulary,
  nameOf: (tag: TagRef) => string,
): TagView[] {
  const known = new Set(vocabulary.map(tagKey));
  const reasons = new Map(
    readTexts({ ...asset, tags: [] }, vocabulary)
      .map((proposal) => [tagKey(proposal), `${PLACES[proposal.from]} “${proposal.says}”`]),
  );
  return asset.tags.map((tag) => ({
    ...tag,
    name: nameOf(tag),
    isKnown: known.has(tagKey(tag)),
    reason: reasons.get(tagKey(tag)) ?? "Suggested by an earlier check of this picture",
  })).sort((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1));
}
